import type { World } from './world.ts'

/** So many more of everything. */
export const grownBy = 20

/** What stands alone, or refers to what a copy does not have. */
const leftAlone = [
  ...[
    'role',
    'first_contact',
    'letterhead',
    'stage_target',
    'retention_rule',
    'destruction',
    'external_grant',
    'reset_code',
  ],
  ...['subject_copy', 'organisation_import', 'case_finding_upload', 'pathway_owner', 'deprivation_file'],
  ...['letter_template_version', 'letter_address'],
]

/** What a copy has of its own, as SQL over the copied `row`, the further patient in `more`, and its number there. */
const ownOfCopy: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  app_user: {
    ...{ user_name: `'more' || n`, user_name_key: `'more' || n`, provider_identifier: 'null' },
    ...{ clinician_id: 'null', team_member_id: 'null' },
  },
  case_finding_list: { content: 'sha256(n::text::bytea)' },
  class_place: { pathway_id: 'more.pathway_id' },
  class_session: { session_date: 'row.session_date + 7 * n::integer' },
  document: { stored_name: 'gen_random_uuid()' },
  incoming_referral: {
    ...{ reference: `'MORE-' || lpad(n::text, 4, '0')`, message_id: `'more ' || n` },
    ...{
      state: `'waiting'`,
      decided_at: 'null',
      decided_by: 'null',
      declined_referral_id: 'null',
      pathway_id: 'null',
    },
  },
  listed_person: { row_number: 'row.row_number + 1000 * n::integer', incoming_referral_id: 'null' },
  letter: { document_id: '(select id from document order by id desc offset n limit 1)', corrects_id: 'null' },
  home_exercise: { week_date: 'row.week_date - 7 * n::integer' },
  patient_flag: { kind: `'interpreter'`, category: 'null', action: 'null' },
  patient_merge: { merged_id: 'row.merged_id', undone_at: 'now()', undone_by: 'row.created_by' },
  patient_restriction: { patient_id: 'more.patient_id' },
  person_link: { code_hash: `sha256(convert_to(gen_random_uuid()::text, 'UTF8'))` },
  person_visit: { token_hash: `sha256(convert_to(gen_random_uuid()::text, 'UTF8'))` },
  possible_duplicate: { patient_id: 'row.patient_id', other_id: 'more.patient_id' },
  registered_in_error: { patient_id: 'more.patient_id', pathway_id: 'null' },
  restricted_access: { patient_id: 'row.patient_id' },
  task: { kind: `'manual'`, cause: 'null', look_again_date: 'null' },
}

/** Texts of which each row has one of its own. */
const numbered = new Set(['name', 'code', 'internal_code', 'credential_id'])

/** What no table has a row of yet, or cannot be copied: statements over `more`, with the one id that they need. */
const rowsBesideCopies = ({ practice, user, colleague, pathway }: World): [string, unknown[]][] => [
  [
    `insert into organisation (id, type, name, name_key)
     select 'Z9' || n, type, name || ' ' || n, name_key from organisation as one cross join more where one.id = $1`,
    [practice],
  ],
  [
    `insert into outbox_message (channel, recipient, body) select 'mail', 'nobody@example.org', 'Hello' from more`,
    [],
  ],
  [
    `insert into frat (pathway_id, assessment_date, team_member_id, location_id, frat_score, is_active)
     select row.pathway_id, row.assessment_date, row.team_member_id, row.location_id, row.frat_score, false
     from (select * from frat where pathway_id = $1 order by id desc limit 1) as row cross join more`,
    [pathway.id],
  ],
  [
    `insert into report_run (user_id, report_name, date_from, date_to, suppress, asked_at, queued_at, expires_at)
     select $1, 'discharges', '2026-01-01', '2026-01-31', false, now(), now(), now() + interval '1 day' from more`,
    [user.userId],
  ],
  [
    `insert into audit_event (kind, action, status, user_id, patient_ids, request_id)
     select kind, 'GET /api/patient/get', 200, user_id, array[patient_id], 'more'
     from more cross join (values ('read', $1::bigint), ('read', $2), ('refusal', $2)) as one (kind, user_id)`,
    [user.userId, colleague.userId],
  ],
]

