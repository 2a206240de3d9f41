import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '../../../contract/platform/dates/dates.ts'
import { foldName } from '../../../contract/platform/words/fold.ts'
import { seeded, type Random } from '../../../db/seed/demonstration/random.ts'
import { randomPeople, type RandomPerson } from '../../testing/world/randomPeople.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { alikeAmong, findCandidates, type Candidate } from './candidates.ts'
import { askedByName, birthsNear, likenessOf, type Identity } from './likeness.ts'

/* Every possible duplicate is found, although few of the people born on or near the same day are read. */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

type Named = Pick<RandomPerson, 'familyName' | 'firstName' | 'dateOfBirth'>

const letters = 'abcdefghiklmnoprstuvwy'
const mistype = (random: Random, name: string): string => {
  const at = random.between(0, name.length - 1)
  const [before, after] = [name.slice(0, at), name.slice(at + 1)]
  const other = random.pick([...letters])
  return (
    random.pick([before + after, before + other + after, name.slice(0, at) + other + name.slice(at)]) || name
  )
}
const heardAs: [string, string][] = [
  ['Ash', 'Esh'],
  ['ck', 'k'],
  ['ie', 'y'],
  ['ph', 'f'],
  ['son', 'sen'],
  ['ley', 'leigh'],
  ['Mac', 'Mc'],
  ['th', 't'],
  ['c', 'k'],
]
const shortForms: Record<string, string> = {
  Margaret: 'Peggy',
  William: 'Bill',
  Elizabeth: 'Betty',
  Kathleen: 'Kath',
  Robert: 'Bob',
}

/** The same person as another user might have written them down. */
const writtenAgain = (random: Random, person: RandomPerson): RandomPerson => {
  const again = { ...person }
  for (let change = random.between(1, 3); change > 0; change -= 1) {
    const { familyName, firstName, dateOfBirth: born } = again
    const [year, month, day] = born?.split('-') ?? []
    const change: (() => Partial<Named>)[] = [
      () => ({ familyName: mistype(random, familyName) }),
      () => ({ firstName: firstName === null ? null : mistype(random, firstName) }),
      () => ({ familyName: firstName ?? familyName, firstName: firstName === null ? null : familyName }),
      () => ({ familyName: `${familyName}-${random.pick(['Jones', 'Hall', 'Oakley'])}` }),
      () => ({ familyName: familyName.split('-')[0] ?? familyName }),
      () => ({ familyName: heardAs.reduce((name, [one, other]) => name.replace(one, other), familyName) }),
      () => ({ firstName: shortForms[firstName ?? ''] ?? `${firstName ?? 'Ann'} Mary` }),
      () => ({ firstName: firstName?.slice(0, 1) ?? null }),
      () => ({ firstName: null }),
      () => ({ familyName: random.pick(['Newton', 'Li', 'O’Hara']) }),
      () => (born === null ? {} : { dateOfBirth: birthsNear(born).at(random.between(0, 3)) ?? born }),
      () => (born === null ? {} : { dateOfBirth: addDays(`${year}-${month}-01`, random.between(0, 27)) }),
      () => ({ dateOfBirth: born === null ? null : `${year}-${month}-${day}` }),
    ]
    Object.assign(again, random.pick(change)())
  }
  return again
}

it('never passes over a name by which somebody born on the same day or near it is asked about', () => {
  const random = fc.integer().map(seeded)
  let asked = 0
  fc.assert(
    fc.property(random, fc.boolean(), (chance, hadAnother) => {
      const [person] = randomPeople(1, chance.between(1, 1e9))
      if (person === undefined) throw new Error('Nobody')
      const [one, other] = [writtenAgain(chance, person), writtenAgain(chance, person)]
      const identity = (who: RandomPerson, formerNames: Identity['formerNames']): Identity => ({
        ...{ familyName: who.familyName, firstName: who.firstName, formerNames },
        ...{ dateOfBirth: '1941-02-03', addressLine1: null, postcode: null, telephones: [] },
      })
      const known = identity(one, hadAnother ? [writtenAgain(chance, person)] : [])
      const names = [other, ...(hadAnother ? [writtenAgain(chance, person)] : [])]
      const former = names.slice(1)
      for (const dateOfBirth of ['1941-02-03', '1942-02-03']) {
        if (likenessOf(known, { ...identity(other, former), dateOfBirth }) === null) continue
        asked += 1
        const mayBe = askedByName(known)
        const keys = names.map((name) => ({
          family: foldName(name.familyName),
          first: foldName(name.firstName ?? ''),
        }))
        expect({ known, other, former, isRead: keys.some(mayBe) }).toMatchObject({ isRead: true })
      }
    }),
    { numRuns: Number(process.env['SUREFOOT_FUZZ'] ?? 5_000) },
  )
  expect(asked).toBeGreaterThan(500)
})

