import { sql as raw, type RawBuilder } from 'kysely'
import { latestPathway } from '../../../patients/search/shownRows.ts'
import type { FhirCaller } from '../../smart/tokens.ts'
import type { Reach } from '../mapping/source.ts'

/**
 * Whose records a client may see, asked in every statement so that a change applies at once. Restricted records are
 * never sent: no program can say why it needs one (decision 81). Clients of shared care see what External users see
 * (decision 18): the open referral, otherwise the latest, if the person agreed to share it.
 * An app may be limited to one patient (decision 150).
 */
export const reachOf =
  ({ purpose, teamId, patientId }: Pick<FhirCaller, 'purpose' | 'teamId' | 'patientId'>): Reach =>
  (patient, pathway) => {
    const isThePatient = patientId === null ? raw`` : raw`${patient} = ${patientId}::bigint and `
    const isOpenTo = raw`${isThePatient}not exists (select from patient_restriction as restriction
      where restriction.patient_id = ${patient} and restriction.ended_at is null)`
    if (purpose !== 'sharedCare' && teamId === null) return isOpenTo
    const isThis = pathway === null ? raw`` : raw` and reached.id = coalesce(${pathway}, reached.id)`
    return raw`${isOpenTo} and exists (
      select from patient as subject
      ${purpose === 'sharedCare' ? shared : raw`join pathway as reached on reached.patient_id = subject.id and reached.is_active`}
      ${teamId === null ? raw`` : raw`join pathway_owner as owning on owning.pathway_id = reached.id and owning.team_id = ${teamId}`}
      where subject.id = ${patient}${isThis})`
  }

const shared: RawBuilder<unknown> = raw`cross join lateral (${raw.raw(latestPathway('subject'))}) as reached
  join client_shared_pathway as agreed on agreed.id = reached.id`
