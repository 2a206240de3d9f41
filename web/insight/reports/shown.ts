import { z } from 'zod'

const text = z.string().optional().catch(undefined)

/** The report shown and the number opened. Contains no patient data (DP-7). */
export const shown = z.object({
  report: text,
  /** A background run to show instead of everything else. */
  run: z.int().optional().catch(undefined),
  dateFrom: text,
  dateTo: text,
  suppress: z.boolean().optional().catch(undefined),
  section: z.int().optional().catch(undefined),
  row: z.array(z.string().nullable()).nullable().optional().catch(undefined),
  column: text,
  /** What the opened number counts, as text. */
  of: text,
})
export type Shown = z.output<typeof shown>