/**
 * Gives the world twenty more of everything that it has: patients with the first one's family name, each with an open
 * referral of whom a call is due, and copies of the newest row of each table, for the first patient, referral and user.
 */
export const growWorld = async (world: World): Promise<void> => {
  const { service, user, patient, pathway } = world
  const client = await service.db.owner.connect()
  try {
    const columnsOf = await client.query<{ name: string; columns: string[]; has_id: boolean }>(
      `select table_name as name, bool_or(is_identity = 'YES') as has_id, array_agg(column_name::text order by ordinal_position)
         filter (where is_identity = 'NO' and is_generated = 'NEVER') as columns
       from information_schema.columns join pg_class on oid = to_regclass(quote_ident(table_name)) and relkind = 'r'
       where table_schema = 'public' and table_name not like 'audit%' and table_name <> 'patient'
       group by table_name order by table_name`,
    )
    await client.query('create temporary table more (patient_id bigint, pathway_id bigint, n bigint)')
    const ofPerson: Readonly<Record<string, string>> = {
      ...{ patient_id: 'people.id', pathway_id: 'referrals.id', first_name: 'people.first_name' },
      ...{
        family_name: 'people.family_name',
        name_key: `people.family_name_key || ' ' || people.first_name_key`,
      },
    }
    const listed = columnsOf.rows.find(({ name }) => name === 'work_list')?.columns ?? []
    await client.query(
      `with people as (
         insert into patient (family_name, family_name_key, first_name, first_name_key, gender_id, date_of_birth, postcode)
         select one.family_name, one.family_name_key, 'Nr ' || n, 'nr' || n, one.gender_id, '1940-01-01', 'ZZ1 1ZZ'
         from patient as one cross join generate_series(1, $2::integer) as n where one.id = $1 returning *),
       referrals as (
         insert into pathway (patient_id, referral_date) select id, current_date - 120 from people returning *),
       listed as (
         insert into work_list (${listed.join()})
         select ${listed.map((column) => ofPerson[column] ?? `due.${column}`).join()}
         from referrals join people on people.id = referrals.patient_id
         cross join (select * from work_list where stage = 'awaitingFollowup' order by due limit 1) as due)
       insert into more select people.id, referrals.id, row_number() over (order by people.id)
       from referrals join people on people.id = referrals.patient_id`,
      [patient.id, grownBy],
    )
    const standsFor: Readonly<Record<string, number | boolean>> = {
      ...{ patient_id: patient.id, pathway_id: pathway.id, user_id: user.userId, is_active: true },
    }
    for (const { name, columns } of columnsOf.rows.filter(
      (table) => table.has_id && !leftAlone.includes(table.name),
    )) {
      const valueOf = (column: string): string =>
        ownOfCopy[name]?.[column] ??
        (numbered.has(column) ? `row.${column} || ' ' || n` : String(standsFor[column] ?? `row.${column}`))
      const openFirst = columns
        .filter((column) => column.endsWith('ed_at'))
        .map((column) => `${column} is null desc`)
      await client.query(
        `insert into ${name} (${columns.join()})
         select ${columns.map(valueOf).join()}
         from (select * from ${name} order by ${[...openFirst, 'id desc'].join()} limit 1) as row cross join more
         on conflict do nothing`,
      )
    }
    for (const [statement, values] of rowsBesideCopies(world)) await client.query(statement, values)
  } finally {
    // The table of those that were added goes with the connection.
    client.release(true)
  }
}

/** As many more changes of the record whose history is about to be read. */
export const growHistory = async ({ service }: World, id: unknown): Promise<void> => {
  await service.db.owner.query(
    `insert into audit_event (kind, action, status, user_id, session_id, patient_ids, pathway_ids, records, request_id)
     select kind, action, status, user_id, session_id, patient_ids, pathway_ids, records, request_id
     from (
       select distinct on (record ->> 'entity') audit_event.*
       from audit_event cross join jsonb_array_elements(records) as record
       where kind = 'write' and record -> 'id' = to_jsonb($1::bigint) and record -> 'after' is not null
       order by record ->> 'entity', audit_event.id desc) as row cross join generate_series(1, $2::integer)`,
    [id, grownBy],
  )
}

