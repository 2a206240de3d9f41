import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pagingFields } from './paging.ts'
import { stages, stageTitles, type Stage } from './pathway/stage.ts'
import { patientRow, patientSorts } from './search.ts'

/** What a work list can be sorted by on the server; '-' in front reverses the order. */
export const workListSorts = ['since', 'due', ...patientSorts] as const
export type WorkListSort = (typeof workListSorts)[number]

/** Without `limit` the whole list, at most 1,000 rows; X-Total-Count tells how many there are. */
export const workListInput = z.object(pagingFields(workListSorts))

export const workListRow = patientRow.extend({ pathwayId: z.int() })
export type WorkListRow = z.output<typeof workListRow>

const listOf = (stage: Stage) =>
  endpoint({
    method: 'GET',
    path: `/api/list/${stage}`,
    summary: `Work list: ${stageTitles[stage]}`,
    input: workListInput,
    reply: z.array(workListRow),
    isPaged: true,
  })

/** As each list, asked in a body: what is typed to find a patient by is never in an address (DP-7). */
export const searchWorkList = endpoint({
  method: 'POST',
  path: '/api/list/search',
  takesNoKey: true,
  summary: 'A page of a work list, asked for in a body, so that no name stands in an address',
  input: workListInput.extend({ stage: z.enum(stages, { error: 'Choose a work list' }) }),
  reply: z.array(workListRow),
  isPaged: true,
})

const countOf = (stage: Stage) =>
  endpoint({
    method: 'GET',
    path: `/api/kpi/${stage}`,
    summary: `How many pathways are on the list ${stageTitles[stage]}`,
    input: z.object({}),
    reply: z.int(),
  })

const forEachStage = <T>(make: (stage: Stage) => T) =>
  Object.fromEntries(stages.map((stage) => [stage, make(stage)])) as Record<Stage, T>

export const workLists = forEachStage(listOf)
export const counters = forEachStage(countOf)
