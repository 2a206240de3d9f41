import type { FhirResource } from 'fhir/r4.js'
import { mergePatients } from '../../../contract/governance/merge.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import type { TestService } from '../../testing/process/service.ts'
import { done } from '../../testing/world/factories.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { aWholeRecord, type WholeRecord } from '../../testing/world/wholeRecord.ts'
import type { FhirGet } from './fhirClient.ts'

/** A record that gives a resource of every type and source. */
export const aFhirRecord = async (service: TestService, user: TestUser): Promise<WholeRecord> => {
  const record = await aWholeRecord(service, user)
  const { owner } = service.db
  await owner.query(
    `insert into organisation (id, name, name_key, type, town, postcode) values ('A81001', 'The Surgery', 'the surgery', 'GP Practices', 'Ourtown', 'ZZ9 9ZZ')
     on conflict do nothing`,
  )
  await owner.query(
    `insert into organisation (id, name, name_key, type) values ('QAA', 'Ourtown ICB', 'ourtown icb', 'Clinical Commissioning Group')
     on conflict do nothing`,
  )
  await owner.query(
    `insert into organisation_parent (organisation_id, parent_organisation_id, join_date)
     select 'A81001', 'QAA', '2020-04-01' where not exists (select from organisation_parent where parent_organisation_id = 'QAA')`,
  )
  await owner.query(`update patient set registered_gp = 'A81001' where id = $1`, [record.patientId])
  await owner.query(
    `update letter set recipient = 'gp', recipient_organisation_id = 'A81001' where pathway_id = $1`,
    [record.pathwayId],
  )
  // A session of a class, a blood pressure in two parts, a count of falls, a missed session, a note of both kinds.
  await owner.query(
    `update exercise_attendance set class_session_id = (select max(id) from class_session)
     where exercise_id in (select id from exercise where pathway_id = $1)`,
    [record.pathwayId],
  )
  await owner.query(
    `insert into measure (pathway_id, measure, measured_date, value, unable, clinician_id)
     select $1, code, current_date - 3, value, value is null, (select min(id) from clinician)
     from (values ('systolicLying', 140), ('diastolicLying', 80), ('systolicStanding1', 120), ('weight', 61.5),
       ('pulseLying', 72), ('timedUpAndGo', null), ('fesI', 30)) as given (code, value)`,
    [record.pathwayId],
  )
  await owner.query(
    `insert into fall (patient_id, fall_date, fall_count, period_from) values ($1, current_date - 9, 3, current_date - 100)`,
    [record.patientId],
  )
  await owner.query(
    `update frat set fall_in_last_year = true, four_or_more_medicines = true, stroke_or_parkinsons = false,
       balance_problems = true, cannot_rise_from_chair = false, frat_score = 3 where pathway_id = $1`,
    [record.pathwayId],
  )
  await owner.query(`update pathway set ubrn = lpad(id::text, 12, '0') where id = $1`, [record.pathwayId])
  // An earlier referral that ended in discharge.
  await owner.query(
    `insert into pathway (patient_id, referral_date, received_date, referrer_id, referral_method_id, consent_given,
       consent_date, discharge_date, discharge_reason_id, discharge_clinician_id, discharged_to_id, vas_scale_id)
     select $1, '2025-01-06', '2025-01-08', (select min(id) from referrer), (select min(id) from method), true, '2025-01-08',
       '2025-06-02', (select min(id) from discharge_reason), (select min(id) from clinician),
       (select min(id) from discharged_to), (select min(id) from vas_scale)`,
    [record.patientId],
  )
  await owner.query(`update appointment set outcome = 'attended' where pathway_id = $1`, [record.pathwayId])
  await owner.query(
    `update medicines_review set review_asked_date = assessment_date where pathway_id = $1 and review_asked_date is null`,
    [record.pathwayId],
  )
  return record
}

export const merge = async (
  service: TestService,
  user: TestUser,
  survivorId: number,
  mergedId: number,
): Promise<void> => {
  const { rows } = await service.db.owner.query<{ id: number; version: number }>(
    'select id, version from patient where id = any($1)',
    [[survivorId, mergedId]],
  )
  const versionOf = (id: number) => rows.find((row) => Number(row.id) === id)?.version ?? 1
  await done({ service, user }, mergePatients, {
    survivorId,
    mergedId,
    survivorVersion: versionOf(survivorId),
    mergedVersion: versionOf(mergedId),
    takes: [],
  })
}

/** How a record came out of reach of somebody. */
export const changes: Readonly<Record<string, string>> = {
  restricted: `insert into patient_restriction (patient_id, kind, reason) values ($1, 'other', 'x')`,
  withoutConsent: `update pathway set consent_given = false where patient_id = $1`,
  refused: `update patient set consent_refused_date = '${today()}' where id = $1`,
  deceased: `update patient set deceased_date = '${today()}' where id = $1`,
}

interface Entry {
  resource: FhirResource
  search: { mode: string }
}

export interface Crawled {
  resources: FhirResource[]
  pages: number
}

/** All pages of a search. */
export const allPages = async (get: FhirGet, path: string): Promise<Crawled> => {
  const resources: FhirResource[] = []
  let [next, pages]: [string | undefined, number] = [path, 0]
  while (next !== undefined) {
    const { status, body, text } = await get(next)
    if (status !== 200) throw new Error(`${next} answered ${status}: ${text}`)
    pages += 1
    const { entry = [], link } = body as { entry?: Entry[]; link: { relation: string; url: string }[] }
    resources.push(...entry.flatMap(({ resource, search }) => (search.mode === 'match' ? [resource] : [])))
    next = link.find(({ relation }) => relation === 'next')?.url.replace('http://localhost:3000/fhir/R4/', '')
  }
  return { resources, pages }
}

/** What a search of a whole type needs, because nobody lists all patients without a reason. */
export const wholeType = (type: string, more = ''): string =>
  `${type}?${type === 'Patient' ? '_lastUpdated=ge2000-01-01&' : ''}${more}`
