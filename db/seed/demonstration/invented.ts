import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { InventedHistory } from './histories.ts'
import type { Known } from './known.ts'
import type { InventedPerson } from './people.ts'
import type { Random } from './random.ts'
import type { Taught } from './taught.ts'

export type Row = Record<string, unknown>
export type Tables = Record<string, Row[]>

export interface Subject {
  id: number
  person: InventedPerson
  deceasedDate: CalendarDate | null
  /** The day of the first referral. */
  since: CalendarDate
}

/** One referral with what was invented of it. */
export interface Referred {
  id: number
  subject: Subject
  history: InventedHistory
  /** Who looks after the person; the demonstration's clinician signs in as the first. */
  clinician: number
}

/** All that an addition needs to add rows of its own. */
export interface Invented {
  known: Known
  random: Random
  today: CalendarDate
  subjects: readonly Subject[]
  referred: readonly Referred[]
  /** Who came to classes. */
  taught: Taught[]
  /** A row that was added. */
  rowOf: (table: string, id: number) => Row
  /** All rows of a table, in the order of their ids. */
  rowsOf: (table: string) => readonly Row[]
  /** Adds a row and returns its id. */
  add: (table: string, row: Row) => number
  /** Who wrote a row on a day, and at which hour. */
  stamp: (day: CalendarDate) => Row
}
