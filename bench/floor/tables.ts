import type { Client } from 'pg'

/*
 * The floor's own tables: what is shown of each person, list and pathway, copied from the product's tables with the one
 * index that finds it, and tables for the rows, histories and audit events that saves and reads add. No change to the
 * product's tables, indexes or triggers moves them.
 */

/** The records that the benchmark gives to pathways (fillRecords.ts), by table, with the day that orders them. */
const records = {
  frat: 'assessment_date',
  wellbeing: 'assessment_date',
  treatment_plan: 'treatment_date',
  exercise: 'exercise_plan_date',
  followup: 'call_date',
} as const

const copyRecords = [
  ...Object.entries(records).map(
    ([table, day]) =>
      `select pathway_id, '${table}' as kind, ${day} as day, row_to_json(${table}) as body from ${table}`,
  ),
  // Its exercise names the pathway.
  `select pathway_id, 'exercise_attendance' as kind, attendance_date as day, row_to_json(exercise_attendance) as body
     from exercise_attendance join exercise on exercise.id = exercise_id`,
].join(' union all ')

const createFloor = `
  drop schema if exists floor cascade;
  create schema floor;

  create table floor.person as
    select patient.id, pathway_id, patient.family_name, family_name_key, patient.first_name, first_name_key,
      work_list.name_prefix, patient.nhs_number, patient.date_of_birth, work_list.gender, patient.postcode,
      work_list.referral_date, work_list.referrer, work_list.registered_gp, work_list.deceased
    from (select distinct on (patient_id) * from work_list order by patient_id, pathway_id desc) as work_list
    join patient on patient.id = work_list.patient_id;
  alter table floor.person add primary key (id);
  create unique index on floor.person (nhs_number);
  create index on floor.person (date_of_birth, family_name_key collate "C");
  create sequence floor.number start 3000000000;

  create table floor.listed as
    select pathway_id, patient_id, stage, since, family_name, first_name, name_prefix, nhs_number, date_of_birth,
      gender, postcode, referral_date, referrer, registered_gp, deceased, owner_id
    from work_list;
  create index on floor.listed (stage, since, pathway_id);

  create table floor.pathway as select * from pathway;
  alter table floor.pathway add primary key (id);
  create table floor.record as ${copyRecords};
  create index on floor.record (pathway_id, kind, day);

  create table floor.frat (id bigint generated always as identity primary key, version integer not null default 1,
    pathway_id bigint not null, assessment_date date not null, team_member_id bigint not null,
    location_id bigint not null, frat_score integer not null, recorded_at timestamptz not null default now(),
    recorded_by bigint not null);
  create index on floor.frat (pathway_id);

  create table floor.history (id bigint generated always as identity primary key, entity text not null,
    row_id bigint not null, version integer not null, at timestamptz not null default now(), user_id bigint not null,
    content jsonb not null);
  create table floor.audit_event (id bigint generated always as identity primary key,
    at timestamptz not null default now(), action text not null, status integer not null, user_id bigint not null,
    session_id bigint not null, patient_ids bigint[] not null, pathway_ids bigint[] not null, criteria jsonb,
    request_id text not null, address text not null);

  grant usage on schema floor to surefoot_app;
  grant select, insert on all tables in schema floor to surefoot_app;
  grant usage, select on all sequences in schema floor to surefoot_app;`

/** Makes the floor's tables again from the people and pathways that there are now. */
export const fillFloor = async (client: Client): Promise<void> => {
  await client.query(createFloor)
  // As a registration gives them: the ids go on after those that were copied.
  await client.query(
    `create sequence floor.person_id;
     select setval('floor.person_id', (select max(id) from floor.person));
     alter table floor.person alter id set default nextval('floor.person_id');
     grant usage on sequence floor.person_id to surefoot_app`,
  )
  await client.query('vacuum analyze')
}
