/** What the rows refer to, as the database has it. */
export interface Known {
  genders: { male: number; female: number }
  genderNames: { male: string; female: string }
  /** The id of a national code. */
  ethnicity: (code: string) => number
  /** Title to id. */
  prefixes: Record<string, number>
  /** Practice codes, in order. */
  practices: { id: string; name: string }[]
  clinicians: number[]
  teamMembers: number[]
  users: number[]
  /** The id of a row of a list, by its name or code; there must be one. */
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
