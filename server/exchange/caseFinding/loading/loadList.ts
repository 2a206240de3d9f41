import { sql as raw, type Kysely, type Transaction } from 'kysely'
import { mostFaults, type ListReport } from '../../../../contract/exchange/caseFinding/caseFinding.ts'
import { assessEligibility } from '../../../../contract/exchange/incoming/eligibility.ts'
import { advisoryLock } from '../../../platform/db/connection/advisoryLock.ts'
import type { RecordTrace } from '../../../platform/audit/auditTrail.ts'
import { sha256 } from '../../../platform/crypto/sha256.ts'
import type { DB } from '../../../platform/db/types.ts'
import { countReasons, whyNotSent } from '../notSent.ts'
import { nameKey, type FileOfPeople, type PersonOnList } from '../reading/readList.ts'
import type { Described } from '../reading/readRow.ts'

/** A list as its sender and the person who loads it describe it. */
export interface DescribedList extends Described {
  legalBasis: string
}

interface Plan {
  report: ListReport
  /** Those whom no list of this kind, sender and day names yet. */
  added: PersonOnList[]
  /** A list of this kind, sender and day that has these people already. */
  storedId: number | null
}

/** What a list would do. @param now milliseconds since the epoch */
export const planList = async (
  sql: Kysely<DB>,
  file: FileOfPeople,
  described: Described,
  now: number,
): Promise<Plan> => {
  const { kind, sender, listDate } = described
  const { rows: lists } = await raw<{ id: number; isSame: boolean }>`
    select id, content = ${contentOf(file.people)} as "isSame" from case_finding_list
    where kind = ${kind} and sender = ${sender} and list_date = ${listDate} order by id`.execute(sql)
  const before = await listedBefore(
    sql,
    lists.map(({ id }) => id),
  )
  const same = lists.find(({ isSame }) => isSame)
  const added = same === undefined ? file.people.filter((person) => !before.has(person)) : []
  const reasons = await whyNotSent(sql, added, now)
  const report: ListReport = {
    rows: file.rows,
    added: added.length,
    listedBefore: file.people.length - added.length,
    ...{ repeated: file.repeated, refused: file.refused, incomplete: file.incomplete },
    notSent: countReasons(reasons),
    unreadColumns: file.unreadColumns,
    faults: file.faults
      .slice(0, mostFaults)
      .map(({ row, column, text, isRefused }) => ({ row, column, text, isRefused })),
  }
  const latest = file.people.length === 0 ? undefined : lists.at(-1)
  return { report, added, storedId: same?.id ?? latest?.id ?? null }
}

/** The same people in the same order. The sender and the day are compared beside it. */
const contentOf = (people: readonly PersonOnList[]): Buffer =>
  sha256(JSON.stringify(people.map(({ told, isOptedOut }) => [told, isOptedOut])))

/** Whether one of these lists names a person: by number, or by names and date of birth where one has no number. */
const listedBefore = async (sql: Kysely<DB>, listIds: readonly number[]) => {
  const people =
    listIds.length === 0
      ? []
      : (
          await sql
            .selectFrom('listed_person')
            .select('told')
            .where('list_id', 'in', listIds)
            .where('told', 'is not', null)
            .$narrowType<{ told: PersonOnList['told'] }>()
            .execute()
        ).map(({ told }) => told.person)
  const numbers = new Set(people.map(({ nhsNumber }) => nhsNumber))
  const names = new Map(people.map((person) => [nameKey(person), person.nhsNumber]))
  return {
    has: ({ told: { person } }: PersonOnList): boolean => {
      if (person.nhsNumber !== null && numbers.has(person.nhsNumber)) return true
      const key = nameKey(person)
      const named = key === null ? undefined : names.get(key)
      return named !== undefined && (named === null || person.nhsNumber === null)
    },
  }
}

const batchSize = 1000

export interface Loading {
  userId: number
  /** Milliseconds since the epoch. */
  now: number
  onProgress?: ((done: number, all: number) => void) | undefined
}

/**
 * Stores a list with its people in the caller's transaction. Changes nothing if it brings nobody new.
 * @returns the list that has the people, and what to write into the audit trail: counts and no names
 */
export const storeList = async (
  sql: Transaction<DB>,
  file: FileOfPeople,
  list: DescribedList,
  { userId, now, onProgress }: Loading,
): Promise<{ id: number | null; report: ListReport; records: RecordTrace[] }> => {
  await advisoryLock(sql, 'case finding')
  const { report, added, storedId } = await planList(sql, file, list, now)
  if (added.length === 0) return { id: storedId, report, records: [] }
  const { kind, sender, listDate, legalBasis } = list
  const stored = await sql
    .insertInto('case_finding_list')
    .values({
      ...{ kind, sender, list_date: listDate, legal_basis: legalBasis },
      ...{ content: contentOf(file.people), created_by: userId, updated_by: userId },
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  for (let from = 0; from < added.length; from += batchSize) {
    const batch = added.slice(from, from + batchSize)
    await storePeople(sql, stored.id, batch, { legalBasis, day: listDate, userId })
    onProgress?.(from + batch.length, added.length)
  }
  await raw`
    insert into case_finding_opt_out (nhs_number, created_by)
    select nhs_number, ${userId} from listed_person
    where list_id = ${stored.id} and is_opted_out and nhs_number is not null
    on conflict do nothing`.execute(sql)
  await noteOptOuts(sql, stored.id)
  const after = { kind, list_date: listDate, people: added.length }
  const records = [{ entity: 'caseFindingList', ...stored, before: null, after }]
  return { id: stored.id, report, records }
}

/**
 * Who asked one sender not to be contacted is not contacted because of another. What a list says goes for the other
 * lists, and what they said for it.
 */
const noteOptOuts = (sql: Transaction<DB>, listId: number) =>
  raw`
    update listed_person set is_opted_out = true, version = version + 1, updated_at = clock_timestamp()
    where not is_opted_out
      and (list_id = ${listId} and nhs_number in (select nhs_number from case_finding_opt_out)
        or nhs_number in (select nhs_number from listed_person where list_id = ${listId} and is_opted_out))`.execute(
    sql,
  )

const storePeople = (
  sql: Transaction<DB>,
  listId: number,
  people: readonly PersonOnList[],
  { legalBasis, day, userId }: { legalBasis: string; day: string; userId: number },
) => {
  const rows = people.map(({ row, told, isOptedOut }) => ({
    row_number: row,
    told: { ...told, legalBasis },
    eligibility: assessEligibility(told, day).eligibility,
    is_opted_out: isOptedOut,
  }))
  return raw`
    insert into listed_person (list_id, row_number, told, eligibility, is_opted_out, created_by, updated_by)
    select ${listId}, row_number, told, eligibility, is_opted_out, ${userId}, ${userId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as each (row_number integer, told jsonb, eligibility text, is_opted_out boolean)`.execute(
    sql,
  )
}
