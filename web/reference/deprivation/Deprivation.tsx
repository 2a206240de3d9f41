import { useQuery } from '@tanstack/react-query'
import { Button } from 'nhsuk-react-components'
import { useState } from 'react'
import { z } from 'zod'
import {
  adoptDeprivation,
  getDeprivation,
  type DeprivationFile,
} from '../../../contract/reference/deprivation.ts'
import { formatCount, formatDateTime } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterAdministration, keptQuery } from '../../platform/calls/queries.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { BusyWords } from '../../platform/ui/BusyWords.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { chosenFile, FileBox, Sending, type Progress } from '../../platform/ui/FileBox.tsx'
import { sendDeprivation, type Sent } from './sendDeprivation.ts'
import { useFocusedHeading } from '../../platform/ui/useFocusedHeading.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/** The file of postcodes from which reports take deprivation. */
export const Deprivation = () => {
  const { data, error } = useQuery(keptQuery(['deprivation'], () => call(getDeprivation, {})))
  const [sent, setSent] = useState<Sent | null>(null)
  return (
    <>
      <PageTitle>Deprivation by postcode</PageTitle>
      <p className="sf-purpose">
        Reports on equality and completion group people by the deprivation of the place where they live. For
        that they need a file of postcodes with the decile or fifth of the Index of Multiple Deprivation, such
        as the government’s postcode look-up. A new file replaces the previous one.
      </p>
      {error !== null ? (
        <FailedState error={error} />
      ) : data === undefined ? (
        <LoadingState what="file of postcodes" />
      ) : (
        <>
          <InUse file={data.inUse} />
          {sent === null ? (
            <Send onSent={setSent} />
          ) : (
            <Confirm key={sent.id} sent={sent} onDone={() => setSent(null)} />
          )}
        </>
      )}
    </>
  )
}

const InUse = ({ file }: { file: DeprivationFile | null }) => (
  <p role="status">
    {file === null
      ? 'No file is in use yet: reports show every postcode as not known.'
      : `In use since ${formatDateTime(file.usedFrom)}: ${file.fileName}. Postcodes: ${formatCount(file.postcodes)}.`}
  </p>
)

const form = z.object({
  file: chosenFile,
})
type Values = z.output<typeof form>

const Send = ({ onSent }: { onSent: (sent: Sent) => void }) => {
  const upload = useZodForm(form as unknown as z.ZodType<Values, { file: FileList }>, {})
  const [progress, setProgress] = useState<Progress | null>(null)
  return (
    <FormFrame
      form={upload}
      className="sf-form"
      submit="Check the file"
      actions={<CancelLink to="/falls/administration" />}
      onSave={async ({ file }) => {
        try {
          onSent(await sendDeprivation(file, (done, all) => setProgress({ done, all })))
        } finally {
          setProgress(null)
        }
      }}
    >
      <FileBox
        form={upload}
        name="file"
        label="File"
        hint="Comma-separated, with headings: Postcode, and the decile or fifth (quintile) of the index"
      />
      <Sending progress={progress} words="Sending the file…" />
    </FormFrame>
  )
}

const Confirm = ({ sent, onDone }: { sent: Sent; onDone: () => void }) => {
  const heading = useFocusedHeading()
  const [isBusy, setBusy] = useState(false)
  const { problem, attempt } = useAttempt()
  const adopt = async (): Promise<void> => {
    setBusy(true)
    const isDone = await attempt(async () => {
      await call(adoptDeprivation, { id: sent.id })
      await forgetAfterAdministration()
    }, 'The file is in use')
    if (isDone) onDone()
    else setBusy(false)
  }
  return (
    <section className="sf-card" aria-labelledby="found">
      <h2 className="nhsuk-heading-m" id="found" tabIndex={-1} ref={heading}>
        What {sent.fileName} holds
      </h2>
      {problem}
      <p>
        Rows: {formatCount(sent.rows)}. Postcodes taken in: {formatCount(sent.taken)}.
        {sent.repeated > 0 &&
          ` Repeated postcodes, of which the first row counts: ${formatCount(sent.repeated)}.`}
        {sent.refused > 0 && ` Rows left out: ${formatCount(sent.refused)}.`}
      </p>
      {sent.examples.length > 0 && (
        <ul>
          {sent.examples.map(({ row, text }) => (
            <li key={row}>
              Row {row}: {text}
            </li>
          ))}
        </ul>
      )}
      <div className="sf-actions">
        {sent.taken > 0 && (
          <Button type="button" aria-disabled={isBusy} onClick={() => !isBusy && void adopt()}>
            <BusyWords isBusy={isBusy}>Use this file</BusyWords>
          </Button>
        )}
        <Button secondary type="button" onClick={onDone}>
          Choose another file
        </Button>
      </div>
    </section>
  )
}
