import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { fileReply, mediaTypes } from '../../platform/calls/file.ts'
import { lazily } from '../../platform/words/lazily.ts'
import { extraSorts, workListRow } from './listColumns.ts'
import { narrowFields, narrowing } from './listFilters.ts'
import { pagingFields } from '../../platform/calls/paging.ts'
import { stages, stageTitles, type Stage } from '../../stages/stage.ts'
import { patientSorts } from '../../patients/search/search.ts'

/** The sort orders of a work list on the server; a leading '-' reverses the order. */
export const workListSorts = ['since', ...extraSorts, ...patientSorts] as const
export type WorkListSort = (typeof workListSorts)[number]

/** Without `limit`, the whole list up to 1,000 rows; X-Total-Count gives the number of rows. */
export const workListInput = z.object({ ...pagingFields(workListSorts), ...narrowFields })

/** How many rows of the filtered list are late, due this week and due later: DueCounts as JSON. */
export const dueCountsHeader = 'x-due-counts'

const listOf = (stage: Stage) =>
  endpoint({
    method: 'GET',
    path: `/api/list/${stage}`,
    summary: `Work list: ${stageTitles[stage]}`,
    input: workListInput,
    reply: z.array(workListRow),
    isPaged: true,
  })

/**
 * The same as each list, but with the search in the body: text typed to find a patient must never be in an address
 * (DP-7).
 */
export const searchWorkList = endpoint({
  method: 'POST',
  path: '/api/list/search',
  takesNoKey: true,
  summary: 'A page of a work list, requested in a body so that no name appears in a URL',
  input: workListInput
    .extend({ stage: z.enum(stages, { error: 'Choose a work list' }) })
    .extend(narrowing.shape),
  reply: z.array(workListRow),
  isPaged: true,
})

/** The printed forms: as on the screen, for ringing, and for driving to visits. */
export const sheetNames = ['list', 'calls', 'visits'] as const
export type SheetName = (typeof sheetNames)[number]
export const sheetTitles: Record<SheetName, string> = {
  list: 'List',
  calls: 'Call sheet',
  visits: 'Visit sheet',
}

export const printWorkList = endpoint({
  method: 'POST',
  path: '/api/list/print',
  takesNoKey: true,
  summary: 'A work list, or several, as a PDF to print: identity on each row, page numbers on each page',
  input: searchWorkList.input
    .omit({ limit: true, after: true })
    .extend({ sheet: z.enum(sheetNames, { error: 'Choose list, calls or visits' }) }),
  reply: fileReply,
  files: [mediaTypes.pdf],
})

export const workLists = lazily(stages, listOf)
