import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { optional } from '../../../contract/platform/words/labels.ts'
import {
  frat,
  fratForm,
  fratItems,
  fratPrompt,
  fratTitle,
  scoreOf,
  type Frat,
  fratRecord,
} from '../../../contract/pathways/records/frat.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { answerText, YesNoField } from '../../platform/ui/YesNoField.tsx'
import { idText } from '../../platform/ui/idText.ts'
import { DeathFields, deathOf, useSaysDied } from './DeathFields.tsx'
import { useReturnToPathway } from './returnTo.tsx'
import { RecordForm } from './RecordForm.tsx'
import { recordScreen } from './recordScreen.tsx'

const FratForm = ({ record }: { record: Frat | null }) => {
  const { pathway, frat: all } = usePathway()
  const place = useReturnToPathway('frat')
  const { data: teamMembers } = useQuery(lookupQuery('teamMember'))
  const { data: locations } = useQuery(lookupQuery('location'))
  const { data: destinations } = useQuery(lookupQuery('dischargedTo'))
  const form = useZodForm(fratForm, {
    assessmentDate: record?.assessmentDate ?? '',
    teamMemberId: idText(record?.teamMemberId),
    locationId: idText(record?.locationId),
    fallInLastYear: answerText(record?.fallInLastYear),
    fourOrMoreMedicines: answerText(record?.fourOrMoreMedicines),
    strokeOrParkinsons: answerText(record?.strokeOrParkinsons),
    balanceProblems: answerText(record?.balanceProblems),
    cannotRiseFromChair: answerText(record?.cannotRiseFromChair),
    fratScore: record === null ? '' : String(record.fratScore),
    dischargedTo: idText(record?.dischargedTo),
    deceasedDate: '',
    deathBeforeRecordsConfirmed: false,
    afterDeathConfirmed: false,
    unusualConfirmed: false,
  })
  const isDeath = useSaysDied(form, { dischargedTo: destinations })
  const { control, setValue } = form
  const answers = useWatch({ control, name: fratItems.map(({ field }) => field) })
  const added = scoreOf(
    Object.fromEntries(
      fratItems.map(({ field }, index) => [field, answers[index] ? answers[index] === 'yes' : null]),
    ),
  )
  useEffect(() => {
    if (added !== null) setValue('fratScore', String(added), { shouldDirty: true })
  }, [added, setValue])
  const typed = useWatch({ control, name: 'fratScore' })
  const score = fratForm.shape.fratScore.safeParse(typed)
  return (
    <RecordForm
      kind="frat"
      record={record}
      form={form}
      place={place}
      note={<p className="sf-quiet">{fratTitle}</p>}
      about={record === null ? '' : `FRAT of ${formatDate(record.assessmentDate)}, score ${record.fratScore}`}
      deleteWarning={
        all.length === 1
          ? 'It is the only FRAT: without it the referral may go back to awaiting assessment.'
          : undefined
      }
      afterDeathField="afterDeathConfirmed"
      unusualField="unusualConfirmed"
      save={(values, identity, options) =>
        call(frat.save, { ...deathOf(values, isDeath), ...identity, pathwayId: pathway.id }, options)
      }
      remove={(identity) => call(frat.delete, { ...identity, pathwayId: pathway.id })}
    >
      <DateField form={form} name="assessmentDate" label={fratRecord.labels.assessmentDate} />
      <SelectField
        form={form}
        name="teamMemberId"
        label={fratRecord.labels.teamMemberId}
        options={teamMembers}
        current={{ id: record?.teamMemberId ?? null, name: record?.names.teamMember ?? null }}
      />
      <SelectField
        form={form}
        name="locationId"
        label={fratRecord.labels.locationId}
        options={locations}
        current={{ id: record?.locationId ?? null, name: record?.names.location ?? null }}
      />
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
      <SelectField
        form={form}
        name="dischargedTo"
        label={optional(fratRecord.labels.dischargedTo)}
        hint="Only when the person leaves the service after this assessment"
        options={destinations}
        optional
        // Beside the score a press by mistake would end the pathway.
        offersKnown={false}
        current={{ id: record?.dischargedTo ?? null, name: record?.names.dischargedTo ?? null }}
      />
      {isDeath && <DeathFields form={form} />}
    </RecordForm>
  )
}

/** A FRAT of this pathway: 0 adds one, any other id edits one of its own. */
export const FratScreen = recordScreen('frat', 'fratId', FratForm)
