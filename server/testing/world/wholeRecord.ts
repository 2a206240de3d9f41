import { saveHomeExercise } from '../../../contract/care/classes/homeExercise.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { saveCapacity } from '../../../contract/patients/flags/capacity.ts'
import { saveContact } from '../../../contract/patients/flags/contact.ts'
import { saveFallsCalendarConsent } from '../../../contract/patients/flags/fallsCalendarConsent.ts'
import { saveReminderConsent } from '../../../contract/patients/flags/reminderConsent.ts'
import { saveFlag } from '../../../contract/patients/flags/flag.ts'
import { assignOwner } from '../../../contract/pathways/owner.ts'
import { saveNextOfKin } from '../../../contract/patients/patient.ts'
import { saveTask } from '../../../contract/pathways/task.ts'
import { anIncoming } from '../../exchange/testing/incomingWorld.ts'
import { aList } from '../../exchange/testing/listWorld.ts'
import { aLetter, clinicLetter, fileOf, upload } from '../../pathways/documents/testing/uploads.ts'
import { readPatientTables, type PatientTable } from '../../governance/privacy/patientTables.ts'
import { aPathway, done, expectSaved } from './factories.ts'
import { fallsCalendarConsentOf } from '../known/knownFallsCalendar.ts'
import { capacityOf, contactOf, redFlagOf, reminderConsentOf } from '../known/knownSafetyNets.ts'
import { bodyOf, groundOf, recordCases } from '../values/recordCases.ts'
import type { TestService } from '../process/service.ts'
import type { TestUser } from './users.ts'

export interface WholeRecord {
  patientId: number
  pathwayId: number
  documentId: number
  /** The content of the one document. */
  letter: Buffer
}

