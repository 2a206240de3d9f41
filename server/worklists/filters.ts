import { sql as raw, type RawBuilder } from 'kysely'
import { foldName } from '../../contract/fold.ts'
import { unowned } from '../../contract/unowned.ts'
import { listFilterNames, type ListFilterName } from '../../contract/listFilters.ts'

interface FilterSql {
  /** What is offered to choose from. */
  value: RawBuilder<string | null>
  /** Whether a row of `work_list` has the chosen one; each has an index that begins with the list. */
  holds: (chosen: string) => RawBuilder<unknown>
}

/** The referrals that somebody owns who can act, by the index of their owners. */
const owned = (by: RawBuilder<unknown>) => raw`
  select recorded.pathway_id from pathway_owner as recorded
  join clinician_in_service as present on present.id = recorded.clinician_id where ${by}`

export const filterSql: Record<ListFilterName, FilterSql> = {
  referrer: { value: raw`referrer`, holds: (chosen) => raw`referrer_key = ${foldName(chosen)}` },
  surgery: { value: raw`registered_gp`, holds: (chosen) => raw`registered_gp_key = ${foldName(chosen)}` },
  district: { value: raw`district`, holds: (chosen) => raw`district = ${chosen.toUpperCase()}` },
  owner: {
    value: raw`coalesce((select owner_name from open_owner where open_owner.pathway_id = work_list.pathway_id), ${raw.lit(unowned)})`,
    holds: (chosen) =>
      chosen === unowned
        ? raw`pathway_id not in (${owned(raw`true`)})`
        : raw`pathway_id in (${owned(raw`present.display_name = ${chosen}`)})`,
  },
}

/** The filters that are set. */
export type Filters = Partial<Record<ListFilterName, string | undefined>>

/** What the filters ask for, in one order whatever the sender's. */
export const setFilters = (filters: Filters): [ListFilterName, string][] =>
  listFilterNames.flatMap((name): [ListFilterName, string][] => {
    const chosen = filters[name]
    return chosen === undefined || chosen === '' ? [] : [[name, chosen]]
  })

/** Whether a row is among those that the filters ask for. */
export const holdsFilters = (filters: Filters): RawBuilder<unknown> => {
  const set = setFilters(filters).map(([name, chosen]) => filterSql[name].holds(chosen))
  return set.length === 0 ? raw`true` : raw.join(set, raw` and `)
}
