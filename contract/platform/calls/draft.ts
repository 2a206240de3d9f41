import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const done = z.object({ success: z.literal(true) })
const place = z.string().min(1).max(1000)
/** A typed value. Forms contain text, numbers, ticks and lists of these. */
const typed = z.json()

/** What a person has typed into a form and not yet saved. Nobody else can read it (AU-16). */
export const draft = z.object({
  /** Identifies the screen and the form on it. */
  place,
  /** By field name. Contains only the fields that differ from the record. */
  changes: z.record(z.string(), typed),
  /**
   * The recorded values of these fields when the draft began. Compared with the current record to detect changes since;
   * not shown.
   */
  base: z.string().max(32 * 1024),
})
export type Draft = z.output<typeof draft>

export const keptDraft = draft.extend({ savedAt: z.string() })
export type KeptDraft = z.output<typeof keptDraft>

export const listDrafts = endpoint({
  method: 'GET',
  path: '/api/draft/all',
  summary: 'Your own unsaved work',
  input: z.object({}),
  reply: z.array(keptDraft),
})

export const keepDraft = endpoint({
  method: 'POST',
  path: '/api/draft/save',
  takesNoKey: true,
  // The fields can be those of any form. At most 64 Ki characters are kept.
  maximumBodyBytes: 256 * 1024,
  summary: 'Save the unsaved work of one form',
  input: draft,
  reply: done,
})

export const dropDraft = endpoint({
  method: 'POST',
  path: '/api/draft/delete',
  takesNoKey: true,
  summary: 'Delete the unsaved work of one form',
  input: z.object({ place }),
  reply: done,
})

export const draftEndpoints = [listDrafts, keepDraft, dropDraft] as const