/** A patient with a row in every table that holds anything of patients; `rowsOf` says which have none yet. */
export const aWholeRecord = async (service: TestService, user: TestUser): Promise<WholeRecord> => {
  const { id: pathwayId, patientId } = await aPathway(service, user, {
    comments: 'Lives with her sister',
    generalNotes: 'Key in the safe',
    consentGiven: true,
  })
  const ask = (call: Endpoint, input: object) => done({ service, user }, call, input)
  await ask(saveNextOfKin, { id: 0, patientId, familyName: 'Marlowe', relationship: 'Daughter' })
  const ground = await groundOf(service, user, { pathwayId, patientId })
  for (const each of recordCases) {
    const more =
      each.kind === 'followup' ? { falls: [{ injury: true, longLie: false, ambulance: null }] } : {}
    await ask(each.calls.save, bodyOf(each, ground, more))
  }
  await ask(saveFlag, redFlagOf(patientId))
  await ask(saveCapacity, capacityOf(patientId))
  await ask(saveContact, contactOf(patientId))
  await ask(saveReminderConsent, reminderConsentOf(patientId))
  await ask(saveFallsCalendarConsent, fallsCalendarConsentOf(patientId))
  await service.db.owner.query(
    `with asked as (
       insert into falls_calendar_question (pathway_id, month_number, period_from, period_to, asked_date, falls, counted_from,
         counted_date, correction_reason)
       values ($1, 1, '2026-01-02', '2026-02-01', '2026-02-02', 1, 'text', '2026-02-02', 'She meant one') returning id),
     tried as (
       insert into falls_calendar_try (question_id, try_number, channel, telephone, state, asked_date, settled_at)
       select id, 1, 'text', '07700900123', 'sent', '2026-02-02', '2026-02-02' from asked)
     insert into falls_calendar_reply (pathway_id, question_id, channel, source_id, words, received_at, falls, outcome)
     select $1, id, 'text', gen_random_uuid(), '2 I think', '2026-02-02', 2, 'read' from asked`,
    [pathwayId],
  )
  await ask(saveTask, { id: 0, pathwayId, text: 'Ring about the rail', dueDate: addDays(today(), 2) })
  await ask(assignOwner, { pathwayIds: [pathwayId], clinicianId: ground.clinicianId })
  await ask(saveHomeExercise, { pathwayId, exerciseId: ground.exerciseId, weekDate: today(), minutes: 40 })
  await service.db.owner.query(
    `with class as (
       insert into exercise_class (name, exercise_type_id, location_id, first_date, start_time, minutes, weeks, clinician_id, capacity)
       values ('Steady steps', $3, $4, '2026-01-06', '10:30', 60, 24, $5, 12) returning id),
     place as (
       insert into class_place (class_id, pathway_id, exercise_id, state, joined_date, left_date, left_reason, left_note, transport)
       select id, $1, $2, 'left', '2026-01-06', '2026-02-03', 'other', 'Goes with her sister now', 'own' from class returning id),
     session as (
       insert into class_session (class_id, session_date, parts_done, exercise_type_id, location_id, start_time, minutes, clinician_id)
       select id, '2026-01-06', '{strength,balance}', $3, $4, '10:30', 60, $5 from class returning id)
     insert into session_exception (session_id, place_id, left_out)
     select session.id, place.id, '{balance}' from session cross join place`,
    [pathwayId, ground.exerciseId, ground.exerciseTypeId, ground.locationId, ground.clinicianId],
  )
  await service.db.owner.query(
    `with clinic as (
       insert into clinic (name, appointment_type, clinician_id, location_id, first_date, every_weeks, start_time, slots, minutes,
         travel_minutes, places)
       values ('Falls clinic', 'clinic', $2, $3, '2026-01-06', 1, '09:30', 1, 30, 0, 1) returning *),
     slot as (
       insert into clinic_slot (clinic_id, slot_date, start_time, minutes, places, appointment_type, clinician_id, location_id)
       select id, first_date, start_time, minutes, places, appointment_type, clinician_id, location_id from clinic returning id)
     insert into slot_offer (slot_id, pathway_id, offered_date, refused_date) select id, $1, '2026-01-02', '2026-01-03' from slot`,
    [pathwayId, ground.clinicianId, ground.locationId],
  )
  await service.db.owner.query(
    `insert into person_answer (pathway_id, kind, told, told_at, appointment_id, settled_at, settled_by, settled_how)
     select pathway_id, 'cannotCome', '{"day":"2026-01-06","time":"10:30","reason":"unwell"}', clock_timestamp(), id,
       clock_timestamp(), $2, 'seen' from appointment where pathway_id = $1`,
    [pathwayId, user.userId],
  )
  await service.db.owner.query(
    `insert into appointment_reminder (appointment_id, appointment_date, start_time, channel, state, settled_at)
     select id, appointment_date, start_time, 'text', 'sent', clock_timestamp() from appointment where pathway_id = $1`,
    [pathwayId],
  )
  await service.db.owner.query(
    `insert into sent_message (job_key, purpose, channel, pathway_id, appointment_id, number_end, state, why, sent_at, settled_at)
     select 'sendReminder-' || id, 'reminder', 'text', pathway_id, id, '123', 'failed', 'The telephone was off.', clock_timestamp(),
       clock_timestamp() from appointment where pathway_id = $1`,
    [pathwayId],
  )
  await service.db.owner.query(
    `with pack as (
       insert into visit_pack (id, user_id, session_id, device, made_at, ends_at, sealed)
       values (gen_random_uuid(), $2, $3, 'Telephone', '2026-01-05T08:00Z', '2026-01-05T20:00Z', 'sealed') returning id),
     visit as (
       insert into visit_pack_visit (pack_id, appointment_id)
       select pack.id, appointment.id from pack cross join appointment where pathway_id = $1 returning *)
     insert into visit_entry (id, pack_id, user_id, appointment_id, form, typed_at, handed_in_at, handed_in_by, why, message, sealed)
     select gen_random_uuid(), pack_id, $2, appointment_id, 'contactNote', '2026-01-05T10:00Z', '2026-01-05T12:00Z', $2, 'refused',
       'Note required', 'sealed' from visit`,
    [pathwayId, user.userId, user.sessionId],
  )
  const letter = aLetter()
  const stored = await upload(service, user, pathwayId, {
    DocumentTypeId: await clinicLetter(service),
    file: fileOf(letter, 'clinic letter.txt'),
  })
  const { id: documentId } = expectSaved('letter', stored)
  await service.db.owner.query(
    `with template as (select id, version from letter_template order by id limit 1),
     written as (
       insert into letter (pathway_id, template_id, template_version, recipient, title, body, frame, identity, concerns,
         signed_name, document_id, created_by)
       select $1, id, version, 'patient', 'Your appointment', 'We will see you soon.', '{}', 'Edna', '[]', 'Ada Okafor', $2, $3
       from template returning id),
     drafted as (
       insert into letter_draft (pathway_id, template_id, title, body)
       select $1, id, 'A letter', 'Not signed yet.' from template),
     given_up as (
       insert into letter_not_needed (letter_id, reason) select id, 'Told by telephone' from written),
     sent as (
       insert into letter_dispatch (letter_id, way, state, address)
       select id, 'mesh', 'accepted', 'M85001' from written returning id),
     answered as (
       insert into mesh_message (message_id, dispatch_id, kind, is_positive, words)
       select gen_random_uuid()::text, id, 'infrastructure', true, 'Received' from sent)
     insert into letter_dispatch_step (dispatch_id, state, words) select id, 'accepted', 'MESH accepted it' from sent`,
    [pathwayId, documentId, user.userId],
  )
  const incoming = await anIncoming(service)
  await service.db.owner.query(
    `with accepted as (
       update incoming_referral set state = 'accepted', asked_what = 'Which practice?', asked_date = '2026-01-02',
         chase_date = '2026-01-05', answer = 'Willow Lane', decided_at = '2026-01-05', decided_by = $2,
         declined_note = 'Thought to be known', pathway_id = $1
       where id = $3 returning id)
     insert into incoming_letter (incoming_referral_id, frame, title, body, signed_by, printed_at)
     select id, '{}', 'About your referral', 'We cannot see you.', 'Ada Okafor', '2026-01-03' from accepted`,
    [pathwayId, user.userId, incoming.id],
  )
  const list = await aList(service, { people: [{}] })
  await service.db.owner.query(`update listed_person set incoming_referral_id = $1 where id = $2`, [
    incoming.id,
    list.people[0],
  ])
  await service.db.owner.query(
    `with client as (
       insert into fhir_client (client_id, name, organisation, contact, purpose, types, jwks_url, message_url, expires_date)
       values (gen_random_uuid()::text, 'Ambulance', 'Ambulance', 'Sam', 'referring', '{ServiceRequest}', 'https://a.example.org/k',
         'https://a.example.org/m', '2027-01-01') returning id),
     message as (
       insert into service_message (client_id, incoming_referral_id, request_id, bundle_id, event, request_names, body, received_at)
       select id, $1, gen_random_uuid(), 'bundle', 'new', '{request}', '{}', '2026-01-02' from client)
     insert into sender_answer (incoming_referral_id, kind, says, body, next_at)
     values ($1, 'interim', '{"outcome": "accepted", "words": null, "by": null}', '{}', '2026-01-03')`,
    [incoming.id],
  )
  await service.db.owner.query(
    `with subscription as (
       insert into fhir_subscription (client_id, endpoint, topics, state)
       select max(id), 'https://a.example.org/n', '{discharge}', 'off' from fhir_client returning id)
     insert into fhir_notice (subscription_id, pathway_id, topic) select id, $1, 'discharge' from subscription`,
    [pathwayId],
  )
  await service.db.owner.query(
    `insert into case_finding_opt_out (nhs_number, incoming_referral_id) select nhs_number, id from incoming_referral where id = $1`,
    [incoming.id],
  )
  await service.db.owner.query(
    `insert into external_grant (user_id, session_id, pathway_id, granted_at, expires_at)
     values ($1, $2, $3, clock_timestamp(), clock_timestamp() + interval '1 hour')`,
    [user.userId, user.sessionId, pathwayId],
  )
  await service.db.owner.query(
    `insert into former_name (patient_id, family_name, family_name_key) values ($1, 'Oldroyd', 'oldroyd')`,
    [patientId],
  )
  await service.db.owner.query(
    `insert into former_number (patient_id, nhs_number) values ($1, '9990000018')`,
    [patientId],
  )
  await service.db.owner.query(
    `insert into pds_check (patient_id, asked_at, kinds, found_at)
     values ($1, clock_timestamp(), '{address}', clock_timestamp())`,
    [patientId],
  )
  await service.db.owner.query(
    `insert into registered_in_error (patient_id, reason, created_by, put_back_at, put_back_by)
     values ($1, 'Taken for another', $2, clock_timestamp(), $2)`,
    [patientId, user.userId],
  )
  await service.db.owner.query(
    `insert into patient_restriction (patient_id, kind, reason, created_by, ended_at, ended_by, ended_note)
     values ($1, 'other', 'Taken for somebody known', $2, clock_timestamp(), $2, 'Somebody else')`,
    [patientId, user.userId],
  )
  await service.db.owner.query(
    `insert into restricted_access (patient_id, user_id, session_id, reason, words, expires_at)
     values ($1, $2, $3, 'care', 'Covers for a colleague', clock_timestamp() + interval '1 hour')`,
    [patientId, user.userId, user.sessionId],
  )
  await service.db.owner.query(
    `with link as (
       insert into person_link (patient_id, way, code_hash, valid_until, opened_at, created_by)
       values ($1, 'paper', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), clock_timestamp() + interval '30 days', clock_timestamp(), $2)
       returning id),
     visit as (
       insert into person_visit (patient_id, link_id, token_hash, begun_at, seen_at)
       select $1, id, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), clock_timestamp(), clock_timestamp() from link)
     insert into person_answer (pathway_id, kind, told, told_at) values ($3, 'waiting', '{"answer": "yes"}', clock_timestamp())`,
    [patientId, user.userId, pathwayId],
  )
  return { patientId, pathwayId, documentId, letter }
}

