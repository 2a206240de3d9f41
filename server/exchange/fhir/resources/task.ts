import { sql as raw } from 'kysely'
import type { Task } from 'fhir/r4.js'
import { automaticTaskKinds, type TaskKind } from '../../../../contract/pathways/task.ts'
import { aClinician, aPatient, filled, refer, words } from '../mapping/elements.ts'
import { always, instants, of, patient, reference, source, token, ukCore } from '../mapping/source.ts'
import { instantFrom } from '../mapping/instants.ts'

interface Row {
  kind: TaskKind
  text: string
  dueDate: string
  clinicianId: number | null
  clinician: string | null
  madeAt: string
  closedAt: string | null
  closedHow: 'person' | 'cause' | null
  closedNote: string | null
  lookAgainDate: string | null
}

const statusSystem = 'http://hl7.org/fhir/task-status'
const titles: Readonly<Record<string, string>> = automaticTaskKinds

/** What somebody has to do for a person. */
export const taskSource = source<Row, 'Task'>({
  type: 'Task',
  name: '',
  entity: 'task',
  table: { name: 'task', alias: 'record' },
  ofPathway: true,
  profile: ukCore('Task'),
  outside: 'withheld',
  select: raw`
    select record.id, record.version, pathway.patient_id as "patientId", pathway.id as "pathwayId",
      record.updated_at as "recordedAt", recorder.display_name as "recordedBy", record.kind, record.text,
      record.due_date as "dueDate", record.clinician_id as "clinicianId", clinician.display_name as clinician,
      record.created_at as "madeAt", record.closed_at as "closedAt", record.closed_how as "closedHow",
      record.closed_note as "closedNote", record.look_again_date as "lookAgainDate"
    from task as record
    join pathway on pathway.id = record.pathway_id and pathway.is_active
    join patient on patient.id = pathway.patient_id and patient.is_active
    left join clinician on clinician.id = record.clinician_id
    left join app_user as recorder on recorder.id = record.updated_by`,
  search: {
    ...patient('for'),
    status: token(raw`case when r."closedAt" is null then 'requested' else 'completed' end`, statusSystem),
    intent: always('order', 'http://hl7.org/fhir/task-intent'),
    owner: reference('owner', 'Practitioner', raw`'clinician-' || r."clinicianId"`),
    'authored-on': instants(of('madeAt')),
  },
  toFhir: (row): Omit<Task, 'id' | 'meta'> =>
    filled({
      resourceType: 'Task',
      status: row.closedAt === null ? 'requested' : 'completed',
      intent: 'order',
      code: { text: titles[row.kind] ?? 'Task' },
      description: words(row.text),
      focus: refer('EpisodeOfCare', row.pathwayId ?? 0),
      for: aPatient(row.patientId),
      authoredOn: instantFrom(row.madeAt),
      lastModified: instantFrom(row.recordedAt),
      owner: row.clinicianId === null ? undefined : aClinician(row.clinicianId, row.clinician ?? ''),
      restriction: { period: { end: row.dueDate } },
      note: words(row.closedNote) === undefined ? [] : [{ text: words(row.closedNote) ?? '' }],
    }),
  fields: {
    kind: 'code.text',
    text: 'description',
    dueDate: 'restriction.period.end',
    clinicianId: 'owner.reference',
    clinician: 'owner.display',
    madeAt: 'authoredOn',
    closedAt: 'status',
    closedHow: { left: 'whether a person or a rule of this service closed it' },
    closedNote: 'note.text',
    lookAgainDate: { left: 'a reminder for this service' },
  },
})
