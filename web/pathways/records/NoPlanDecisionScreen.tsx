import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { formatDate } from '../../../contract/platform/words/format.ts'
import {
  noPlanDecision,
  noPlanDecisionForm,
  type NoPlanDecision,
  noPlanDecisionRecord,
} from '../../../contract/pathways/records/noPlanDecision.ts'
import { noPlanReasons, type NoPlanReason } from '../../../contract/stages/noPlanReasons.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { idText } from '../../platform/ui/idText.ts'
import { useReturnToPathway } from './returnTo.tsx'
import { RecordForm } from './RecordForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

/** The decision that this person needs no treatment or exercise plan; 0 adds it. */
export const NoPlanDecisionScreen = () => {
  const { noPlanDecisionId } = useParams({ from: '/falls/pathway/noPlanDecision/$noPlanDecisionId' })
  const record = useRecordAsOpened(usePathway().noPlanDecision, noPlanDecisionId)
  if (noPlanDecisionId !== '0' && record === null) return <RecordNotFound />
  return <NoPlanDecisionFormOf key={noPlanDecisionId} record={record} />
}

const NoPlanDecisionFormOf = ({ record }: { record: NoPlanDecision | null }) => {
  const { pathway } = usePathway()
  const { data: clinicians } = useQuery(lookupQuery('clinician'))
  const form = useZodForm(noPlanDecisionForm, {
    decisionDate: record?.decisionDate ?? '',
    clinicianId: idText(record?.clinicianId),
    // None is chosen beforehand; '' is how a form says so.
    reason: record?.reason ?? ('' as NoPlanReason),
    afterDeathConfirmed: false,
    unusualConfirmed: false,
  })
  return (
    <RecordForm
      kind="noPlanDecision"
      record={record}
      form={form}
      place={useReturnToPathway('noPlanDecision')}
      note={
        <p className="sf-quiet">
          The person then waits for the follow-up calls instead of a plan. Deleting the decision undoes it.
        </p>
      }
      about={record === null ? '' : `No-plan decision of ${formatDate(record.decisionDate)}`}
      afterDeathField="afterDeathConfirmed"
      unusualField="unusualConfirmed"
      save={(values, identity, options) =>
        call(noPlanDecision.save, { ...values, ...identity, pathwayId: pathway.id }, options)
      }
      remove={(identity) => call(noPlanDecision.delete, { ...identity, pathwayId: pathway.id })}
    >
      <DateField form={form} name="decisionDate" label={noPlanDecisionRecord.labels.decisionDate} />
      <SelectField
        form={form}
        name="reason"
        label={noPlanDecisionRecord.labels.reason}
        options={noPlanReasons.map(({ code, title }) => ({ id: code, name: title }))}
      />
      <SelectField
        form={form}
        name="clinicianId"
        label={noPlanDecisionRecord.labels.clinicianId}
        options={clinicians}
        current={{ id: record?.clinicianId ?? null, name: record?.names.clinician ?? null }}
      />
    </RecordForm>
  )
}
