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

/** One referral and what was invented for it. */
export interface Referred {
  id: number
  subject: Subject
  history: InventedHistory
  /** The clinician who looks after the person. The first one is the demonstration's clinician sign-in. */
  clinician: number
}

/** Everything that an addition needs in order to add rows. */
export interface Invented {
  known: Known
  random: Random
  today: CalendarDate
  subjects: readonly Subject[]
  referred: readonly Referred[]
  /** People who came to classes. */
  taught: Taught[]
  rowOf: (table: string, id: number) => Row
  /** All rows of a table, ordered by id. */
  rowsOf: (table: string) => readonly Row[]
  /** Adds a row and returns its id. */
  add: (table: string, row: Row) => number
  /** Who wrote a row on this day, and at what time. */
  stamp: (day: CalendarDate) => Row
}
