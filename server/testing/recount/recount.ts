import { different, greatest, median, ninetieth, number, shareOf, type Tally } from './tally.ts'

/** One section of a report, counted a second time from its definition in words. */
export interface Recount {
  report: string
  section: string
  /** One row for each thing counted; $1 and $2 are the first and the last day. */
  things: string
  /** Columns of the things that label a row, each by the title of its column in the report. */
  labels: Record<string, string>
  /** The other columns of the report. */
  tallies: Record<string, Tally>
  /** What a row without a label is called; 'Not recorded' unless said. */
  missing?: string
}

/** The same things in several sections. */
export const variants = (
  sections: readonly Pick<Recount, 'report' | 'section' | 'labels'>[],
  rest: Pick<Recount, 'things' | 'tallies'>,
): Recount[] => sections.map((each) => ({ ...each, ...rest }))

export const spread = (key: string): Record<string, Tally> => ({
  'Median days': median(key),
  '90th centile days': ninetieth(key),
  'Longest days': greatest(key),
})
/** Tallies that many sections share. */
export const share = { 'Share %': shareOf(number()) }
export const people = { People: different('patient_id') }
