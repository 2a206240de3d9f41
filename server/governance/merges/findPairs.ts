import { sql as raw, type Kysely, type Transaction } from 'kysely'
import type { TaskList } from 'graphile-worker'
import { queueJob, taskOf, type Job } from '../../platform/db/jobs/jobs.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { alikeAmong, findCandidates } from '../../patients/patient/candidates.ts'
import type { Identity, NameOfPerson } from '../../patients/patient/likeness.ts'

const findAll: Job<Record<string, never>> = { name: 'findPairs', attempts: 1 }

/** The queue's handlers for the list of possible duplicates. */
export const pairTasks = ({ db }: Pick<Service, 'db'>): TaskList =>
  taskOf(findAll, async () => {
    await findPairs(db.sql)
  })

/** Runs at each start, to compare records that did not arrive through a save. */
export const findPairsAtStart = ({ db }: Pick<Service, 'db'>): Promise<void> => queueJob(db.sql, findAll, {})

/** Changes when the rules change, so that every patient is compared again by the new ones. */
export const edition = 1

/**
 * Maximum patients in one run of the queue, so that the first comparison of a large register does not block it. The
 * next run continues.
 */
const mostOfRun = 10_000

/** Maximum patients in one transaction: an interruption loses little work, and nobody waits long. */
const batchSize = 100

/**
 * Compares every new or changed patient with all others, and stores the pairs that may be of one person. Deletes pairs
 * that no longer look alike, unless somebody has dismissed them.
 */
export const findPairs = async (sql: Kysely<DB>): Promise<number> => {
  let compared = 0
  for (let last = 0; compared < mostOfRun;) {
    const patients = await selectUncompared(sql, last)
    if (patients.length === 0) return compared
    await transact(sql, async (writing) => {
      for (const patient of patients) await comparePatient(writing, patient)
    })
    compared += patients.length
    last = patients.at(-1)?.id ?? last
  }
  return compared
}

type Uncompared = Identity & { id: number; version: number; nhsNumber: string | null }

const selectUncompared = async (sql: Kysely<DB>, after: number): Promise<Uncompared[]> => {
  const { rows } = await raw<Uncompared>`
    select patient.id, patient.version, family_name as "familyName", first_name as "firstName",
      date_of_birth as "dateOfBirth", nhs_number as "nhsNumber", postcode, address_line1 as "addressLine1",
      array[phone_home, phone_work, phone_mobile] as telephones,
      (select coalesce(jsonb_agg(jsonb_build_object('familyName', family_name, 'firstName', first_name)), '[]'::jsonb)
        from former_name where former_name.patient_id = patient.id) as "formerNames"
    from patient left join compared_patient as compared
      on compared.patient_id = patient.id and compared.version = patient.version and compared.edition = ${edition}
    where patient.is_active and patient.id > ${after} and compared.patient_id is null
    order by patient.id limit ${batchSize}`.execute(sql)
  return rows
}

const comparePatient = async (sql: Transaction<DB>, patient: Uncompared): Promise<void> => {
  const candidates = await withFormer(sql, patient)
  const alike = alikeAmong(patient, candidates).filter((other) => isAsked(patient, other.patient))
  const others = alike.map((each) => each.patient.id)
  await sql
    .deleteFrom('possible_duplicate')
    .where((row) => row.or([row('patient_id', '=', patient.id), row('other_id', '=', patient.id)]))
    .where('dismissed_at', 'is', null)
    .where((row) =>
      row.and([row('patient_id', 'not in', [0, ...others]), row('other_id', 'not in', [0, ...others])]),
    )
    .execute()
  for (const { patient: other, reasons } of alike)
    await raw`
      insert into possible_duplicate as pair (patient_id, other_id, reasons)
      select ${Math.min(patient.id, other.id)}, ${Math.max(patient.id, other.id)}, ${reasons}
      where not exists (
        -- What was said of a record holds for the one that it was merged into.
        select from possible_duplicate as said
        where said.dismissed_at is not null
          and (said.patient_id = any(ids_of_person(${patient.id})) and said.other_id = any(ids_of_person(${other.id}))
            or said.patient_id = any(ids_of_person(${other.id})) and said.other_id = any(ids_of_person(${patient.id}))))
      on conflict (patient_id, other_id) do update set reasons = excluded.reasons
      where pair.dismissed_at is null and pair.reasons <> excluded.reasons`.execute(sql)
  await sql
    .insertInto('compared_patient')
    .values({ patient_id: patient.id, version: patient.version, edition })
    .onConflict((conflict) =>
      conflict.column('patient_id').doUpdateSet({ version: patient.version, edition }),
    )
    .execute()
}

/** Two different known NHS numbers mean two people, whatever else they share. */
export const isAsked = (one: Pick<Uncompared, 'nhsNumber'>, other: Pick<Uncompared, 'nhsNumber'>): boolean =>
  one.nhsNumber === null || other.nhsNumber === null || one.nhsNumber === other.nhsNumber

/** Candidates who share something with the person, under the present name or a former one. */
const withFormer = async (sql: Kysely<DB>, patient: Uncompared) => {
  const names: NameOfPerson[] = [patient, ...patient.formerNames]
  const found = new Map<number, Awaited<ReturnType<typeof findCandidates>>[number]>()
  for (const name of names)
    for (const candidate of await findCandidates(sql, { ...patient, ...pick(name) }, patient.id))
      found.set(candidate.id, candidate)
  return [...found.values()]
}

const pick = ({ familyName, firstName }: NameOfPerson): NameOfPerson => ({ familyName, firstName })
