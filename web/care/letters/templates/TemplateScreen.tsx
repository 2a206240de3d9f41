import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { CancelLink } from '../../../platform/ui/CancelLink.tsx'
import { Fields } from '../../../platform/ui/DescribedFields.tsx'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { formatDateTime } from '../../../../contract/platform/words/format.ts'
import { labels } from '../../../../contract/platform/words/labels.ts'
import type { LetterFrame } from '../../../../contract/care/letters/letter.ts'
import {
  exampleValues,
  fillIn,
  mergeFieldNames,
  mergeFields,
} from '../../../../contract/care/letters/mergeFields.ts'
import { letterOccasions, letterRecipients } from '../../../../contract/care/letters/recipients.ts'
import {
  letterTemplateForm,
  saveLetterTemplate,
  type LetterTemplateView,
} from '../../../../contract/care/letters/template.ts'
import { call } from '../../../platform/calls/api.ts'
import { forgetAfterAdministration } from '../../../platform/calls/queries.ts'
import { ConflictNotice, useConflict } from '../../../platform/ui/ConflictNotice.tsx'
import { CheckboxField } from '../../../platform/ui/CheckboxField.tsx'
import { LoadingOrFailed } from '../../../platform/ui/LoadingOrFailed.tsx'
import { FormFrame } from '../../../platform/ui/FormFrame.tsx'
import { idText } from '../../../platform/ui/idText.ts'
import { PageTitle } from '../../../platform/ui/PageTitle.tsx'
import { toast } from '../../../platform/ui/Toast.tsx'
import { useCreateKey } from '../../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../../platform/ui/useZodForm.ts'
import { templateQuery } from '../letterQueries.ts'
import { LetterPaper } from '../LetterPaper.tsx'
import { LetterTextField } from '../editor/LetterTextField.tsx'

/** Adds a template (id 0) or saves a new version of one, with a preview of a letter. */
export const TemplateScreen = () => {
  const { templateId } = useParams({ from: '/falls/_administration/letter-template/$templateId' })
  return templateId === '0' ? (
    <TemplateForm view={null} />
  ) : (
    <Existing key={templateId} id={Number(templateId)} />
  )
}

const Existing = ({ id }: { id: number }) => {
  const { data: view, error, refetch } = useQuery(templateQuery(id))
  if (view === undefined) return <LoadingOrFailed what="template" error={error} refetch={refetch} />
  return <TemplateForm view={view} />
}

const TemplateForm = ({ view: read }: { view: LetterTemplateView | null }) => {
  // Keep the values from when the form opened, so that a refetch in the background does not overwrite what the user
  // types.
  const [view] = useState(read)
  const navigate = useNavigate()
  const create = useCreateKey()
  const conflict = useConflict(view?.version)
  const form = useZodForm(letterTemplateForm, {
    name: view?.name ?? '',
    recipient: view?.recipient ?? 'patient',
    occasion: view?.occasion ?? 'other',
    documentTypeId: idText(view?.documentTypeId),
    title: view?.title ?? '',
    body: view?.body ?? '',
    isActive: view?.isActive ?? true,
  })
  const leave = async (said: string): Promise<void> => {
    await forgetAfterAdministration()
    toast(said)
    await navigate({ to: '/falls/letter-templates', replace: true })
  }
  return (
    <>
      <PageTitle>{view === null ? 'Add template' : 'Edit template'}</PageTitle>
      <ConflictNotice
        conflict={conflict}
        leave={() => {
          form.reset()
          void leave('Your changes were not saved')
        }}
      />
      <div className="sf-letter-desk">
        <FormFrame
          form={form}
          guarded
          className="sf-form"
          submit="Save"
          onSave={async (values) => {
            await conflict.watch((version) =>
              view === null
                ? create((options) => call(saveLetterTemplate, { ...values, id: 0 }, options))
                : call(saveLetterTemplate, { ...values, id: view.id, version }),
            )
            await leave('Template saved')
          }}
          actions={<CancelLink to="/falls/letter-templates" />}
        >
          <Fields
            form={form}
            labels={labels.letterTemplate}
            record={view}
            fields={[
              { text: 'name' },
              { select: 'recipient', options: letterRecipients },
              { select: 'occasion', options: letterOccasions },
              { lookup: 'documentTypeId', of: 'documentType' },
              { text: 'title' },
            ]}
          />
          <LetterTextField
            form={form}
            name="body"
            label={labels.letterTemplate.body}
            hint="Words in [brackets] must be filled in before a letter is signed"
            hasFields
          />
          <CheckboxField form={form} name="isActive" label={labels.letterTemplate.isActive} />
        </FormFrame>
        <Example form={form} />
      </div>
      <MergeFieldList />
      {view !== null && <Versions view={view} />}
    </>
  )
}

type TemplateFormOf = UseFormReturn<
  z.input<typeof letterTemplateForm>,
  unknown,
  z.output<typeof letterTemplateForm>
>

/** Preview of a letter from the template, addressed to an invented person. */
const Example = ({ form }: { form: TemplateFormOf }) => {
  const [recipient, title, body] = useWatch({ control: form.control, name: ['recipient', 'title', 'body'] })
  const isToPatient = recipient === 'patient'
  const frame: LetterFrame = {
    head: {
      serviceName: mergeFields.serviceName.example,
      address: null,
      telephone: mergeFields.serviceTelephone.example,
    },
    to: [
      isToPatient ? mergeFields.patientName.example : mergeFields.gpPractice.example,
      '1 Willow Lane',
      'Fernhill',
    ],
    about: [
      ...(isToPatient ? [] : [mergeFields.patientName.example, `Born ${mergeFields.dateOfBirth.example}`]),
      `NHS number ${mergeFields.nhsNumber.example}`,
    ],
    date: today(),
    size: isToPatient ? 'patient' : 'usual',
  }
  const filled = (words: string): string => fillIn(words, exampleValues, (missing) => missing, !isToPatient)
  return (
    <LetterPaper
      label="Preview for an invented person"
      frame={frame}
      title={filled(title)}
      body={filled(body)}
      signedBy={null}
    />
  )
}

const MergeFieldList = () => (
  <details className="nhsuk-details">
    <summary className="nhsuk-details__summary">
      <span className="nhsuk-details__summary-text">Fields that are filled in for each patient</span>
    </summary>
    <div className="nhsuk-details__text">
      <ul>
        {mergeFieldNames.map((name) => (
          <li key={name}>
            <code>{`{{${name}}}`}</code> {mergeFields[name].title}
          </li>
        ))}
      </ul>
    </div>
  </details>
)

const Versions = ({ view }: { view: LetterTemplateView }) => (
  <details className="nhsuk-details">
    <summary className="nhsuk-details__summary">
      <span className="nhsuk-details__summary-text">Versions ({view.versions.length})</span>
    </summary>
    <div className="nhsuk-details__text">
      {view.versions.map(({ version, title, body, savedAt, savedBy }) => (
        <section key={version} aria-label={`Version ${version}`}>
          <p>
            <strong>Version {version}</strong>, {formatDateTime(savedAt)} {savedBy}
          </p>
          <p>{title}</p>
          <p className="sf-text">{body}</p>
        </section>
      ))}
    </div>
  </details>
)
