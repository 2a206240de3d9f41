/** The time of day for the next try. */
export const timesOfDay = [
  { code: 'morning', title: 'Morning' },
  { code: 'afternoon', title: 'Afternoon' },
  { code: 'evening', title: 'Early evening' },
] as const
export type TimeOfDay = (typeof timesOfDay)[number]['code']
export const timeCodes = timesOfDay.map(({ code }) => code)
