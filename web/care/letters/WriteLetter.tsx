import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { InsetText } from 'nhsuk-react-components'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { labels } from '../../../contract/platform/words/labels.ts'
import {
  discardLetter,
  letterForm,
  saveLetter,
  signLetter,
  type ComposedLetter,
  type LetterDraft,
} from '../../../contract/care/letters/letter.ts'
import { recipientInWords } from '../../../contract/care/letters/recipients.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { ConflictNotice, useConflict } from '../../platform/ui/ConflictNotice.tsx'
import { RecordNotFound } from '../../pathways/records/RecordNotFound.tsx'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { composedQuery, lettersOfPathwayQuery } from './letterQueries.ts'
import { AppointmentChoices, ChooseAppointment } from './ChooseAppointment.tsx'
import { LetterPaper } from './LetterPaper.tsx'
import { LetterTextField } from './editor/LetterTextField.tsx'
import { useLetterPlace } from './useLetterPlace.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/** A new letter from a template, about an appointment if its address names one. */
export const NewLetter = () => {
  const from = '/falls/pathway/letter-new/$templateId'
  const { templateId } = useParams({ from })
  const { appointment } = useSearch({ from })
  return <Composed key={templateId} templateId={Number(templateId)} draft={null} about={appointment} />
}

/** A letter stored as a draft. */
export const DraftLetter = () => {
  const { draftId } = useParams({ from: '/falls/pathway/letter-draft/$draftId' })
  const { pathway } = usePathway()
  const { data, error, refetch } = useQuery(lettersOfPathwayQuery(pathway.id))
  if (data === undefined) return <LoadingOrFailed what="letter" error={error} refetch={refetch} />
  const draft = data.drafts.find(({ id }) => String(id) === draftId)
  if (draft === undefined) return <RecordNotFound />
  return (
    <Composed
      key={draftId}
      templateId={draft.templateId}
      correctsId={draft.correctsId ?? undefined}
      draft={draft}
    />
  )
}

/** A letter that replaces a signed one. */
export const CorrectionLetter = () => {
  const { letterId } = useParams({ from: '/falls/pathway/letter-correction/$letterId' })
  const { pathway } = usePathway()
  const { data, error, refetch } = useQuery(lettersOfPathwayQuery(pathway.id))
  if (data === undefined) return <LoadingOrFailed what="letter" error={error} refetch={refetch} />
  const letter = data.letters.find(({ id }) => String(id) === letterId)
  if (letter === undefined) return <RecordNotFound />
  return <Composed key={letterId} templateId={letter.templateId} correctsId={letter.id} draft={null} />
}

interface ComposedProps {
  templateId: number
  correctsId?: number | undefined
  draft: LetterDraft | null
  about?: number | undefined
}

const Composed = ({ templateId, correctsId, draft, about }: ComposedProps) => {
  const { pathway } = usePathway()
  const [chosen, choose] = useState(draft?.appointmentId ?? about ?? null)
  const { data, error, refetch } = useQuery(
    composedQuery({
      pathwayId: pathway.id,
      templateId,
      ...(correctsId !== undefined && { correctsId }),
      ...(chosen !== null && { appointmentId: chosen }),
    }),
  )
  const { section } = useLetterPlace()
  if (data === undefined) return <LoadingOrFailed what="letter" error={error} refetch={refetch} />
  if (data.refusal !== null)
    return (
      <>
        <PageTitle>{data.templateName}</PageTitle>
        <InsetText>
          <p>{data.refusal}</p>
        </InsetText>
        <Link to="/falls/pathway/view" search={section}>
          Back to the pathway
        </Link>
      </>
    )
  const { appointments, appointmentId = null } = data
  // Text that already exists is shown whatever has happened to its appointment; signing asks for another one.
  const isWritten = draft !== null || correctsId !== undefined
  return appointments !== undefined && appointmentId === null && !isWritten ? (
    <ChooseAppointment title={data.templateName} appointments={appointments} choose={choose} />
  ) : (
    <LetterForm key={appointmentId} composed={data} correctsId={correctsId} draft={draft} choose={choose} />
  )
}

