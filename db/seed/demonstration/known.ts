/** Reference data of the database that the rows refer to. */
export interface Known {
  /** By its national code. */
  gender: (code: string) => { id: number; name: string }
  /** Practice codes, in order. */
  practices: { id: string; name: string }[]
  clinicians: number[]
  teamMembers: number[]
  users: number[]
  /** The id of a list row, by its name or code. Throws if there is none. */
  named: (list: List, name: string) => number
  coded: (list: List, code: string) => number
}

export const lists = [
  'gender',
  'ethnicity',
  'name_prefix',
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
