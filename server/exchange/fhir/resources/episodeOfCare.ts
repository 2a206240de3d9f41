import { sql as raw } from 'kysely'
import type { EpisodeOfCare } from 'fhir/r4.js'
import { dayOfInstant } from '../../../../contract/platform/dates/wallTime.ts'
import { stageTitles, type Stage } from '../../../../contract/stages/stage.ts'
import { aPatient, aClinician, filled, period, refer, service } from '../mapping/elements.ts'
import { pathwayElsewhere, pathwayOutside, selectPathways, type PathwayRow } from '../mapping/pathwayRow.ts'
import { patient, reference, source, token, ukCore } from '../mapping/source.ts'

type Status = EpisodeOfCare['status']

const statusOf = ({ cancelReferralDate, dischargeDate, isBegun }: PathwayRow): Status => {
  if (cancelReferralDate !== null) return 'cancelled'
  if (dischargeDate !== null) return 'finished'
  return isBegun ? 'active' : 'planned'
}

const titles: Readonly<Record<string, string>> = stageTitles
const statusOfStage = (stage: string): Status => {
  if (stage === 'cancelled' || stage === 'removed') return 'cancelled'
  if (stage === 'discharged') return 'finished'
  return stage === 'awaitingAssessment' ? 'planned' : 'active'
}

/** The statuses so far with their days. A stage that leaves the status as it was adds nothing. */
const historyOf = ({ stages, receivedDate, referralDate }: PathwayRow): EpisodeOfCare['statusHistory'] => {
  const begins = receivedDate ?? referralDate
  const changes = stages
    .map(({ stage, at }) => ({ status: statusOfStage(stage), day: dayOfInstant(at) }))
    .filter(({ status }, place, all) => status !== all[place - 1]?.status)
  return changes.map(({ status, day }, place) => {
    const end = changes[place + 1]?.day
    // A status may be corrected to an earlier one on the same day; a period never ends before it begins.
    // The first began with the care, whenever it was entered.
    const start = place === 0 && begins !== null ? begins : day
    return { status, period: filled({ start, end: end === undefined || end < start ? undefined : end }) }
  })
}

const typeOf = (stage: Stage | null) => (stage === null ? undefined : [{ text: titles[stage] ?? stage }])

/** The pathway of a referral. Its days are those of the care, not of the paper. */
export const episodeSource = source<PathwayRow, 'EpisodeOfCare'>({
  type: 'EpisodeOfCare',
  name: '',
  entity: 'pathway',
  table: { name: 'pathway', alias: 'pathway' },
  isComposed: true,
  ofPathway: true,
  isDeletable: true,
  profile: ukCore('EpisodeOfCare'),
  outside: pathwayOutside,
  staffSearch: ['care-manager'],
  select: selectPathways,
  search: {
    ...patient('patient'),
    status: token(
      raw`case when r."cancelReferralDate" is not null then 'cancelled' when r."dischargeDate" is not null then 'finished'
        when r."isBegun" then 'active' else 'planned' end`,
      'http://hl7.org/fhir/episode-of-care-status',
    ),
    date: {
      kind: 'date',
      from: raw`coalesce(r."receivedDate", r."referralDate")`,
      to: raw`case when coalesce(r."cancelReferralDate", r."dischargeDate") is not null then
        greatest(coalesce(r."cancelReferralDate", r."dischargeDate"), coalesce(r."receivedDate", r."referralDate")) end`,
    },
    'care-manager': reference('careManager', 'Practitioner', raw`'clinician-' || r."ownerId"`),
    organization: reference('managingOrganization', 'Organization', raw.lit('service')),
  },
  toFhir: (row) => {
    const begins = row.receivedDate ?? row.referralDate
    const ends = row.cancelReferralDate ?? row.dischargeDate
    return filled({
      resourceType: 'EpisodeOfCare',
      status: statusOf(row),
      statusHistory: historyOf(row),
      type: typeOf(row.stage),
      patient: aPatient(row.patientId),
      managingOrganization: service,
      period: period(begins, ends !== null && begins !== null && ends < begins ? begins : ends),
      referralRequest: [refer('ServiceRequest', `referral-${row.id}`)],
      careManager: row.ownerId === null ? undefined : aClinician(row.ownerId, row.owner ?? ''),
    })
  },
  fields: {
    ...pathwayElsewhere,
    referralDate: 'period.start',
    receivedDate: 'period.start',
    cancelReferralDate: 'period.end',
    dischargeDate: 'period.end',
    stage: 'type.text',
    isBegun: 'status',
    ownerId: 'careManager.reference',
    owner: 'careManager.display',
    teamId: { left: 'EpisodeOfCare.team takes only a CareTeam, which this service does not keep' },
    team: { left: 'EpisodeOfCare.team takes only a CareTeam, which this service does not keep' },
    stages: 'statusHistory.status',
  },
})
