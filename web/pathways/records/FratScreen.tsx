import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { formatDate } from '../../../contract/platform/words/format.ts'
import {
  fratForm,
  fratItems,
  fratPrompt,
  fratTitle,
  scoreOf,
  fratRecord,
} from '../../../contract/pathways/records/frat.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { TextField } from '../../platform/ui/fields.tsx'
import { answerText, YesNoField } from '../../platform/ui/YesNoField.tsx'
import { DeathFields, deathOf, saysDied, useSaysDied } from './DeathFields.tsx'
import { DescribedForm } from './DescribedForm.tsx'
import { recordScreen } from './recordScreen.tsx'

/** A FRAT of this pathway: 0 adds one, any other id edits one of its own. */
export const FratScreen = recordScreen('frat', 'fratId', ({ record }) => {
  const { frat: all } = usePathway()
  const { data: destinations } = useQuery(lookupQuery('dischargedTo'))
  return (
    <DescribedForm
      kind="frat"
      record={record}
      schema={fratForm}
      note={fratTitle}
      about={record === null ? '' : `FRAT of ${formatDate(record.assessmentDate)}, score ${record.fratScore}`}
      deleteWarning={
        all.length === 1
          ? 'It is the only FRAT: without it the referral may go back to awaiting assessment.'
          : undefined
      }
      values={{
        ...Object.fromEntries(fratItems.map(({ field }) => [field, answerText(record?.[field])])),
        fratScore: record === null ? '' : String(record.fratScore),
        deceasedDate: '',
        deathBeforeRecordsConfirmed: false,
      }}
      send={(values) => deathOf(values, saysDied(destinations, values.dischargedTo))}
      fields={[
        { day: 'assessmentDate' },
        { lookup: 'teamMemberId', of: 'teamMember' },
        { lookup: 'locationId', of: 'location' },
        { part: (form) => <Score form={form} /> },
        {
          lookup: 'dischargedTo',
          of: 'dischargedTo',
          isOptional: true,
          hint: 'Only when the person leaves the service after this assessment',
          // Beside the score a press by mistake would end the pathway.
          offersKnown: false,
        },
        { part: (form) => <Death form={form} /> },
      ]}
    />
  )
})

/** The five questions, and the score that they add up to. */
const Score = ({ form }: { form: UseFormReturn }) => {
  const { control, setValue } = form
  const answers: unknown[] = useWatch({ control, name: fratItems.map(({ field }) => field) })
  const added = scoreOf(
    Object.fromEntries(
      fratItems.map(({ field }, index) => [field, answers[index] ? answers[index] === 'yes' : null]),
    ),
  )
  useEffect(() => {
    if (added !== null) setValue('fratScore', String(added), { shouldDirty: true })
  }, [added, setValue])
  const typed: unknown = useWatch({ control, name: 'fratScore' })
  const score = fratForm.shape.fratScore.safeParse(typed)
  return (
    <>
      <fieldset className="nhsuk-fieldset sf-items">
        <legend className="nhsuk-fieldset__legend nhsuk-fieldset__legend--s">
          Five questions (optional)
        </legend>
        <div className="nhsuk-hint">
          Answer all five and the score adds itself up, or type the score alone.
        </div>
        {fratItems.map(({ field, question, prompt }, index) => (
          <YesNoField
            key={field}
            form={form}
            name={field}
            label={question}
            hint={answers[index] === 'yes' ? prompt : undefined}
          />
        ))}
      </fieldset>
      <TextField
        form={form}
        name="fratScore"
        label={fratRecord.labels.fratScore}
        hint={
          added === null
            ? '0 to 5: how many of the five factors are present'
            : 'Added up from the five answers'
        }
        readOnly={added !== null}
        width={2}
        inputMode="numeric"
        autoComplete="off"
      />
      <p className="sf-prompt" role="status">
        {score.success ? fratPrompt(score.data) : ''}
      </p>
    </>
  )
}

const Death = ({ form }: { form: UseFormReturn }) =>
  useSaysDied(form, { dischargedTo: useQuery(lookupQuery('dischargedTo')).data }) && (
    <DeathFields form={form} />
  )
