import { sql as raw, type RawBuilder } from 'kysely'
import { stages, stageTitles, type Stage } from '../../../../contract/stages/stage.ts'
import { rowKeyOf } from '../mapping/ids.ts'
import { filled, words } from '../mapping/elements.ts'
import { always, source, type Asked } from '../mapping/source.ts'

/* Groups of patients, for exports: a work list, a class, the practices of a commissioner. */

interface Row {
  name: string
  patients: number
}

type Kind = 'worklist' | 'class' | 'commissioner'

const stageAt = (place: RawBuilder<unknown>) =>
  raw`case ${place} ${raw.join(
    stages.map((stage, index) => raw`when ${raw.lit(index + 1)} then ${raw.lit(stage)}`),
    raw` `,
  )} end`

/** The patients of a group, as a select of their ids. @param key the id of the group without its kind */
const patientsIn: Record<Kind, (key: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  worklist: (key) => raw`
    select entry.patient_id from work_list as entry
    join pathway on pathway.id = entry.pathway_id and pathway.is_active
    where entry.stage = ${stageAt(raw`${key}::integer`)}`,
  class: (key) => raw`
    select patient_id from class_member where class_id = ${key}::bigint and state = 'joined' and ended_how is null`,
  commissioner: (key) => raw`
    select registered.id from patient as registered
    join organisation_parent as link on link.organisation_id = registered.registered_gp and link.is_active
    where link.parent_organisation_id = ${key}::text`,
}

const select =
  (kind: Kind, rows: RawBuilder<unknown>) =>
  ({ reach }: Asked): RawBuilder<unknown> => raw`
    select listed.*, null::bigint as "patientId", null::text as "recordedBy",
      (select count(*)::integer from patient
        where patient.is_active and patient.id in (${patientsIn[kind](raw`listed.id`)})
          and ${reach(raw`patient.id`, null)}) as patients
    from (${rows}) as listed`

const groupSource = (kind: Kind, rows: RawBuilder<unknown>, idType?: 'text') =>
  source<Row, 'Group'>({
    type: 'Group',
    name: kind,
    ...(idType === undefined ? {} : { idType }),
    entity: null,
    isComposed: true,
    outside: 'withheld',
    select: select(kind, rows),
    search: { type: always('person', 'http://hl7.org/fhir/group-type'), actual: always('true') },
    toFhir: ({ name, patients }) =>
      filled({
        resourceType: 'Group',
        active: true,
        type: 'person',
        actual: true,
        name: words(name),
        // Those whom this client may see.
        quantity: patients,
      }),
    fields: { name: 'name', patients: 'quantity' },
  })

const now = raw`date_trunc('second', statement_timestamp()) as "recordedAt"`
const titles = raw.join(
  stages.map((stage: Stage, place) => raw`(${raw.lit(place + 1)}, ${raw.lit(stageTitles[stage])})`),
)

export const groupSources = [
  groupSource(
    'worklist',
    raw`select stage.place as id, stage.name, 1 as version, ${now} from (values ${titles}) as stage (place, name)`,
  ),
  groupSource('class', raw`select id, name, version, updated_at as "recordedAt" from exercise_class`),
  groupSource(
    'commissioner',
    raw`select id, name, version, updated_at as "recordedAt" from organisation
      where id in (select link.parent_organisation_id from organisation_parent as link
        join organisation as practice on practice.id = link.organisation_id and practice.type = 'GP Practices'
        where link.is_active)`,
    'text',
  ),
] as const

/** The condition that the patient is in the group. */
export const isInGroup = (groupId: string, patient: RawBuilder<unknown>): RawBuilder<unknown> => {
  for (const { name, idType } of groupSources) {
    const key = rowKeyOf({ name, ...(idType === undefined ? {} : { idType }) }, groupId)
    if (key !== null) return raw`${patient} in (${patientsIn[name as Kind](raw`${key.id}`)})`
  }
  return raw`false`
}
