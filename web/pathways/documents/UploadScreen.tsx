import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { uploadForm } from '../../../contract/pathways/document.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { ApiError } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { messageOf } from '../../platform/ui/fields.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useLeaveGuard } from '../../platform/ui/useLeaveGuard.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { ChosenFiles } from './ChosenFiles.tsx'
import { FileChooser } from './FileChooser.tsx'
import { forgetDocuments } from './queries.ts'
import { useUploads } from './useUploads.ts'

/** Uploads one or more files of one type to this pathway. */
export const UploadScreen = () => {
  const { pathway, patient } = usePathway()
  const navigate = useNavigate()
  const { data: types } = useQuery(lookupQuery('documentType'))
  const uploads = useUploads({ pathwayId: pathway.id, patientId: patient.id })
  const { files, isSending } = uploads
  const form = useZodForm(uploadForm, { DocumentTypeId: '', file: [] as File[] })
  useLeaveGuard(uploads.isUnderWay)
  const back = {
    to: '/falls/pathway/view',
    search: { id: pathway.id, patientId: patient.id, section: 'documents' },
  } as const

  const hold = (held: File[]): void => {
    form.setValue('file', held, { shouldDirty: true })
    if (held.length > 0) form.clearErrors('file')
  }

  const send = async (typeId: number): Promise<void> => {
    const { missing, repaired } = await uploads.send(typeId)
    const readAgain = forgetDocuments()
    if (missing > 0) throw new ApiError(0, leftOver(missing, files.length))
    await readAgain
    toast(
      files.length === 1 ? 'Document uploaded' : `${files.length} documents uploaded`,
      repaired.length > 0 ? <p>{repairedInWords(repaired)}</p> : null,
    )
    // Everything is stored, so leaving does not ask.
    await navigate({ ...back, ignoreBlocker: true, replace: true })
  }

  return (
    <>
      <PageTitle>Upload documents</PageTitle>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit={uploads.sendable > 1 ? `Upload ${uploads.sendable} files` : 'Upload'}
        onSave={({ DocumentTypeId }) => send(DocumentTypeId)}
        actions={<CancelLink {...back} />}
      >
        <SelectField
          form={form}
          name="DocumentTypeId"
          label={labels.document.DocumentTypeId}
          options={types}
        />
        <FileChooser
          kinds={uploads.kinds}
          problem={messageOf(form, 'file')}
          onChoose={(added) => {
            uploads.add(added)
            hold([...files.map(({ file }) => file), ...added])
          }}
        />
        {files.length > 0 && (
          <ChosenFiles
            files={files}
            isSending={isSending}
            onRemove={(key) => {
              uploads.remove(key)
              hold(files.filter((one) => one.key !== key).map(({ file }) => file))
            }}
          />
        )}
        <p className="nhsuk-u-visually-hidden" role="status">
          {uploads.news}
        </p>
      </FormFrame>
    </>
  )
}

const repairedInWords = (names: readonly string[]): string =>
  `${names.join(', ')} ${names.length === 1 ? 'was' : 'were'} damaged on the way and repaired without loss. Please open ${names.length === 1 ? 'it' : 'them'} to check.`

const leftOver = (missing: number, all: number): string =>
  all === 1
    ? 'The file was not uploaded. The reason is beside it.'
    : `${missing} of ${all} files ${missing === 1 ? 'was' : 'were'} not uploaded. The reason is beside each.`
