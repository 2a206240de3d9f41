import { sql as raw, type Kysely } from 'kysely'
import type { AuditPerson, AuditRow } from '../../../contract/insight/audit/auditQuestion.ts'
import type { AuditQuestion } from '../../../contract/insight/audit/auditQuestionNames.ts'
import type { DB } from '../../platform/db/types.ts'
import { eventInWords, exportActions, timesOf, type AskedEvent } from './eventInWords.ts'

/** The input of a question. */
export interface Asked {
  dateFrom: string
  dateTo: string
  patientId?: number
  userId?: number
  /** Of a FHIR client. */
  clientId?: number
}

/** An event with the names of its user and patient. */
interface FoundEvent extends AskedEvent {
  who: string | null
  family_name: string | null
  first_name: string | null
  nhs_number: string | null
}

/** Nobody was signed in, or the user name given does not exist. */
const nobody = 'Nobody signed in'

/**
 * The events that answer a question, newest first.
 * @param limit most rows to read
 */
export const findEvents = async (
  sql: Kysely<DB>,
  question: Exclude<AuditQuestion, 'unusual'>,
  { dateFrom, dateTo, patientId, userId, clientId }: Asked,
  limit: number,
): Promise<FoundEvent[]> => {
  const { rows } = await raw<FoundEvent>`
    select event.*, app_user.display_name as who, patient.family_name, patient.first_name, patient.nhs_number
    from audit_events_asked(${question}, ${patientId ?? userId ?? clientId ?? null}::bigint, ${exportActions}::text[],
      ${dateFrom}::date, ${dateTo}::date, ${limit}::integer) as event
    left join app_user on app_user.id = event.user_id
    left join patient on patient.id = event.patient_id and event.patients = 1
    order by event.id desc`.execute(sql)
  return rows
}

/** The user, the software that read as FHIR, or the user with the software that they read with; null for neither. */
const whoOf = ({ who, criteria }: Pick<FoundEvent, 'who' | 'criteria'>): string | null => {
  if (criteria?.['fhirClient'] === undefined) return who
  const client = `FHIR client: ${String(criteria['fhirClientName'])}`
  return who === null ? client : `${who} with ${client}`
}

export const eventRow = (event: FoundEvent): AuditRow => ({
  id: String(event.id),
  at: event.at,
  who: whoOf(event) ?? nobody,
  userId: event.user_id,
  role: event.role,
  patientId: event.patients === 1 ? event.patient_id : null,
  patient: event.patients > 1 ? `${event.patients} patients` : nameOf(event),
  nhsNumber: event.nhs_number,
  what: eventInWords(event),
  times: timesOf(event),
  address: event.address,
})

const nameOf = ({
  family_name: familyName,
  first_name: firstName,
}: Pick<FoundEvent, 'family_name' | 'first_name'>) =>
  familyName === null ? null : [familyName, firstName].filter((part) => part !== null).join(', ')

/**
 * Everyone who accessed the patient's record, most recent access first. An event with more than one patient is a list
 * or a report.
 */
export const peopleOf = (events: readonly FoundEvent[]): AuditPerson[] => {
  const people = new Map<string, AuditPerson>()
  for (const event of events) {
    if (event.kind === 'refusal') continue
    const who = whoOf(event)
    const person = `${event.user_id} ${event.role} ${who}`
    const known = people.get(person) ?? {
      who: who ?? 'Surefoot itself',
      role: event.role,
      first: event.at,
      last: event.at,
      opened: 0,
      changed: 0,
      listed: 0,
    }
    // Events come newest first, so the last one processed is the first access.
    known.first = event.at
    if (event.kind === 'write') known.changed += 1
    else if (event.patients > 1) known.listed += 1
    else known.opened += 1
    people.set(person, known)
  }
  return [...people.values()]
}
