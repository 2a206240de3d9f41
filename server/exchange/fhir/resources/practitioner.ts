import { sql as raw, type RawBuilder } from 'kysely'
import { filled, nameOf, refer, service, words } from '../mapping/elements.ts'
import { named, reference, source, token, ukCore, type Source } from '../mapping/source.ts'

interface Person {
  familyName: string
  firstName: string
  displayName: string
  isInUse: boolean
}

const people = (table: 'clinician' | 'team_member'): RawBuilder<unknown> => raw`
  select record.id, record.version, null::bigint as "patientId", record.updated_at as "recordedAt",
    recorder.display_name as "recordedBy", record.family_name as "familyName", record.first_name as "firstName",
    record.display_name as "displayName", record.is_active as "isInUse"
  from ${raw.table(table)} as record left join app_user as recorder on recorder.id = record.updated_by`

const person = (name: string, entity: string, table: 'clinician' | 'team_member'): Source =>
  source<Person, 'Practitioner'>({
    type: 'Practitioner',
    name,
    entity,
    profile: ukCore('Practitioner'),
    outside: {},
    select: people(table),
    search: {
      family: named('familyName'),
      given: named('firstName'),
      active: token(raw`case when r."isInUse" then 'true' else 'false' end`),
    },
    toFhir: (row) =>
      filled({
        resourceType: 'Practitioner',
        active: row.isInUse,
        name: [
          { ...nameOf({ family: row.familyName, given: row.firstName }), text: words(row.displayName) ?? '' },
        ],
      }),
    fields: {
      familyName: 'name.family',
      firstName: 'name.given',
      displayName: 'name.text',
      isInUse: 'active',
    },
  })

export const clinicianSource = person('clinician', 'clinician', 'clinician')
export const teamMemberSource = person('member', 'teamMember', 'team_member')

interface Work {
  displayName: string
  isInUse: boolean
  /** As the user says on letters; null if the person does not sign in. */
  profession: string | null
}

/** What a clinician does here. */
export const practitionerRoleSource = source<Work, 'PractitionerRole'>({
  type: 'PractitionerRole',
  name: 'clinician',
  entity: 'clinician',
  isComposed: true,
  profile: ukCore('PractitionerRole'),
  outside: {},
  select: raw`
    select record.id, record.version, null::bigint as "patientId", record.updated_at as "recordedAt",
      recorder.display_name as "recordedBy", record.display_name as "displayName", record.is_active as "isInUse",
      (select app_user.profession from app_user where app_user.clinician_id = record.id and app_user.is_active
        order by app_user.id limit 1) as profession
    from clinician as record left join app_user as recorder on recorder.id = record.updated_by`,
  search: {
    active: token(raw`case when r."isInUse" then 'true' else 'false' end`),
    practitioner: reference('practitioner', 'Practitioner', raw`'clinician-' || r.id`),
  },
  toFhir: (row) =>
    filled({
      resourceType: 'PractitionerRole',
      active: row.isInUse,
      practitioner: refer('Practitioner', `clinician-${row.id}`, row.displayName),
      organization: service,
      code: words(row.profession) === undefined ? [] : [{ text: words(row.profession) ?? '' }],
    }),
  fields: { displayName: 'practitioner.display', isInUse: 'active', profession: 'code.text' },
})