it('finds of a register whom a comparison with everybody finds, and reads few', async () => {
  const random = seeded(20_261_124)
  const written = randomPeople(150, 20_261_124).flatMap((person) => [
    person,
    ...Array.from({ length: random.between(0, 5) }, () => ({
      ...writtenAgain(random, person),
      ...(random.chance(0.6) ? { phoneHome: null, addressLine1: '', postcode: '' } : {}),
    })),
  ])
  // Strangers born on the same days, who share nothing else.
  const days = [...new Set(written.map(({ dateOfBirth }) => dateOfBirth))]
  const strangers = randomPeople(4 * written.length, 77).map((person, at) => ({
    ...person,
    dateOfBirth: days[at % days.length] ?? null,
  }))
  const { rows: added } = await service.db.owner.query<{ id: string }>(
    `insert into patient (family_name, family_name_key, first_name, first_name_key, date_of_birth, phone_home, address_line1,
       postcode, gender_id)
     select family, family_key, first, coalesce(first_key, ''), born, phone, address, postcode, (select min(id) from gender)
     from jsonb_to_recordset($1) as person (family text, family_key text, first text, first_key text, born date, phone text,
       address text, postcode text)
     returning id`,
    [
      JSON.stringify(
        [...written, ...strangers].map((person) => ({
          family: person.familyName,
          family_key: foldName(person.familyName),
          first: person.firstName,
          first_key: foldName(person.firstName ?? ''),
          born: person.dateOfBirth,
          phone: person.phoneHome,
          address: person.addressLine1,
          postcode: person.postcode,
        })),
      ),
    ],
  )
  // One in five has married since, and the former name may have been written differently.
  for (const [at, person] of written.entries())
    if (at % 5 === 0) {
      const id = added[at]?.id
      const { familyName, firstName } = writtenAgain(random, person)
      await service.db.owner.query(
        `insert into former_name (patient_id, family_name, first_name, family_name_key, first_name_key) values ($1, $2, $3, $4, $5)`,
        [id, familyName, firstName, foldName(familyName), foldName(firstName ?? '')],
      )
      await service.db.owner.query(
        `update patient set family_name = 'Quennell', family_name_key = 'quennell' where id = $1`,
        [id],
      )
    }
  const everybody = await allOf()
  let [near, read, asked] = [0, 0, 0]
  for (const person of everybody.slice(0, written.length)) {
    const born = birthsNear(person.dateOfBirth)
    const isNear = ({ dateOfBirth }: { dateOfBirth: string | null }) => born.includes(dateOfBirth ?? '')
    const others = everybody.filter((other) => other.id !== person.id && isNear(other))
    const candidates = await findCandidates(service.db.sql, { ...person, nhsNumber: null }, person.id)
    const found = alikeAmong(person, candidates).filter(({ patient }) => isNear(patient))
    const expected = alikeAmong(person, others)
    const said = (alike: typeof found) => alike.map(({ patient, reasons }) => ({ id: patient.id, reasons }))
    expect({ person, found: said(found) }).toEqual({ person, found: said(expected) })
    near += others.length
    read += candidates.filter(isNear).length
    asked += expected.length
  }
  expect(asked).toBeGreaterThan(200)
  expect(read - asked).toBeLessThan(near / 4)
})

const allOf = async (): Promise<Candidate[]> => {
  const { rows } = await service.db.pool.query<Candidate>(
    `select id, family_name as "familyName", first_name as "firstName", null as "namePrefix", date_of_birth as "dateOfBirth",
       nhs_number as "nhsNumber", postcode, address_line1 as "addressLine1",
       array[phone_home, phone_work, phone_mobile] as telephones,
       (select coalesce(jsonb_agg(jsonb_build_object('familyName', family_name, 'firstName', first_name)), '[]'::jsonb)
         from former_name where patient_id = patient.id) as "formerNames"
     from patient where is_active order by id`,
  )
  return rows
}
