import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { optionalText } from './fields.ts'
import { fileReply } from './file.ts'
import { stages } from './pathway/stage.ts'
import { mediaTypes, peopleBehind } from './report.ts'
import { demographicsSearch, nhsNumberSearch } from './search.ts'

/* Every patient grid can be saved whole, as it is filtered: all its rows and not only those on screen. */

export const sheetTypes = ['csv', 'xlsx'] as const
export type SheetType = (typeof sheetTypes)[number]

const sheet = z.object({
  type: z.enum(sheetTypes, { error: `Choose ${sheetTypes.join(' or ')}` }),
  /** The words typed into the filter of the grid. */
  filter: optionalText(100),
})

const exportOf = <Of extends z.ZodType>(path: string, what: string, of: Of) =>
  endpoint({
    method: 'POST',
    path: `${path}/export`,
    summary: `Save ${what} as a spreadsheet`,
    input: of.and(sheet),
    reply: fileReply,
    files: sheetTypes.map((type) => mediaTypes[type]),
  })

export const exportWorkList = exportOf(
  '/api/list',
  'a work list',
  z.object({ stage: z.enum(stages, { error: 'Choose a work list' }) }),
)
export const exportNhsNumberSearch = exportOf(
  '/api/search/nhsNumber',
  'what a search by NHS number finds',
  nhsNumberSearch,
)
export const exportDemographicsSearch = exportOf(
  '/api/search/demographics',
  'what a search by demographics finds',
  demographicsSearch,
)
export const exportPeople = exportOf(
  '/api/report/{reportName}/people',
  'the patients behind one number of a report',
  peopleBehind,
)
