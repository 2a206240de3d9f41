import { useNavigate } from '@tanstack/react-router'
import { Button } from 'nhsuk-react-components'
import { useState } from 'react'
import { z } from 'zod'
import {
  checkList,
  listFaults,
  listFields,
  listTemplate,
  loadList,
  mostRowsOnScreen,
  type ListReport,
} from '../../../contract/exchange/caseFinding/caseFinding.ts'
import { listColumns } from '../../../contract/exchange/caseFinding/columns.ts'
import { listKinds } from '../../../contract/exchange/caseFinding/listKind.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { BusyWords } from '../../platform/ui/BusyWords.tsx'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { Fields, type FieldList } from '../../platform/ui/DescribedFields.tsx'
import { chosenFile, FileBox, Sending, type Progress } from '../../platform/ui/FileBox.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { forgetCaseFinding } from './caseFindingQueries.ts'
import { peopleInWords } from './inWords.ts'
import { ListOutcome } from './ListOutcome.tsx'
import { uploadList } from './uploadList.ts'

const form = z.object({ ...listFields, file: chosenFile })
type Values = z.output<typeof form>
type Typed = { kind: string; sender: string; listDate: string; legalBasis: string; file: FileList }
type Described = Omit<Values, 'file'>

interface Checked {
  id: number
  described: Described
  report: ListReport
}

/** Loads a case-finding list: what it is, a dry run, and then the list. */
export const LoadList = () => {
  const [checked, setChecked] = useState<Checked | null>(null)
  const upload = useZodForm(form as unknown as z.ZodType<Values, Typed>, {
    ...{ kind: '', sender: '', listDate: '', legalBasis: '' },
  })
  return (
    <>
      <PageTitle>Load a list</PageTitle>
      {checked === null ? (
        <Upload form={upload} onChecked={setChecked} />
      ) : (
        <Confirmation checked={checked} onBack={() => setChecked(null)} />
      )}
    </>
  )
}

const fields: FieldList<'kind' | 'sender' | 'listDate' | 'legalBasis'> = [
  { choice: 'kind', options: listKinds },
  { text: 'sender', hint: 'The practice, Integrated Care Board, hospital or ambulance service' },
  { day: 'listDate', hint: 'On which it was drawn up. Its people are removed 13 months later' },
  {
    lines: 'legalBasis',
    rows: 3,
    hint: 'Why the service may hold these names and write to these people, as agreed with the sender. For example: direct care, invitation agreed with the practice and its data protection officer on 2 November 2026. A list without it is not loaded',
  },
]

type UploadForm = ReturnType<typeof useZodForm<Typed, Values>>

const Upload = ({ form: upload, onChecked }: { form: UploadForm; onChecked: (checked: Checked) => void }) => {
  const [progress, setProgress] = useState<Progress | null>(null)
  const { problem, attempt } = useAttempt()
  return (
    <>
      <p className="sf-purpose">
        The list is checked first: nothing is stored until you load it. At most{' '}
        {formatCount(mostRowsOnScreen)} rows; an administrator loads more by command.
      </p>
      {problem}
      <Columns onTemplate={() => attempt(() => download(listTemplate, {}))} />
      <FormFrame
        form={upload}
        holdsWork
        className="sf-form"
        submit="Check the list"
        actions={<CancelLink to="/falls/case-finding" />}
        onSave={async ({ file, ...described }) => {
          try {
            const id = await uploadList(file, (done, all) => setProgress({ done, all }))
            const { kind, sender, listDate } = described
            onChecked({ id, described, report: await call(checkList, { id, kind, sender, listDate }) })
          } finally {
            setProgress(null)
          }
        }}
      >
        <Fields form={upload} fields={fields} labels={labels.caseFindingList} />
        <FileBox
          form={upload}
          name="file"
          label="File"
          hint="Comma-separated (CSV), with the names of the columns in the first row"
        />
        <Sending
          progress={progress}
          words={
            progress !== null && progress.done === progress.all ? 'Checking every row…' : 'Sending the file…'
          }
        />
      </FormFrame>
    </>
  )
}

const Columns = ({ onTemplate }: { onTemplate: () => Promise<unknown> }) => (
  <details className="nhsuk-details">
    <summary className="nhsuk-details__summary">
      <span className="nhsuk-details__summary-text">Which columns are read</span>
    </summary>
    <div className="nhsuk-details__text">
      <p>
        Columns are known by their usual names, such as Surname, Forename, DOB and NHS No. Each person needs a
        family name, and an NHS number or a date of birth. Columns with other names are not read.
      </p>
      <p>{listColumns.map(({ title }) => title).join(', ')}.</p>
      <p>
        <strong>Frail</strong> are the categories moderate and severe, or an eFI above 0.24. A score of eFI2
        is not read: give its category.
      </p>
      <WorkButton work={onTemplate}>Download a template</WorkButton>
    </div>
  </details>
)

interface ConfirmationProps {
  checked: Checked
  onBack: () => void
}

const Confirmation = ({ checked: { id, described, report }, onBack }: ConfirmationProps) => {
  const navigate = useNavigate()
  const create = useCreateKey()
  const [isBusy, setBusy] = useState(false)
  const { problem, attempt } = useAttempt()
  const load = async (): Promise<void> => {
    setBusy(true)
    const isDone = await attempt(async () => {
      const loaded = await create((options) => call(loadList, { id, ...described }, options))
      await forgetCaseFinding()
      toast(`List loaded: ${peopleInWords(loaded.report.added)}`)
      await navigate({ to: '/falls/case-finding', search: { list: loaded.id }, replace: true })
    })
    if (!isDone) setBusy(false)
  }
  return (
    <>
      {problem}
      <ListOutcome report={report} />
      <div className="sf-actions">
        {report.added > 0 && (
          <Button type="button" aria-disabled={isBusy} onClick={() => !isBusy && void load()}>
            <BusyWords isBusy={isBusy}>{`Load ${peopleInWords(report.added)}`}</BusyWords>
          </Button>
        )}
        {report.faults.length > 0 && (
          <WorkButton look="secondary" work={() => attempt(() => download(listFaults, { id }))}>
            Download what is to be corrected
          </WorkButton>
        )}
        <Button secondary type="button" onClick={onBack}>
          Choose another file
        </Button>
      </div>
    </>
  )
}
