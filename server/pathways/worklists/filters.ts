import { sql as raw, type RawBuilder } from 'kysely'
import { foldName } from '../../../contract/platform/words/fold.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import { flagKindNames, flagKinds } from '../../../contract/patients/flags/flagKinds.ts'
import {
  listFilterNames,
  mine,
  type ListFilterName,
} from '../../../contract/pathways/worklists/listFilters.ts'
import type { Stage } from '../../../contract/stages/stage.ts'

interface FilterSql {
  /** The values in the list of a stage, each with how many rows have it. Counts whole groups, never row by row. */
  offered: (stage: Stage) => RawBuilder<unknown>
  /** Whether a row of `work_list` has the chosen value; each uses an index. */
  holds: (chosen: string, userId: number) => RawBuilder<unknown>
  /** The value reveals where a person can be found. */
  isWhereabouts?: true
}

/** Owners who can act. */
const owners = (by: RawBuilder<unknown>) =>
  raw`select present.id from clinician_in_service as present where ${by}`

/**
 * Patients with a chip for a flag that users set, one row for each kind: an open flag, or a refusal on the consent
 * screen.
 */
const flagged = raw`(
  select flag.patient_id, flag.kind from patient_flag as flag where flag.ended_at is null
  union
  select refused.id, 'consentRefused' from patient as refused
  where refused.consent_refused_date is not null or refused.time_consent_refused is not null)`

/** The values of a column of `work_list`. */
const ofColumn =
  (column: string) =>
  (stage: Stage): RawBuilder<unknown> =>
    raw`select ${raw.ref(column)} as value, count(*) as count from work_list where stage = ${stage} group by 1`

const flagTitle = raw<string>`case flagged.kind ${raw.join(
  flagKindNames.map((kind) => raw`when ${raw.lit(kind)} then ${raw.lit(flagKinds[kind].title)}`),
  raw` `,
)} end`

export const filterSql: Record<ListFilterName, FilterSql> = {
  referrer: { offered: ofColumn('referrer'), holds: (chosen) => raw`referrer_key = ${foldName(chosen)}` },
  surgery: {
    offered: ofColumn('registered_gp'),
    holds: (chosen) => raw`registered_gp_key = ${foldName(chosen)}`,
    isWhereabouts: true,
  },
  district: {
    offered: ofColumn('district'),
    holds: (chosen) => raw`district = ${chosen.toUpperCase()}`,
    isWhereabouts: true,
  },
  owner: {
    offered: (stage) => raw`
      select coalesce(present.display_name, ${raw.lit(unowned)}) as value, sum(listed.count) as count
      from (select owner_id, count(*) as count from work_list where stage = ${stage} group by owner_id) as listed
      left join clinician_in_service as present on present.id = listed.owner_id
      group by 1`,
    holds: (chosen, userId) => {
      if (chosen === unowned) return raw`(owner_id is null or owner_id not in (${owners(raw`true`)}))`
      const by =
        chosen === mine
          ? raw`present.id = (select clinician_id from app_user where id = ${userId})`
          : raw`present.display_name = ${chosen}`
      return raw`owner_id in (${owners(by)})`
    },
  },
  flag: {
    offered: (stage) => raw`
      select ${flagTitle} as value, count(*) as count
      from ${flagged} as flagged join work_list on work_list.patient_id = flagged.patient_id
      where work_list.stage = ${stage} group by 1`,
    holds: (chosen) =>
      raw`patient_id in (select flagged.patient_id from ${flagged} as flagged where ${flagTitle} = ${chosen})`,
  },
}

/** The filters that are set. */
export type Filters = Partial<Record<ListFilterName, string | undefined>>

/** The filters that are set, always in the same order. */
export const setFilters = (filters: Filters): [ListFilterName, string][] =>
  listFilterNames.flatMap((name): [ListFilterName, string][] => {
    const chosen = filters[name]
    return chosen === undefined || chosen === '' ? [] : [[name, chosen]]
  })

/** Whether the request would reveal where the people in a list can be found, if their rows were not withheld. */
export const asksWhereabouts = (
  filters: Filters,
  { q = '', sort = '' }: { q?: string | undefined; sort?: string | undefined },
): boolean =>
  q !== '' ||
  ['postcode', 'registeredGP'].includes(sort.replace('-', '')) ||
  setFilters(filters).some(([name]) => filterSql[name].isWhereabouts === true)

/** Whether a row belongs to one of these patients. SQL text, because sort keys use it too. */
export const isOneOf = (patientIds: readonly number[]): string =>
  `patient_id = any('{${patientIds.join(',')}}'::bigint[])`

/**
 * Whether a row matches this user's filters. A patient whose record is withheld matches every district and practice:
 * matching only their own would reveal it, and matching none would leave the patient out.
 */
export const holdsFilters = ({
  userId,
  withheld,
  ...filters
}: Filters & { userId: number; withheld: readonly number[] }): RawBuilder<unknown> => {
  const set = setFilters(filters).map(([name, chosen]) => {
    const { holds, isWhereabouts = false } = filterSql[name]
    const its = holds(chosen, userId)
    return isWhereabouts && withheld.length > 0 ? raw`(${its} or ${raw.raw(isOneOf(withheld))})` : its
  })
  return set.length === 0 ? raw`true` : raw.join(set, raw` and `)
}
