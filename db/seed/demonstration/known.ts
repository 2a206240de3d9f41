/** What the rows refer to, as stored in the database. */
export interface Known {
  genders: { male: number; female: number }
  genderNames: { male: string; female: string }
  /** The id for a national code. */
  ethnicity: (code: string) => number
  /** Ids by title. */
  prefixes: Record<string, number>
  /** Ordered by practice code. */
  practices: { id: string; name: string }[]
  clinicians: number[]
  teamMembers: number[]
  users: number[]
  /** The id of a list row, by its name or code. Throws if there is none. */
  named: (list: List, name: string) => number
  coded: (list: List, code: string) => number
}

export const lists = [
  'location',
  'referrer',
  'method',
  'declined_referral',
  'discharge_reason',
  'discharged_to',
  'concern',
  'equipment',
  'exercise_type',
  'refer_to',
  'goals_achieved',
] as const
export type List = (typeof lists)[number]
