import { Link } from '@tanstack/react-router'
import { Button } from 'nhsuk-react-components'
import { useState } from 'react'
import { z } from 'zod'
import { organisationTypes, type OrganisationType } from '../../../contract/reference/organisation.ts'
import {
  applyImport,
  checkImport,
  type ImportReport,
} from '../../../contract/reference/organisationImport.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterAdministration } from '../../platform/calls/queries.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { BusyWords } from '../../platform/ui/BusyWords.tsx'
import { chosenFile, FileBox, Sending, type Progress } from '../../platform/ui/FileBox.tsx'
import { ImportOutcome } from './ImportOutcome.tsx'
import { uploadFile } from './upload.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

interface Checked {
  id: number
  type: OrganisationType | undefined
  report: ImportReport
}

export const OrganisationImport = () => {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [done, setDone] = useState<ImportReport | null>(null)
  return (
    <>
      <PageTitle>Import organisations</PageTitle>
      <p className="sf-purpose">
        Imports a file of the NHS Organisation Data Service, such as epraccur.csv (practices), ebranchs.csv
        (branches) or epcmem.csv (memberships). The file is checked first: nothing changes until you confirm,
        and nothing is ever deleted.
      </p>
      {done !== null ? (
        <>
          <ImportOutcome title="What the file did" report={done} />
          <p>
            <Link to="/falls/organisation-list">Back to all organisations</Link>
          </p>
        </>
      ) : checked !== null ? (
        <Confirmation checked={checked} onBack={() => setChecked(null)} onDone={setDone} />
      ) : (
        <Upload onChecked={setChecked} />
      )}
    </>
  )
}

const form = z.object({
  file: chosenFile,
  type: z.enum([...organisationTypes, '']).transform((type) => (type === '' ? undefined : type)),
})
type Typed = { file: FileList; type: string }
type Values = z.output<typeof form>

const Upload = ({ onChecked }: { onChecked: (checked: Checked) => void }) => {
  const upload = useZodForm(form as unknown as z.ZodType<Values, Typed>, { type: '' })
  const [progress, setProgress] = useState<Progress | null>(null)
  return (
    <FormFrame
      form={upload}
      className="sf-form"
      submit="Check the file"
      actions={<CancelLink to="/falls/organisation-list" />}
      onSave={async ({ file, type }) => {
        try {
          const id = await uploadFile(file, (done, all) => setProgress({ done, all }))
          onChecked({ id, type, report: await call(checkImport, { id, type }) })
        } finally {
          setProgress(null)
        }
      }}
    >
      <FileBox form={upload} name="file" label="File" hint="Comma-separated, with 27 or 6 columns" />
      <SelectField
        form={upload}
        name="type"
        label="What the file holds (optional)"
        hint="Known from the usual names of the files; choose it for a file with another name"
        options={organisationTypes.map((type) => ({ id: type, name: type }))}
        optional="As its name says"
      />
      <Sending
        progress={progress}
        words={
          progress !== null && progress.done === progress.all ? 'Checking every row…' : 'Sending the file…'
        }
      />
    </FormFrame>
  )
}

interface ConfirmationProps {
  checked: Checked
  onBack: () => void
  onDone: (report: ImportReport) => void
}

const Confirmation = ({ checked: { id, type, report }, onBack, onDone }: ConfirmationProps) => {
  const [isBusy, setBusy] = useState(false)
  const { problem, attempt } = useAttempt()
  const willChange = report.added + report.changed + report.closed + report.reopened > 0
  const apply = async (): Promise<void> => {
    setBusy(true)
    const isDone = await attempt(async () => {
      const applied = await call(applyImport, { id, type })
      await forgetAfterAdministration()
      onDone(applied)
    }, 'The file was taken in')
    if (!isDone) setBusy(false)
  }
  return (
    <>
      {problem}
      <ImportOutcome title="What the file would do" report={report} />
      <div className="sf-actions">
        {willChange && (
          <Button type="button" aria-disabled={isBusy} onClick={() => !isBusy && void apply()}>
            <BusyWords isBusy={isBusy}>Take the file in</BusyWords>
          </Button>
        )}
        <Button secondary type="button" onClick={onBack}>
          Choose another file
        </Button>
      </div>
    </>
  )
}
