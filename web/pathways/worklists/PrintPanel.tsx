import { useState } from 'react'
import type { Narrowing } from '../../../contract/pathways/worklists/listFilters.ts'
import type { Stage } from '../../../contract/stages/stage.ts'
import {
  printWorkList,
  sheetNames,
  sheetTitles,
  type SheetName,
} from '../../../contract/pathways/worklists/workList.ts'
import { ApiError } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { BusyWords } from '../../platform/ui/BusyWords.tsx'
import { useGridMemory } from '../../platform/ui/gridMemory.ts'
import { sortAsked } from '../../platform/ui/longList.ts'
import { toast } from '../../platform/ui/Toast.tsx'

/** The list, filtered and sorted as on the screen, as a PDF to print. */
export const PrintPanel = ({ stage, narrowing }: { stage: Stage; narrowing: Narrowing }) => {
  const memory = useGridMemory(stage)
  const [busy, setBusy] = useState<SheetName | null>(null)
  const [failure, setFailure] = useState('')
  const print = async (sheet: SheetName): Promise<void> => {
    setBusy(sheet)
    try {
      const q = memory.filter.trim()
      await download(printWorkList, {
        stage,
        ...narrowing,
        sheet,
        ...(q === '' ? {} : { q }),
        sort: sortAsked(memory.sorted),
      })
      setFailure('')
      toast(`Saved to your downloads: ${sheetTitles[sheet].toLowerCase()} as PDF`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      <p>A PDF of the list as it is shown here, with name, date of birth and NHS number on each row.</p>
      <div className="sf-panels">
        {sheetNames.map((sheet) => (
          <button
            key={sheet}
            type="button"
            className="sf-button"
            aria-disabled={busy !== null}
            onClick={() => busy === null && void print(sheet)}
          >
            <BusyWords isBusy={busy === sheet}>{sheetTitles[sheet]}</BusyWords>
          </button>
        ))}
      </div>
      {failure !== '' && <p role="alert">{failure}</p>}
    </>
  )
}