interface LetterFormProps {
  composed: ComposedLetter
  correctsId: number | undefined
  draft: LetterDraft | null
  /** Chooses the appointment that the letter is about. */
  choose: (appointmentId: number) => void
}

const LetterForm = ({ composed, correctsId, draft: read, choose }: LetterFormProps) => {
  // Keep the values from when the form opened, so that a refetch in the background does not overwrite what the user
  // types.
  const [draft] = useState(read)
  const { pathway } = usePathway()
  const { section, leave, toSigned } = useLetterPlace()
  const conflict = useConflict(draft?.version)
  const [sign, keep] = [useCreateKey(), useCreateKey()]
  const { problem, attempt } = useAttempt()
  const form = useZodForm(letterForm, {
    title: draft?.title ?? composed.title,
    body: draft?.body ?? composed.body,
    concernsConfirmed: false,
  })
  const [title, body, isConfirmed] = useWatch({
    control: form.control,
    name: ['title', 'body', 'concernsConfirmed'],
  })
  const { concerns, appointments = [], appointmentId } = composed
  const about = appointments.find(({ id }) => id === appointmentId)
  // The typed text can raise a concern that did not exist when the letter was started.
  const isAsked = concerns.length > 0 || isConfirmed === true || 'concernsConfirmed' in form.formState.errors
  const letter = {
    pathwayId: pathway.id,
    templateId: composed.templateId,
    ...(appointmentId != null && { appointmentId }),
    ...(correctsId !== undefined && { correctsId }),
  }
  const attemptAndLeave = (work: () => Promise<unknown>, said: string) =>
    attempt(async () => {
      await work()
      form.reset(form.getValues())
      await leave(said)
    })
  const keepDraft = () =>
    attemptAndLeave(() => {
      const words = { title: form.getValues('title'), body: form.getValues('body') }
      return conflict.watch((version) =>
        draft === null
          ? keep((options) => call(saveLetter, { id: 0, ...letter, ...words }, options))
          : call(saveLetter, { id: draft.id, version, ...letter, ...words }),
      )
    }, 'Draft kept. It is not signed yet.')
  return (
    <>
      <PageTitle>{composed.templateName}</PageTitle>
      <p className="sf-purpose">
        To: {recipientInWords(composed.recipient)}. Once it is signed it cannot be changed.
      </p>
      {about !== undefined && <p>About: {about.words}.</p>}
      {appointmentId === null && (
        <InsetText>
          <p>The appointment of this letter is not booked as it was, or none was chosen.</p>
          {form.formState.isDirty ? (
            <p>Keep the letter as a draft, then choose another appointment.</p>
          ) : (
            <AppointmentChoices appointments={appointments} choose={choose} />
          )}
        </InsetText>
      )}
      {problem}
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
          submit="Sign"
          onSave={async (values) => {
            const { id } = await sign((options) =>
              conflict.watch((version) =>
                call(
                  signLetter,
                  { id: draft?.id ?? 0, ...(draft !== null && { version }), ...letter, ...values },
                  options,
                ),
              ),
            )
            await toSigned(id)
          }}
          actions={
            <>
              <WorkButton work={keepDraft}>Keep as draft</WorkButton>
              {draft !== null && (
                <WorkButton
                  work={() =>
                    attemptAndLeave(
                      () =>
                        conflict.watch((version) =>
                          call(discardLetter, { id: draft.id, version, pathwayId: pathway.id }),
                        ),
                      'Draft deleted',
                    )
                  }
                >
                  Delete draft
                </WorkButton>
              )}
              <CancelLink to="/falls/pathway/view" search={section} />
            </>
          }
        >
          {concerns.length > 0 && (
            <InsetText>
              {concerns.map((concern) => (
                <p key={concern}>{concern}</p>
              ))}
            </InsetText>
          )}
          <TextField form={form} name="title" label={labels.letter.title} autoComplete="off" />
          <LetterTextField form={form} name="body" label={labels.letter.body} />
          {isAsked && <CheckboxField form={form} name="concernsConfirmed" label="Sign it all the same" />}
        </FormFrame>
        <LetterPaper label="Preview" frame={composed.frame} title={title} body={body} signedBy={null} />
      </div>
    </>
  )
}
