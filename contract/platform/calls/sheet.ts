import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { optionalText, yesNo } from '../fields/fields.ts'
import { fileReply, mediaTypes } from './file.ts'
import { filterLength, type Column } from '../words/grid.ts'

/*
 * Every grid can be saved as a spreadsheet, filtered and sorted as on screen. The file contains all matching rows, not
 * only those on screen.
 */

export const sheetTypes = ['csv', 'xlsx'] as const
export type SheetType = (typeof sheetTypes)[number]

type ColumnIds = readonly Pick<Column<never>, 'id'>[]

/** Schema for requesting a grid with these columns as a file. */
export const sheetOf = (columns: ColumnIds) =>
  z.object({
    type: z.enum(sheetTypes, { error: `Choose ${sheetTypes.join(' or ')}` }),
    /** The text typed into the filter of the grid. */
    filter: optionalText(filterLength),
    /** The column that the grid is sorted by. Without it the rows keep the order of the list. */
    sortBy: z
      .enum(
        columns.map(({ id }) => id),
        { error: 'Choose a column of the list' },
      )
      .optional(),
    isDescending: yesNo().optional(),
  })

/** A checked request to save a grid as a file. */
export type SheetAsked = z.output<ReturnType<typeof sheetOf>>

/** @param input selects the rows, and includes the `sheetOf` fields of their columns */
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
