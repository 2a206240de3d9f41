import { sql as raw } from 'kysely'
import type { AuditEventAgent } from 'fhir/r4.js'
import { filled, inWords, refer, words } from '../mapping/elements.ts'
import { instants, of, reference, source, ukCore } from '../mapping/source.ts'
import { instantFrom } from '../mapping/instants.ts'

interface Event {
  at: string
  kind: string
  action: string
  status: number
  who: string | null
  role: string | null
  clientName: string | null
  whose: number[]
  address: string | null
}

const types = {
  rest: {
    system: 'http://terminology.hl7.org/CodeSystem/audit-event-type',
    code: 'rest',
    display: 'RESTful Operation',
  },
  signIn: {
    system: 'http://dicom.nema.org/resources/ontology/DCM',
    code: '110114',
    display: 'User Authentication',
  },
} as const

/** The codes of outcome of FHIR: 0 success, 4 a mistake or refusal, 8 a failure of ours. */
const outcomeOf = (status: number): '0' | '4' | '8' => {
  if (status >= 500) return '8'
  return status >= 400 ? '4' : '0'
}

/** Who looked at or changed what, from the sealed audit trail. Only for information governance. */
export const auditSource = source<Event, 'AuditEvent'>({
  type: 'AuditEvent',
  name: '',
  entity: null,
  profile: ukCore('AuditEvent'),
  outside: 'withheld',
  select: ({ ids, patientId, from, until, afterId, most }) => raw`
    select event.id, 1 as version, null::bigint as "patientId", event.at as "recordedAt", event.at, event.kind, event.action,
      event.status, app_user.display_name as who, event.role, event.criteria ->> 'fhirClientName' as "clientName",
      event.patient_ids as whose, event.patient_ids as "patientIds", event.address
    from audit_events_listed(${ids}::bigint[], ${patientId}::bigint, ${from}::timestamptz, ${until}::timestamptz,
      ${afterId}::bigint, ${most}::integer) as event
    left join app_user on app_user.id = event.user_id`,
  search: {
    date: instants(of('at')),
    patient: reference('entity.what', 'Patient', raw`null::text`),
  },
  toFhir: (row) => {
    const agent: AuditEventAgent[] = [
      filled({
        type: inWords(row.role),
        who: row.who === null ? undefined : { display: row.who },
        requestor: row.clientName === null,
        network: row.address === null ? undefined : { address: row.address, type: '2' as const },
      }),
      ...(row.clientName === null
        ? []
        : [{ who: { display: row.clientName }, type: { text: 'FHIR client' }, requestor: true }]),
    ]
    return filled({
      resourceType: 'AuditEvent',
      type: row.kind === 'session' ? types.signIn : types.rest,
      subtype: [{ system: 'urn:surefoot:call', code: row.action.replaceAll(/\s+/g, ' ') }],
      action: row.kind === 'session' ? 'E' : row.kind === 'write' ? 'U' : 'R',
      recorded: instantFrom(row.at),
      outcome: outcomeOf(row.status),
      agent: agent.filter((each, place) => place > 0 || each.who !== undefined || row.clientName === null),
      source: { observer: { display: words('Surefoot') ?? '' } },
      entity: row.whose.map((id) => ({ what: refer('Patient', id) })),
    })
  },
  fields: {
    at: 'recorded',
    kind: 'action',
    action: 'subtype.code',
    status: 'outcome',
    who: 'agent.who.display',
    role: 'agent.type.text',
    clientName: 'agent.who.display',
    whose: 'entity.what.reference',
    address: 'agent.network.address',
  },
})
