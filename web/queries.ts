import { queryOptions } from '@tanstack/react-query'
import type { WorkListRow } from '../contract/listColumns.ts'
import type { Narrowing } from '../contract/listFilters.ts'
import { getCallList } from '../contract/callList.ts'
import { lookupCalls } from '../contract/lookupCalls.ts'
import type { ChoiceName } from '../contract/lookups.ts'
import { getPathway } from '../contract/pathway/pathway.ts'
import { stages, type Stage } from '../contract/pathway/stage.ts'
import { getPatient } from '../contract/patient.ts'
import type { Paging } from '../contract/paging.ts'
import { counters, lateCounts, searchWorkList, workLists } from '../contract/workList.ts'
import { ask, call } from './api.ts'
import { pageOf, type ListPage } from './listPage.ts'
import { queryClient } from './queryClient.ts'

export const patientQuery = (id: number) =>
  queryOptions({ queryKey: ['patient', id], queryFn: () => call(getPatient, { id }), staleTime: 0 })

/** @param patientId whose it must be; 0 where only the pathway is known */
export const pathwayQuery = (id: number, patientId: number) =>
  queryOptions({
    queryKey: ['pathway', id, patientId],
    queryFn: () => call(getPathway, patientId === 0 ? { id } : { id, patientId }),
    staleTime: 0,
  })

export const lookupQuery = (name: ChoiceName) =>
  queryOptions({
    queryKey: ['lookup', name],
    queryFn: () => call(lookupCalls[name].all, {}),
    staleTime: 5 * 60_000,
  })

/** Of what administration screens show; after a save all of it is read again. */
export const keptKey = (...key: readonly (string | number)[]) => ['administration', ...key]

/** What administration screens show: read again each time, since others keep the same lists. */
export const keptQuery = <Reply>(key: readonly (string | number)[], read: () => Promise<Reply>) =>
  queryOptions({ queryKey: keptKey(...key), queryFn: read, staleTime: 0 })

/** A work list, in pages when it is long; what is typed to find a patient by is never in an address (DP-7). */
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
    // A count must not say otherwise than the list beside it.
    if (paging.q === undefined && !isNarrow)
      queryClient.setQueryData(
        countersQuery.queryKey,
        (counts) => counts && { ...counts, [stage]: Number(page.total) },
      )
    return page
  },
})

/** Whom to ring today; read again after each call, and by its key with the work lists. */
export const callListQuery = queryOptions({
  queryKey: ['workList', 'calls'],
  queryFn: () => call(getCallList, {}),
  staleTime: 0,
})

/** All eight counts, read side by side. */
export const countersQuery = queryOptions({
  queryKey: ['counters'],
  queryFn: async (): Promise<Record<Stage, number>> => {
    const counts = await Promise.all(
      stages.map(async (stage) => [stage, await call(counters[stage], {})] as const),
    )
    return Object.fromEntries(counts) as Record<Stage, number>
  },
  refetchOnWindowFocus: 'always',
  refetchInterval: 60_000,
  staleTime: 0,
})

/** How many of each list are late. */
export const lateQuery = queryOptions({
  queryKey: [...countersQuery.queryKey, 'late'],
  queryFn: () => call(lateCounts, {}),
  refetchOnWindowFocus: 'always',
  refetchInterval: 60_000,
  staleTime: 0,
})

/** After a save of what administrators keep: their screens, and every choice made from it. */
export const forgetAfterAdministration = async (): Promise<void> => {
  await Promise.all(
    ['administration', 'lookup'].map((queryKey) => queryClient.invalidateQueries({ queryKey: [queryKey] })),
  )
}

/** After a save: what other screens show of it is read again. */
export const forgetAfterSave = async (): Promise<void> => {
  await Promise.all(
    ['patient', 'pathway', 'workList', 'counters', 'owners', 'today'].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey: [queryKey] }),
    ),
  )
}
