import { z } from 'zod'

const text = z.string().optional().catch(undefined)

/** Which report is shown, and which of its numbers is opened: nothing of a patient (DP-7). */
export const shown = z.object({
  report: text,
  /** A report in the background, instead of all else. */
  run: z.int().optional().catch(undefined),
  dateFrom: text,
  dateTo: text,
  suppress: z.boolean().optional().catch(undefined),
  section: z.int().optional().catch(undefined),
  row: z.array(z.string().nullable()).nullable().optional().catch(undefined),
  column: text,
  /** What the opened number counts, in words. */
  of: text,
})
export type Shown = z.output<typeof shown>
