import { formatDate } from '../../../contract/platform/words/format.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { triesSince } from '../../../contract/pathways/records/callTries.ts'
import { followup, followupForm, type Followup } from '../../../contract/pathways/records/followup.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { FollowupFields } from './FollowupFields.tsx'
import type { UseFormReturn } from 'react-hook-form'
import { followupOfTold } from '../../../contract/care/person/questionsTaken.ts'
import { followupToSend, followupValues } from './followupValues.ts'
import { ToldBeside } from './ToldBeside.tsx'
import { useReturnToPathway } from './returnTo.tsx'
import { RecordForm } from './RecordForm.tsx'
import { recordScreen } from './recordScreen.tsx'

/**
 * For a call before this day, the form asks whether it counts. It does not ask about a stored call that already counts
 * without an answer.
 */
const countsFromOf = (record: Followup | null, stage: PathwayView['stage']): string | null =>
  !stage.open || (record?.countsEarly === null && stage.countedCalls.includes(record.id))
    ? null
    : stage.nextCallCountsFrom

/** A telephone follow-up of this pathway; id 0 adds one. */
export const FollowupScreen = recordScreen('followup', 'followupId', ({ record }) => {
  const { pathway, patient, stage, followup: calls } = usePathway()
  const form = useZodForm(followupForm, followupValues(record))
  return (
    <RecordForm
      kind="followup"
      record={record}
      form={form}
      place={useReturnToPathway('followup')}
      note={
        <p className="sf-quiet">
          Only a call in which the patient was reached counts towards the two follow-ups, and only when it was
          due: 3 months after care ended, and 3 months after the first.
        </p>
      }
      about={record === null ? '' : `Telephone follow-up of ${formatDate(record.callDate)}`}
      afterDeathField="afterDeathConfirmed"
      unusualField="unusualConfirmed"
      save={(values, identity, options) =>
        call(followup.save, { ...followupToSend(values), ...identity, pathwayId: pathway.id }, options)
      }
      remove={(identity) => call(followup.delete, { ...identity, pathwayId: pathway.id })}
    >
      {record === null && (
        <ToldBeside pathwayId={pathway.id} form={form as unknown as UseFormReturn} fill={followupOfTold} />
      )}
      <FollowupFields
        form={form}
        record={record}
        countsFrom={countsFromOf(record, stage)}
        tries={triesSince(calls, stage.open ? stage.callsCountFrom : null).length}
        isDeathKnown={patient.deceasedDate !== null}
      />
    </RecordForm>
  )
})
