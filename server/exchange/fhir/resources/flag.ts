import { sql as raw } from 'kysely'
import {
  flagKindNames,
  flagKindOf,
  flagKinds,
  type FlagKindName,
} from '../../../../contract/patients/flags/flagKinds.ts'
import { redFlagActionTitle } from '../../../../contract/patients/flags/redFlag.ts'
import { aPatient, filled, period, words } from '../mapping/elements.ts'
import { of, patient, source, ukCore } from '../mapping/source.ts'

const profile = ukCore('Flag')

interface PatientFlag {
  kind: FlagKindName
  category: string | null
  detail: string | null
  action: string | null
  sinceDate: string | null
  setDay: string
  endedDay: string | null
  endedNote: string | null
  reviewDate: string
  source: string | null
}

/** What staff read on the page of the patient and never on a list: another system would show it in its banner. */
const isReadOnPageOnly = (kind: FlagKindName): boolean => kind === 'safeguarding' || kind === 'homeVisitRisk'
const sharedKinds = flagKindNames.filter((kind) => flagKinds[kind].isShared)

/** What must be known before anything is done: red flags, risks, and what the person needs. */
export const flagSource = source<PatientFlag, 'Flag'>({
  type: 'Flag',
  name: 'flag',
  entity: 'flag',
  table: { name: 'patient_flag', alias: 'record' },
  profile,
  // As External users see them: the language of an interpreter, and of the others only what they are about.
  outside: (row) => ({ ...row, action: null, detail: row.kind === 'interpreter' ? row.detail : null }),
  outsideHas: raw`r.kind in (${raw.join(sharedKinds.map((kind) => raw.lit(kind)))})`,
  select: raw`
    select record.id, record.version, record.patient_id as "patientId", record.updated_at as "recordedAt",
      recorder.display_name as "recordedBy", record.kind, record.category, record.detail, record.action,
      record.since_date as "sinceDate", (record.created_at at time zone 'Europe/London')::date as "setDay",
      (record.ended_at at time zone 'Europe/London')::date as "endedDay", record.ended_note as "endedNote",
      record.review_date as "reviewDate", record.source
    from patient_flag as record
    join patient on patient.id = record.patient_id and patient.is_active
    left join app_user as recorder on recorder.id = record.updated_by`,
  search: {
    ...patient('subject'),
    date: {
      kind: 'date',
      from: raw`coalesce(r."sinceDate", r."setDay")`,
      to: raw`case when r."endedDay" is not null then greatest(r."endedDay", coalesce(r."sinceDate", r."setDay")) end`,
    },
  },
  toFhir: (row) => {
    const { title, category } = flagKindOf(row.kind)
    const chosen = category?.choices.find(({ code }) => code === row.category)?.title
    const said = isReadOnPageOnly(row.kind)
      ? []
      : [chosen, words(row.detail), redFlagActionTitle(row.action)].filter((part) => part != null)
    const start = row.sinceDate ?? row.setDay
    const end = row.endedDay !== null && row.endedDay < start ? start : row.endedDay
    return filled({
      resourceType: 'Flag',
      status: row.endedDay === null ? 'active' : 'inactive',
      category: [{ text: title }],
      code: { text: said.length === 0 ? title : `${title}: ${said.join('. ')}` },
      subject: aPatient(row.patientId),
      period: period(start, row.endedDay === null ? null : end),
    })
  },
  fields: {
    kind: 'category.text',
    category: 'code.text',
    detail: 'code.text',
    action: 'code.text',
    sinceDate: 'period.start',
    setDay: 'period.start',
    endedDay: 'period.end',
    endedNote: { left: 'why staff ended it' },
    reviewDate: { left: 'a reminder for this service' },
    source: { left: 'where in this service it was found' },
  },
})

interface Capacity {
  decision: string
  isAble: boolean
  assessedDate: string
  assessor: string
  basis: string
  attorney: string | null
  /** The last assessment of its decision. */
  isLatest: boolean
}

/** An assessment of mental capacity, which is about one decision on one day. */
export const capacitySource = source<Capacity, 'Flag'>({
  type: 'Flag',
  name: 'capacity',
  isComposed: true,
  entity: 'capacity',
  table: { name: 'capacity_assessment', alias: 'record' },
  isDeletable: true,
  profile,
  outside: 'withheld',
  select: raw`
    select record.id, record.version, record.is_active as "isActive", record.patient_id as "patientId",
      (select max(other.updated_at) from capacity_assessment as other where other.patient_id = record.patient_id) as "recordedAt",
      recorder.display_name as "recordedBy", record.decision,
      record.is_able as "isAble", record.assessed_date as "assessedDate", record.assessor, record.basis, record.attorney,
      not exists (select from capacity_assessment as later where later.patient_id = record.patient_id and later.is_active
        and lower(later.decision) = lower(record.decision) and later.id <> record.id
        and (later.assessed_date, later.id) > (record.assessed_date, record.id)) as "isLatest"
    from capacity_assessment as record
    join patient on patient.id = record.patient_id and patient.is_active
    left join app_user as recorder on recorder.id = record.updated_by`,
  search: {
    ...patient('subject'),
    date: {
      kind: 'date',
      from: of('assessedDate'),
      to: raw`case when not r."isLatest" then r."assessedDate" end`,
    },
  },
  toFhir: (row) =>
    filled({
      resourceType: 'Flag',
      // A later assessment of the same decision takes the place of this one.
      status: row.isLatest ? 'active' : 'inactive',
      category: [{ text: 'Mental capacity' }],
      code: {
        text: [
          `${row.isAble ? 'Able' : 'Not able'} to decide: ${words(row.decision) ?? ''}`,
          `Assessed by ${words(row.assessor) ?? ''}: ${words(row.basis) ?? ''}`,
          words(row.attorney) === undefined ? undefined : `Attorney or deputy: ${words(row.attorney) ?? ''}`,
        ]
          .filter((part) => part !== undefined)
          .join('. '),
      },
      subject: aPatient(row.patientId),
      period: period(row.assessedDate, row.isLatest ? null : row.assessedDate),
    }),
  fields: {
    decision: 'code.text',
    isAble: 'code.text',
    assessedDate: 'period.start',
    assessor: 'code.text',
    basis: 'code.text',
    attorney: 'code.text',
    isLatest: 'status',
  },
})
