import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { foldName } from '../contract/platform/words/fold.ts'
import { checkDigitOf } from '../contract/platform/fields/nhsNumber.ts'
import { stages, type Stage } from '../contract/stages/stage.ts'
import { stocks } from '../db/seed/demonstration/names.ts'
import { connect } from '../server/platform/db/connection/connect.ts'
import { transact } from '../server/platform/db/connection/transact.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { compactCounts } from '../server/pathways/worklists/counts.ts'
import { updateStage } from '../server/stages/updateStage.ts'
import { filled, withBareTables } from './bareTables.ts'
import { addRecords } from './fillRecords.ts'

/** How far a service with many open pathways has come with them: of twenty, how many have the records of each stage. */
const share: Record<Stage, number> = {
  awaitingAssessment: 2,
  awaitingWellbeing: 1,
  awaitingTreatment: 2,
  inTreatment: 4,
  inExercise: 3,
  awaitingFollowup: 3,
  awaitingSecondFollowup: 2,
  awaitingDischarge: 3,
}

export const largestStage: Stage = 'inTreatment'

const batch = 10_000
const placedAtOnce = 2000

/** As in a register, a few names are common and most are rare. */
const endings = ['', ...'s son ley ton ford ham well by worth man field more wick'.split(' ')]
const families = endings.flatMap((ending) =>
  stocks.flatMap(({ family }) => family.map((name) => name + ending)),
)
const firsts = [...new Set(stocks.flatMap(({ women, men }) => [...women, ...men]))]
const onLists = stages.flatMap((stage) => Array.from({ length: share[stage] }, () => stage))

/** Valid numbers of the test range; null where the nine digits have no check digit, or none are left. */
const numbersFrom = (first: number, count: number): (string | null)[] =>
  Array.from({ length: count }, (_, index) => {
    const nine = first + index
    const check = checkDigitOf(`${nine}0`)
    return check < 10 && nine < 1_000_000_000 ? `${nine}${check}` : null
  })

/**
 * Adds invented patients, each with one open pathway and its records, until the work lists hold as many rows as asked.
 * People and records by plain statements; where each pathway stands says the product's own rule.
 */
export const fillTo = async (url: string, pathways: number): Promise<void> =>
  withClient(url, async (client) =>
    withClient(url, async (beside) => {
      const { rows } = await client.query<{ count: number }>(
        'select count(*)::integer as count from work_list',
      )
      const held = rows[0]?.count ?? 0
      const clients = [client, beside] as const
      for (const each of clients) {
        await each.query(`set maintenance_work_mem = '256MB'`)
        // There are two connections to work on already.
        await each.query('set max_parallel_maintenance_workers = 0')
      }
      if (held < pathways) await withBareTables(clients, () => fillAndPlace(url, client, held, pathways))
      // As the service does each minute.
      await compactCounts(client)
      await client.query('vacuum analyze')
    }),
  )

/** While some are added, those added before are placed: the database works for each of the two on a processor of its own. Then both place. */
const fillAndPlace = async (url: string, client: Client, held: number, pathways: number): Promise<void> => {
  const db = connect(url, { asOwner: true, isBulk: true })
  const unplaced: number[] = []
  let isAdding = true
  const add = async (): Promise<void> => {
    let analysed = 0
    for (let now = held; now < pathways; now += batch) {
      const count = Math.min(batch, pathways - now)
      const added = await addPatients(client, 999_200_000 + now, count)
      // Statements on tables that are thought to be empty are planned for empty ones.
      if (now + count > 2 * analysed) {
        await client.query(`analyze ${filled.join(', ')}`)
        analysed = now + count
      }
      unplaced.push(...added)
    }
  }
  const place = async (): Promise<void> => {
    while (isAdding || unplaced.length > 0) {
      const ids = unplaced.splice(0, placedAtOnce)
      if (ids.length === 0) await sleep(20)
      else
        await transact(db.sql, (sql) =>
          updateStage({ sql, userId: null, requestId: null, command: 'bench' }, ids),
        )
    }
  }
  try {
    const adding = add().finally(() => {
      isAdding = false
    })
    await Promise.all([adding.then(place), place()])
  } finally {
    await db.close()
  }
}

/** @returns the pathways */
const addPatients = async (client: Client, firstNumber: number, count: number): Promise<number[]> => {
  await client.query('begin')
  await client.query(
    `create temporary table invented on commit drop as
     select nhs_number, nextval(pg_get_serial_sequence('patient', 'id')) as patient_id,
       nextval(pg_get_serial_sequence('pathway', 'id')) as pathway_id,
       1 + floor(random() ^ 1.5 * $2)::integer as family,
       1 + floor(random() ^ 2 * $3)::integer as first,
       1 + floor(random() * 2)::integer as gender,
       current_date - 22000 - floor(random() * 13000)::integer as born,
       current_date - floor(random() * 400)::integer as referred,
       'ZZ' || 10 + floor(random() * 90) || ' ' || 1 + floor(random() * 9) || 'AB' as postcode,
       ($4::text[])[1 + floor(random() * cardinality($4::text[]))] as stage
     from unnest($1::text[]) as nhs_number`,
    [numbersFrom(firstNumber, count), families.length, firsts.length, onLists],
  )
  await client.query(
    `insert into patient (id, family_name, family_name_key, first_name, first_name_key, gender_id, date_of_birth,
       nhs_number, nhs_number_unknown, postcode, registered_gp)
     overriding system value
     select patient_id, ($1::text[])[family], ($2::text[])[family], ($3::text[])[first], ($4::text[])[first],
       (select id from gender where code = gender::text), born, nhs_number, nhs_number is null, postcode,
       (select min(id) from organisation where type = 'GP Practices')
     from invented`,
    [families, families.map(foldName), firsts, firsts.map(foldName)],
  )
  await client.query(
    `insert into pathway (id, patient_id, referral_date, referrer_id, referral_method_id)
     overriding system value
     select pathway_id, patient_id, referred, (select min(id) from referrer), (select min(id) from method)
     from invented`,
  )
  await addRecords(client)
  const { rows } = await client.query<{ id: number }>(
    'select pathway_id::integer as id from invented order by id',
  )
  await client.query('commit')
  return rows.map(({ id }) => id)
}
