import { hash, type Algorithm } from '@node-rs/argon2'
import type { Client } from 'pg'
import { today, type CalendarDate } from '../../contract/platform/dates/dates.ts'
import { foldName } from '../../contract/platform/words/fold.ts'
import { withClient } from '../../server/platform/db/connection/withClient.ts'
import { writeCaseFinding } from './demonstration/caseFinding.ts'
import { writeIncoming } from './demonstration/incoming.ts'
import { insertRows } from './demonstration/insertRows.ts'
import { writeLetters } from './demonstration/letters.ts'
import { clinicians, practices, streets, teamMembers } from './demonstration/names.ts'
import { giveToOwners } from './demonstration/owners.ts'
import { seeded } from './demonstration/random.ts'
import { lists, type Known, type List } from './demonstration/known.ts'
import { inventRows } from './demonstration/rows.ts'
import { demonstrationPassword, demonstrationUsers } from './demonstration/users.ts'

const seed = 20_261_121

/**
 * Fills a database with invented patients at all stages and one sign-in of each kind. Does nothing if this was done
 * before. Histories end today, so the lists of a new installation never look stale.
 * @param url the connection URL of the database owner
 * @param day the day on which the histories end; the same day gives the same people
 */
export const loadDemonstration = (
  url: string,
  day: CalendarDate = today(),
): Promise<{ signIns: { userName: string; password: string; role: string }[] }> =>
  withClient(url, async (client) => {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('surefoot demonstration'))`)
    const { rowCount } = await client.query(`select from app_user where user_name_key = 'clinician'`)
    if (rowCount === 0) {
      await loadPeople(client)
      const tables = inventRows(await readKnown(client), seeded(seed), day)
      for (const [table, rows] of Object.entries(tables)) await insertRows(client, table, rows)
      await giveToOwners(client)
      await loadDeprivation(client)
      await writeLetters(client)
      await writeIncoming(client, day)
      await writeCaseFinding(client, day)
    }
    await client.query('commit')
    return {
      signIns: demonstrationUsers.map(({ userName, roles }) => ({
        userName,
        password: demonstrationPassword,
        role: roles.join(' and '),
      })),
    }
  })

/** One end of the town is poorer than the other; the last street is too new for the file. */
const loadDeprivation = async (client: Client): Promise<void> => {
  const file = { id: 1, file_name: 'sampletown-postcodes.csv', used_from: new Date().toISOString() }
  const { rows } = await client.query<{ id: number }>('select min(id) as id from app_user')
  await insertRows(client, 'deprivation_file', [
    { ...file, user_id: rows[0]?.id, created_at: file.used_from },
  ])
  await insertRows(
    client,
    'postcode_deprivation',
    streets.slice(0, -1).map(([, postcode, district], place) => ({
      file_id: file.id,
      postcode: postcode.replace(' ', ''),
      fifth: 1 + Math.min(4, district + (place % 3 === 0 ? 1 : 0)),
    })),
  )
}

const loadPeople = async (client: Client): Promise<void> => {
  const named = (people: readonly (readonly [string, string, string])[]) =>
    people.map(([familyName, firstName, profession], index) => ({
      id: index + 1,
      version: 1,
      family_name: familyName,
      first_name: firstName,
      display_name: `${familyName.toLocaleUpperCase('en-GB')}, ${firstName} (${profession})`,
      is_active: true,
      sort_order: index + 1,
    }))
  await insertRows(client, 'clinician', named(clinicians))
  await insertRows(client, 'team_member', named(teamMembers))
  await insertRows(client, 'organisation', organisations())
  await insertRows(
    client,
    'organisation_parent',
    branches.map((_, index) => ({
      organisation_id: branchCode(index),
      parent_organisation_id: practiceCode(index),
      join_date: '2001-01-01',
      is_active: true,
      version: 1,
    })),
  )
  const passwordHash = await hash(demonstrationPassword, {
    algorithm: 2 as Algorithm,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  })
  for (const [index, { userName, familyName, firstName, roles }] of demonstrationUsers.entries()) {
    const { rows } = await client.query<{ id: string }>(
      `insert into app_user (user_name, user_name_key, family_name, first_name, display_name, default_role_id, password_hash, email, phone_number)
       select $1, $1, $2, $3, $4, role.id, $5, $7, $8 from role where role.name = $6 returning id`,
      [
        userName,
        familyName,
        firstName,
        `${firstName} ${familyName}`,
        passwordHash,
        roles[0],
        `${userName}@example.org`,
        // From the numbers that Ofcom reserves for drama, so nobody's telephone rings.
        `077009001${String(index + 10)}`,
      ],
    )
    await client.query(
      'insert into user_role (user_id, role_id) select $1, id from role where name = any($2)',
      [rows[0]?.id, roles],
    )
  }
}

const practiceCode = (index: number): string => `Z990${String(index + 1).padStart(2, '0')}`
const branchCode = (index: number): string => `${practiceCode(index)}001`
/** The practices that have a branch. */
const branches = practices.slice(0, 6)

/** Invented practices, six of them with a branch, and the body that commissions them. */
const organisations = () => {
  const organisation = (id: string, type: string, name: string, postcode: string) => ({
    id,
    version: 1,
    type,
    name,
    name_key: foldName(name),
    town: 'Sampletown',
    postcode,
    open_date: '1990-04-01',
    status_code: 'A',
    is_active: true,
  })
  return [
    organisation('99X', 'Clinical Commissioning Group', 'NHS Exampleshire (Sub ICB Location)', 'ZZ99 9AE'),
    ...practices.map((name, index) =>
      organisation(practiceCode(index), 'GP Practices', name, `ZZ99 ${index % 9}AB`),
    ),
    ...branches.map((name, index) =>
      organisation(branchCode(index), 'Branch Surgeries', `${name} (Branch)`, `ZZ99 ${index % 9}CD`),
    ),
  ]
}

const readKnown = async (client: Client): Promise<Known> => {
  const all = async <Row extends object>(sql: string): Promise<Row[]> => (await client.query<Row>(sql)).rows
  const ids = async (table: string): Promise<number[]> =>
    (await all<{ id: string }>(`select id from ${table} where is_active order by sort_order, id`)).map(
      ({ id }) => Number(id),
    )
  const choices = await all<{ list: List; id: string; name: string; code: string | null }>(
    lists
      .map((list) => `select '${list}' as list, id, name, to_jsonb(${list}) ->> 'code' as code from ${list}`)
      .join(' union all '),
  )
  const users = await all<{ id: string }>(
    `select id from app_user where user_name_key in ('admissions', 'clinician', 'teamlead')`,
  )
  const choice = (of: List, by: 'name' | 'code', value: string): { id: number; name: string } => {
    const found = choices.find((row) => row.list === of && row[by] === value)
    if (found === undefined) throw new Error(`There is no ${of} ${value} in the reference data`)
    return { id: Number(found.id), name: found.name }
  }
  return {
    gender: (code) => choice('gender', 'code', code),
    practices: await all<{ id: string; name: string }>(
      `select id, name from organisation where type = 'GP Practices' order by id`,
    ),
    clinicians: await ids('clinician'),
    teamMembers: await ids('team_member'),
    users: users.map(({ id }) => Number(id)),
    named: (list, name) => choice(list, 'name', name).id,
    coded: (list, code) => choice(list, 'code', code).id,
  }
}