/** Lets a FHIR client read the patient as often. */
export const growClientReads = async ({ service, patient }: World, clientId: unknown): Promise<void> => {
  await service.db.owner.query(
    `insert into audit_event (kind, action, status, patient_ids, request_id, criteria)
     select 'read', 'GET /fhir/R4/Patient/{id}', 200, array[$1::bigint], 'grown',
       jsonb_build_object('fhirClient', $2::bigint, 'fhirClientName', 'Hospital record')
     from generate_series(1, $3::integer)`,
    [patient.id, clientId, grownBy],
  )
}

/** Open referrals of patients whose records are not restricted: naming a restricted one requires a reason first. */
const openToAll = `work_list where patient_id not in (select patient_id from patient_restriction where ended_at is null)`

/** Gives every open referral to the clinician, or to the one who the user is. */
export const growCaseload = async ({ service, user }: World, clinicianId?: unknown): Promise<void> => {
  await service.db.owner.query(
    `insert into pathway_owner (pathway_id, clinician_id)
     select pathway_id, coalesce($1::bigint, (select clinician_id from app_user where id = $2)) from ${openToAll}
     on conflict (pathway_id) do update set clinician_id = excluded.clinician_id`,
    [clinicianId ?? null, user.userId],
  )
}

/** Twenty open referrals, the newest first. */
export const openPathways = async ({ service }: World): Promise<number[]> => {
  const { rows } = await service.db.owner.query<{ id: number }>(
    `select pathway_id::integer as id from ${openToAll} order by pathway_id desc limit $1`,
    [grownBy],
  )
  return rows.map(({ id }) => id)
}

/** Exceptions of a clinic, and a person booked on as many days of it. */
export const growClinic = async ({ service, pathway }: World, clinicId: unknown): Promise<void> => {
  await service.db.owner.query(
    `insert into clinic_exception (clinic_id, day, is_held)
     select $1, current_date + 200 + n, false from generate_series(1, $2::integer) as n`,
    [clinicId, grownBy],
  )
  await service.db.owner.query(
    `with slot as (
       insert into clinic_slot (clinic_id, slot_date, start_time, minutes, places, appointment_type, clinician_id, location_id)
       select id, current_date + n, '07:00', minutes, places, appointment_type, clinician_id, location_id
       from clinic cross join generate_series(1, $2::integer) as n where id = $1 returning *)
     insert into appointment (pathway_id, appointment_date, start_time, minutes, appointment_type, clinician_id, location_id,
       slot_id, slot_place)
     select $3, slot_date, start_time, minutes, appointment_type, clinician_id, location_id, id, 1 from slot`,
    [clinicId, grownBy, pathway.id],
  )
}

/** Closed referrals and weights for a patient. */
export const growRecord = async ({ service }: World, patientId: unknown, times: number): Promise<void> => {
  for (const statement of [
    `insert into pathway (patient_id, referral_date, cancel_referral_date)
     select $1, current_date - 300, current_date - 290 from generate_series(1, $2::integer)`,
    `insert into bmi (patient_id, assessment_date, bmi) select $1, current_date - 5, 22 from generate_series(1, $2::integer)`,
  ])
    await service.db.owner.query(statement, [patientId, times])
}

/** Lets a case-finding list name as many more people. */
export const growList = async ({ service }: World, listId: unknown): Promise<void> => {
  await service.db.owner.query(
    `insert into listed_person (list_id, row_number, told, eligibility)
     select list_id, row_number + n, told, eligibility
     from (select * from listed_person where list_id = $1 order by row_number desc limit 1) as row
     cross join generate_series(1, $2::integer) as n`,
    [listId, grownBy],
  )
}

/** Answers of as many visits and calls on the own page, which nobody has seen to. */
export const growQuestions = async ({ service }: World, pathwayId: unknown): Promise<void> => {
  await service.db.owner.query(
    `insert into person_answer (pathway_id, kind, told, told_at)
     select $1, 'questions', jsonb_build_object('occasion', 'call ' || n, 'words', jsonb_build_object('language', 'en', 'version', 'grown'),
       'isAllWell', true, 'falls', 0, 'described', '[]'::jsonb, 'fallenInYear', null, 'unsteady', null, 'worried', null,
       'confidence', null, 'exerciseDays', null, 'note', null), clock_timestamp()
     from generate_series(1, $2::integer) as n`,
    [pathwayId, grownBy],
  )
}
