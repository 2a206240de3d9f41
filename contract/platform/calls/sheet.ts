import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { optionalText, yesNo } from '../fields/fields.ts'
import { fileReply, mediaTypes } from './file.ts'
import { filterLength, type Column } from '../words/grid.ts'

/* Every grid can be saved whole, as it is filtered and sorted: all its rows and not only those on screen. */

export const sheetTypes = ['csv', 'xlsx'] as const
export type SheetType = (typeof sheetTypes)[number]

type ColumnIds = readonly Pick<Column<never>, 'id'>[]

/** How a grid with these columns may be asked for as a file. */
export const sheetOf = (columns: ColumnIds) =>
  z.object({
    type: z.enum(sheetTypes, { error: `Choose ${sheetTypes.join(' or ')}` }),
    /** The words typed into the filter of the grid. */
    filter: optionalText(filterLength),
    /** The column by which the grid is sorted; without one the rows keep the order of the list. */
    sortBy: z
      .enum(
        columns.map(({ id }) => id),
        { error: 'Choose a column of the list' },
      )
      .optional(),
    isDescending: yesNo().optional(),
  })

/** How a grid is to be saved. */
export type SheetAsked = z.output<ReturnType<typeof sheetOf>>

/** @param input what is listed, with `sheetOf` its columns */
export const exportOf = <Input extends z.ZodType>(path: string, what: string, input: Input) =>
  endpoint({
    method: 'POST',
    path: `${path}/export`,
    takesNoKey: true,
    summary: `Save ${what} as a spreadsheet`,
    input,
    reply: fileReply,
    files: sheetTypes.map((type) => mediaTypes[type]),
  })
