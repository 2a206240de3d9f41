import { z } from 'zod'
import { endpoint, saveCall } from '../platform/calls/endpoint.ts'
import { existingId, recordId, version, yesNo } from '../platform/fields/fields.ts'
import { includeInActive } from '../platform/calls/includeInActive.ts'
import { lazily } from '../platform/words/lazily.ts'
import { lookupRow } from './lookupRow.ts'
import { lookupNames, lookups, type LookupField, type LookupName } from './lookups.ts'
import { pagingFields } from '../platform/calls/paging.ts'

/** Checked values of a list's edit screen. Loosely typed, because one screen edits every list. */
export type LookupValues = Partial<Record<LookupField, string | number | boolean | null>>
/** The same values as typed. */
export type LookupTyped = Partial<Record<LookupField, string | boolean>>

export const lookupForm = (of: LookupName): z.ZodType<LookupValues, LookupTyped> =>
  z.object(lookups[of].fields) as unknown as z.ZodType<LookupValues, LookupTyped>

const identity = {
  id: recordId(),
  version: version(),
  /** Confirms a new name, or the removal, of a row on which the product's rules depend (CS-11). */
  confirmed: yesNo().optional(),
}
/** The checked input of a save of any list. */
export type LookupSave = LookupValues & { id: number; version?: number; confirmed?: boolean }

/** One row with what its edit screen shows. */
export const lookupRecord = lookupRow.extend({
  version: z.int(),
  sortOrder: z.int().nullable(),
  /** How many records of each kind refer to this row. */
  uses: z.array(z.object({ kind: z.string(), count: z.int() })),
})
export type LookupRecord = z.output<typeof lookupRecord>

const callsOf = (of: LookupName) => ({
  all: endpoint({
    method: 'GET',
    path: `/api/${of}/all`,
    summary: `The ${of} list, active rows unless includeInActive=true`,
    input: includeInActive.extend(pagingFields(lookups[of].columns)),
    reply: z.array(lookupRow),
    isPaged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: `/api/${of}/get`,
    summary: `One row of the ${of} list`,
    input: z.object({ id: existingId() }),
    reply: lookupRecord,
  }),
  save: saveCall({
    path: `/api/${of}/save`,
    summary: `Add a row to the ${of} list (id 0) or save changes`,
    input: z.object({ ...identity, ...lookups[of].fields }) as unknown as z.ZodType<
      LookupSave,
      LookupTyped & { id: number; version?: number | undefined; confirmed?: boolean | undefined }
    >,
  }),
})

/** The calls of each list. `lookupExports` (listExport.ts) exports it as a spreadsheet. */
export const lookupCalls = lazily(lookupNames, callsOf)
