import { sql as raw, type Kysely } from 'kysely'
import { foldName } from '../../contract/fold.ts'
import { digitsOf } from '../../contract/nhsNumber.ts'
import type { Stage } from '../../contract/pathway/stage.ts'
import type { WorkListRow, WorkListSort } from '../../contract/workList.ts'
import type { DB } from '../db/types.ts'
import { Refusal } from '../errors.ts'
import { beginsWith } from '../search/beginsWith.ts'

/** What a list is sorted by: the column as its index has it, and whether rows without a value stand first. */
interface Order {
  column: string
  gaps: 'none' | 'first' | 'last'
}

/** Who has waited since nobody knows when, or is due nobody knows when, must not stand at the end of a list. */
const orders: Record<WorkListSort, Order> = {
  since: { column: 'since', gaps: 'first' },
  due: { column: 'due', gaps: 'first' },
  patient: { column: 'name_key', gaps: 'none' },
  nhsNumber: { column: 'nhs_number', gaps: 'last' },
  dateOfBirth: { column: 'date_of_birth', gaps: 'last' },
  gender: { column: 'gender collate "C"', gaps: 'none' },
  postcode: { column: 'postcode', gaps: 'last' },
  referralDate: { column: 'referral_date', gaps: 'last' },
  referrer: { column: 'referrer collate "C"', gaps: 'last' },
  registeredGP: { column: 'registered_gp collate "C"', gaps: 'last' },
}

/** Calls are taken by the day they are due, all else longest wait first (domain section 5.2). */
const usualSort = (stage: Stage): WorkListSort =>
  stage === 'awaitingFollowup' || stage === 'awaitingSecondFollowup' ? 'due' : 'since'

export interface WorkListPage {
  limit: number
  sort?: string | undefined
  after?: number | undefined
  q?: string | undefined
}

const searched = (q: string | undefined) => {
  if (q === undefined || q === '') return raw<boolean>`true`
  const digits = digitsOf(q)
  return /^[0-9]+$/.test(digits)
    ? beginsWith(raw`nhs_number`, digits)
    : beginsWith(raw`name_key`, foldName(q))
}

/**
 * One page of a list; pages follow each other by the last row's key, so deep pages cost no more than the first.
 * Rows with and without a value come from two ranges of one index, which no single index condition could cover.
 * Throws 409 when the last row of the page before has left the list, because nobody could tell where to go on.
 */
export const readWorkList = async (
  sql: Kysely<DB>,
  stage: Stage,
  { limit, sort, after, q }: WorkListPage,
): Promise<WorkListRow[]> => {
  const isDescending = sort?.startsWith('-') ?? false
  const order = orders[(sort?.replace('-', '') as WorkListSort | undefined) ?? usualSort(stage)]
  const column = raw.raw(order.column)
  const direction = raw.raw(isDescending ? 'desc' : 'asc')
  const beyond = raw.raw(isDescending ? '<' : '>')
  const last = after === undefined ? null : await findLast(sql, stage, order, after)

  const withValue = {
    holds: order.gaps === 'none' ? raw`true` : raw`${column} is not null`,
    past:
      last === null || last.key === null
        ? raw`true`
        : raw`(${column}, pathway_id) ${beyond} (${last.key}, ${after})`,
  }
  const without = {
    holds: raw`${column} is null`,
    past: last === null || last.key !== null ? raw`true` : raw`pathway_id ${beyond} ${after}`,
  }
  const inOrder =
    order.gaps === 'none'
      ? [withValue]
      : (order.gaps === 'first') === isDescending
        ? [withValue, without]
        : [without, withValue]
  const begunWith = last === null ? undefined : last.key === null ? without : withValue
  const parts = inOrder.slice(begunWith === undefined ? 0 : inOrder.indexOf(begunWith)).map(
    ({ holds, past }, part) => raw`(
      select ${raw.lit(part)} as part, work_list.* from work_list
      where stage = ${stage} and ${searched(q)} and ${holds} and ${past}
      order by ${column} ${direction}, pathway_id ${direction}
      limit ${limit})`,
  )
  const { rows } = await raw<WorkListRow>`
    select patient_id as "patientId", pathway_id as "pathwayId", family_name as "familyName", first_name as "firstName",
      name_prefix as "namePrefix", nhs_number as "nhsNumber", date_of_birth as "dateOfBirth", gender, postcode,
      referral_date as "referralDate", referrer, registered_gp as "registeredGP", deceased
    from (${raw.join(parts, raw` union all `)}) as listed
    order by part, ${column} ${direction}, pathway_id ${direction}
    limit ${limit}`.execute(sql)
  return rows
}

const findLast = async (sql: Kysely<DB>, stage: Stage, { column }: Order, pathwayId: number) => {
  const { rows } = await raw<{ key: string | null }>`
    select ${raw.raw(column)} as key from work_list where pathway_id = ${pathwayId} and stage = ${stage}`.execute(
    sql,
  )
  const last = rows[0]
  if (last === undefined)
    throw new Refusal(409, 'conflict', 'The list has changed since it was opened. Please open it again.')
  return last
}

/** How many of a list are found. */
export const countFound = async (sql: Kysely<DB>, stage: Stage, q: string): Promise<number> => {
  const { rows } = await raw<{ count: number }>`
    select count(*) as count from work_list where stage = ${stage} and ${searched(q)}`.execute(sql)
  return rows[0]?.count ?? 0
}
