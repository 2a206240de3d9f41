import { sql as raw, type Kysely } from 'kysely'
import { foldName } from '../../contract/fold.ts'
import type { Stage } from '../../contract/pathway/stage.ts'
import type { WorkListRow, WorkListSort } from '../../contract/workList.ts'
import type { DB } from '../db/types.ts'
import { endOfPrefix } from '../search/prefix.ts'

/** Sort name to column, and how it compares; each has an index with the stage in front. */
const columns: Record<WorkListSort, string> = {
  since: 'since',
  due: 'due',
  patient: 'name_key',
  nhsNumber: 'nhs_number',
  dateOfBirth: 'date_of_birth',
  gender: 'gender collate "C"',
  postcode: 'postcode',
  referralDate: 'referral_date',
  referrer: 'referrer collate "C"',
  registeredGP: 'registered_gp collate "C"',
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
  if (q === undefined || q === '') return raw`true`
  const digits = q.replaceAll(/[ -]/g, '')
  if (/^[0-9]+$/.test(digits)) return raw`nhs_number >= ${digits} and nhs_number < ${endOfPrefix(digits)}`
  const key = foldName(q)
  return raw`name_key >= ${key} and name_key < ${endOfPrefix(key)}`
}

/** One page of a list; pages follow each other by the last row's key, so deep pages cost no more than the first. */
export const readWorkList = async (
  sql: Kysely<DB>,
  stage: Stage,
  { limit, sort, after, q }: WorkListPage,
): Promise<WorkListRow[]> => {
  const descending = sort?.startsWith('-') ?? false
  const column = raw.raw(columns[(sort?.replace('-', '') as WorkListSort | undefined) ?? usualSort(stage)])
  const beyond = raw.raw(descending ? '<' : '>')
  const direction = raw.raw(descending ? 'desc' : 'asc')
  // Nulls sort last going up and first going down, as the index has them.
  const pastLast =
    after === undefined
      ? raw`true`
      : raw`case
          when (select ${column} from work_list where pathway_id = ${after}) is null
            then (${column} is null and pathway_id ${beyond} ${after}) ${descending ? raw`or ${column} is not null` : raw``}
          else (${column}, pathway_id) ${beyond} (select ${column}, pathway_id from work_list where pathway_id = ${after})
            ${descending ? raw`` : raw`or ${column} is null`}
        end`
  const { rows } = await raw<WorkListRow>`
    select patient_id as "patientId", pathway_id as "pathwayId", family_name as "familyName", first_name as "firstName",
      name_prefix as "namePrefix", nhs_number as "nhsNumber", date_of_birth as "dateOfBirth", gender, postcode,
      referral_date as "referralDate", referrer, registered_gp as "registeredGP", deceased
    from work_list
    where stage = ${stage} and ${searched(q)} and ${pastLast}
    order by ${column} ${direction}, pathway_id ${direction}
    limit ${limit}`.execute(sql)
  return rows
}

/** The total of a list, as X-Total-Count tells it. */
export const countWorkList = async (sql: Kysely<DB>, stage: Stage, q?: string): Promise<number> => {
  const { rows } = await raw<{ count: number }>`
    select count(*) as count from work_list where stage = ${stage} and ${searched(q)}`.execute(sql)
  return rows[0]?.count ?? 0
}
