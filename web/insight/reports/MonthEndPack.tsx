import { useState } from 'react'
import { today } from '../../../contract/platform/dates/dates.ts'
import { getMonthEndPack, packMonth } from '../../../contract/insight/monthEndPack.ts'
import { ApiError } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { useMay } from '../../platform/session/session.ts'
import { BusyWords } from '../../platform/ui/BusyWords.tsx'
import { toast } from '../../platform/ui/Toast.tsx'

/** Last month's dashboard and reports in one file, for users who may see the dashboard. */
export const MonthEndPack = () => {
  const may = useMay('dashboard.read')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  if (!may) return null
  const month = packMonth(today())
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await download(getMonthEndPack, {})
      setFailure('')
      toast(`Saved to your downloads: the pack of ${month}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message === '' ? 'The pack could not be saved.' : error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="sf-card" aria-labelledby="month-end">
      <h2 className="nhsuk-heading-m" id="month-end">
        Month-end pack
      </h2>
      <p>
        One zip file of {month}: the dashboard as PDF, and the reports that commissioners ask for in one Excel
        workbook. If the national return of the month was checked, its coverage is in it too. Workbook and
        coverage hide small numbers; the dashboard does not. For all numbers run the report “Month-end pack”.
      </p>
      <button
        type="button"
        className="sf-button"
        aria-disabled={isBusy}
        onClick={() => !isBusy && void save()}
      >
        <BusyWords isBusy={isBusy}>{`Save the pack of ${month}`}</BusyWords>
      </button>
      {failure !== '' && <p role="alert">{failure}</p>}
    </section>
  )
}
