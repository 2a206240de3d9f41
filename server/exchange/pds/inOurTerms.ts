import type { Kysely } from 'kysely'
import { foldName } from '../../../contract/platform/words/fold.ts'
import type { PdsPerson } from '../../../contract/exchange/pds/pds.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Dated, NationalPerson } from './adapter/answer.ts'

/** Person stated gender (NHS Data Dictionary) by the words of the national service. */
export const genderCodes = { male: '1', female: '2', other: '9', unknown: 'X' } as const

const genderOf = async (sql: Kysely<DB>, gender: NationalPerson['gender']) =>
  gender === null
    ? undefined
    : sql
        .selectFrom('gender')
        .select(['id', 'name'])
        .where('code', '=', genderCodes[gender])
        .where('is_active', '=', true)
        .executeTakeFirst()

/** The title of our list, such as 'Mrs'. */
const titleOf = async (sql: Kysely<DB>, title: string | null): Promise<number | null> => {
  if (title === null) return null
  const rows = await sql
    .selectFrom('name_prefix')
    .select(['id', 'name'])
    .where('is_active', '=', true)
    .execute()
  const plain = (text: string): string => foldName(text.replaceAll('.', ''))
  return rows.find(({ name }) => plain(name) === plain(title))?.id ?? null
}

const practiceOf = async (sql: Kysely<DB>, code: string | undefined): Promise<PdsPerson['practice']> => {
  if (code === undefined) return null
  const found = await sql
    .selectFrom('organisation')
    .select(['name', 'postcode'])
    .where('id', '=', code)
    .where('type', '=', 'GP Practices')
    .where('is_active', '=', true)
    .executeTakeFirst()
  return { code, name: found?.name ?? null, postcode: found?.postcode ?? null }
}

const valueOf = <Value>(dated: Dated<Value> | null | undefined): Value | null => dated?.value ?? null

/** The person with the ids of our lists. @param superseded the number that was asked about, if it was replaced */
export const inOurTerms = async (
  sql: Kysely<DB>,
  person: NationalPerson,
  superseded: string | null,
): Promise<PdsPerson> => {
  const { whereabouts: at } = person
  const gender = await genderOf(sql, person.gender)
  const ends = {
    address: at?.address,
    phoneHome: at?.phoneHome,
    phoneWork: at?.phoneWork,
    phoneMobile: at?.phoneMobile,
    email: at?.email,
    registeredGP: at?.practice,
  }
  return {
    nhsNumber: person.nhsNumber,
    supersededNumber: superseded,
    familyName: person.familyName,
    firstName: person.firstName,
    title: person.title,
    namePrefix: await titleOf(sql, person.title),
    gender: gender?.name ?? null,
    genderId: gender?.id ?? null,
    dateOfBirth: person.dateOfBirth,
    isSensitive: person.isSensitive,
    death: person.death,
    address: valueOf(at?.address),
    phoneHome: valueOf(at?.phoneHome),
    phoneWork: valueOf(at?.phoneWork),
    phoneMobile: valueOf(at?.phoneMobile),
    email: valueOf(at?.email),
    practice: await practiceOf(sql, at?.practice?.value),
    ended: Object.fromEntries(
      Object.entries(ends).flatMap(([part, dated]) =>
        dated?.endedOn == null ? [] : [[part, dated.endedOn]],
      ),
    ),
  }
}