/** Every table of the schema that holds something of patients, with how many rows of this one. */
export const rowsOf = async (
  { db }: Pick<TestService, 'db'>,
  patientId: number,
): Promise<Map<string, number>> => {
  const tables = await readPatientTables(db.sql)
  const counted = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await db.owner.query<{ count: number }>(
      `select count(*)::integer as count from ${name} where ${ownedBy(tables, name, patientId)}`,
    )
    counted.set(name, rows[0]?.count ?? 0)
  }
  return counted
}

/** The same condition as the product's own, written a second time as text. */
export const ownedBy = (tables: readonly PatientTable[], name: string, patientId: number): string => {
  if (name === 'patient') return `patient.id = ${patientId}`
  const parents = tables.find((table) => table.name === name)?.parents ?? []
  return parents
    .map(
      ({ column, table, key }) =>
        `${name}.${column} in (select ${key} from ${table} where ${ownedBy(tables, table, patientId)})`,
    )
    .join(' or ')
}

/** Moves every day of the record so far back that its latest is `lastDay`, and closes its referrals. */
export const lastSeen = async (
  { db }: Pick<TestService, 'db'>,
  patientId: number,
  lastDay: string,
): Promise<void> => {
  const tables = await readPatientTables(db.sql)
  await db.owner.query(`delete from work_list where patient_id = $1`, [patientId])
  for (const { name, columns } of tables)
    for (const { name: column, type } of columns)
      if ((type === 'date' && column !== 'date_of_birth') || column === 'created_at')
        await db.owner.query(
          `update ${name} set ${column} = least(${column}, $1::date)
           where ${column} is not null and (${ownedBy(tables, name, patientId)})`,
          [lastDay],
        )
  await db.owner.query(`update pathway set discharge_date = $2 where patient_id = $1`, [patientId, lastDay])
}
