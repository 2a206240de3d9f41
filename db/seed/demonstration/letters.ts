import { createHash, randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { formatLongDate, notRecorded } from '../../../contract/platform/words/format.ts'
import { fillIn, type MergeFieldName } from '../../../contract/care/letters/mergeFields.ts'
import type { LetterOnPaper } from '../../../contract/care/letters/letter.ts'
import { inventedWords } from '../../../contract/platform/calls/demonstration.ts'
import { renderLetters } from '../../../server/platform/files/letterPdf.ts'
import { addressed, fullName, type LetterPerson } from '../../../server/care/letters/person.ts'

/* Letters for the latest discharges: some printed, one e-mailed, some waiting to be sent, and one not signed yet. */

const head = {
  serviceName: 'Exampleshire Falls Service',
  address: 'Sampletown Health Centre\n1 High Street\nSampletown\nZZ99 1AA',
  telephone: '01632 960 100',
}
const written = 8
const printed = 4

type Discharged = LetterPerson &
  Partial<Record<MergeFieldName, string | null>> & { day: string; signer: { id: number; name: string } }

export const writeLetters = async (client: Client): Promise<void> => {
  await client.query('update letterhead set service_name = $1, address = $2, telephone = $3', [
    head.serviceName,
    head.address,
    head.telephone,
  ])
  const [template] = await ask<{ id: number; version: number; type: number; title: string; body: string }>(
    client,
    `select id, version, document_type_id as type, title, body from letter_template
     where recipient = 'gp' and occasion = 'discharge' and is_active order by id limit 1`,
  )
  if (template === undefined) return
  const people = await ask<Discharged>(client, discharged, [written + 1])
  const [draft, ...others] = people
  if (draft === undefined) return
  const wordsOf = (person: Discharged) => {
    const values = {
      ...person,
      patientName: fullName(person),
      serviceName: head.serviceName,
      serviceTelephone: head.telephone,
      ...Object.fromEntries(
        (['dischargeDate', 'referralDate'] as const).map((name) => [
          name,
          formatLongDate(person[name] ?? null),
        ]),
      ),
    }
    return {
      title: fillIn(template.title, values, () => notRecorded, true),
      body: fillIn(template.body, values, () => notRecorded, true),
    }
  }
  const { title, body } = wordsOf(draft)
  await client.query(
    `insert into letter_draft (pathway_id, template_id, title, body, created_by, updated_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5, $6, $6)`,
    [draft.pathwayId, template.id, title, body, draft.signer.id, at(draft.day, 15)],
  )
  const [batch] = await ask<{ id: number }>(
    client,
    `insert into letter_print (created_by, created_at) values ($1, $2) returning id`,
    [draft.signer.id, at(draft.day, 16)],
  )
  // In the order of writing, so that the latest come last.
  for (const [place, person] of [...others.entries()].toReversed()) {
    const letterId = await sign(client, template, person, wordsOf(person))
    const dispatch = [letterId, person.signer.id, at(person.day, 16)]
    if (place >= others.length - printed)
      await client.query(
        `insert into letter_dispatch (letter_id, way, state, print_id, created_by, created_at, updated_at)
         values ($1, 'print', 'printed', $4, $2, $3, $3)`,
        [...dispatch, batch?.id],
      )
    else if (place === 0 && person.gp !== null) {
      const address = `letters@${person.gp.id.toLowerCase()}.example.org`
      await client.query(
        `insert into letter_address (organisation_id, email, created_by) values ($1, $2, $3)`,
        [person.gp.id, address, person.signer.id],
      )
      await client.query(
        `insert into letter_dispatch (letter_id, way, state, address, tries, created_by, created_at, updated_at)
         values ($1, 'mail', 'accepted', $4, 1, $2, $3, $3)`,
        [...dispatch, address],
      )
    }
  }
}

const at = (day: string, hour: number): string => `${day}T${hour}:00:00Z`

const sign = async (
  client: Client,
  template: { id: number; version: number; type: number },
  person: Discharged,
  words: { title: string; body: string },
): Promise<number> => {
  const { to, about, size, identity, concerns, organisationId } = addressed('gp', person)
  const frame = { head, to, about, date: person.day, size }
  const { id: signer, name: signedBy } = person.signer
  const paper: LetterOnPaper = { ...frame, ...words, signedBy, identity }
  const content = Buffer.from(await renderLetters([paper], inventedWords))
  const storedName = randomUUID()
  const when = at(person.day, 15)
  const [document] = await ask<{ id: number }>(
    client,
    `insert into document (pathway_id, document_type_id, file_name, kind, size_bytes, sha256, stored_in, stored_name, scan,
       scanned_at, created_at, created_by, updated_at)
     values ($1, $2, $3, 'pdf', $4, $5, 'postgres', $6, 'clean', $7, $7, $8, $7) returning id`,
    [
      ...[person.pathwayId, template.type, `${words.title}.pdf`, content.length],
      ...[createHash('sha256').update(content).digest('hex'), storedName, when, signer],
    ],
  )
  await client.query('insert into document_content (stored_name, content) values ($1, $2)', [
    storedName,
    content,
  ])
  const [letter] = await ask<{ id: number }>(
    client,
    `insert into letter (pathway_id, template_id, template_version, recipient, recipient_organisation_id, title, body, frame,
       identity, concerns, signed_name, document_id, created_at, created_by, updated_at)
     values ($1, $2, $3, 'gp', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $12) returning id`,
    [
      ...[person.pathwayId, template.id, template.version, organisationId, words.title, words.body],
      ...[JSON.stringify(frame), identity, JSON.stringify(concerns), signedBy, document?.id, when, signer],
    ],
  )
  if (letter === undefined) throw new Error('A letter of the demonstration was not stored')
  return letter.id
}

/** Returns rows as JSON, so that ids are numbers and days are text. */
const ask = async <Row>(client: Client, statement: string, values: unknown[] = []): Promise<Row[]> => {
  const { rows } = await client.query<{ row: Row }>(
    `with asked as (${statement}) select to_jsonb(asked) as row from asked`,
    values,
  )
  return rows.map(({ row }) => row)
}

/**
 * Leaves out people who have a flag, have died or have a restricted record, because their letters ask a question first.
 */
const discharged = `
  select pathway.id as "pathwayId", patient.id as "patientId", patient.family_name as "familyName",
    patient.first_name as "firstName", name_prefix.name as "namePrefix", patient.date_of_birth as "dateOfBirth",
    patient.nhs_number as "nhsNumber",
    jsonb_build_array(patient.address_line1, patient.address_line2, patient.address_line3, patient.town, patient.county,
      patient.postcode) as address,
    jsonb_build_object('id', gp.id, 'name', gp.name, 'isActive', gp.is_active, 'address', jsonb_build_array(
      gp.address_line1, gp.address_line2, gp.address_line3, gp.town, gp.county, gp.postcode)) as gp,
    '{"flags": [], "consentRefusedDate": null, "timeConsentRefused": null, "deceasedDate": null, "isSaidDead": false,
      "isRestricted": false, "hasSimilarName": false}'::jsonb as flags,
    false as "isAtRisk", array[]::text[] as "differsInPds", pathway.discharge_date as day,
    (select jsonb_build_object('id', id, 'name', display_name) from app_user where user_name_key = 'clinician') as signer,
    pathway.discharge_date as "dischargeDate", pathway.referral_date as "referralDate", referrer.name as referrer,
    discharge_reason.name as "dischargeReason", discharged_to.name as "dischargedTo",
    (select patient_goals from treatment_plan where pathway_id = pathway.id and is_active
      order by treatment_date desc limit 1) as goals,
    (select goals_achieved.name from treatment_plan join goals_achieved on goals_achieved.id = goals_achieved_id
      where pathway_id = pathway.id and treatment_plan.is_active order by treatment_date desc limit 1) as "goalsOutcome",
    (select exercise_plan from exercise where pathway_id = pathway.id and is_active
      order by exercise_plan_date desc limit 1) as exercise
  from pathway
  join patient on patient.id = pathway.patient_id
  join organisation as gp on gp.id = patient.registered_gp
  join referrer on referrer.id = pathway.referrer_id
  left join name_prefix on name_prefix.id = patient.name_prefix_id
  left join discharge_reason on discharge_reason.id = pathway.discharge_reason_id
  left join discharged_to on discharged_to.id = pathway.discharged_to_id
  where pathway.discharge_date is not null and patient.registered_gp_branch is null and patient.deceased_date is null
    and patient.consent_refused_date is null and patient.time_consent_refused is null
    and not exists (select from said_dead where said_dead.patient_id = patient.id)
    and not exists (select from patient_flag where patient_flag.patient_id = patient.id)
    and not exists (select from patient_restriction where patient_restriction.patient_id = patient.id)
  order by pathway.discharge_date desc, pathway.id desc
  limit $1`
