import type { WorkListRow } from '../../../contract/pathways/worklists/listColumns.ts'
import type { Narrowing } from '../../../contract/pathways/worklists/listFilters.ts'
import type { Paging } from '../../../contract/platform/calls/paging.ts'
import type { Stage } from '../../../contract/stages/stage.ts'
import { searchWorkList, workLists } from '../../../contract/pathways/worklists/workList.ts'
import { ask } from '../../platform/calls/api.ts'
import { countersQuery } from '../../platform/calls/counterQueries.ts'
import { pageOf, type ListPage } from '../../platform/calls/listPage.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'

/** A work list, in pages if it is long. Text typed to find a patient is never in an address (DP-7). */
export const workListQuery = (stage: Stage, narrowing: Narrowing) => ({
  queryKey: ['workList', stage, narrowing],
  read: async (paging: Paging): Promise<ListPage<WorkListRow>> => {
    const isNarrow = Object.keys(narrowing).length > 0
    const isWhole = Object.keys(paging).length === 0 && !isNarrow
    const page = pageOf<WorkListRow>(
      isWhole
        ? await ask(workLists[stage], {})
        : await ask(searchWorkList, { stage, ...narrowing, ...paging }),
    )
    // The count in the menu must match the list beside it.
    if (paging.q === undefined && !isNarrow)
      queryClient.setQueryData(
        countersQuery.queryKey,
        (counts) => counts && { ...counts, [stage]: { ...counts[stage], count: Number(page.total) } },
      )
    return page
  },
})
