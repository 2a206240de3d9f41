/** At what time of day to try next. */
export const timesOfDay = [
  { code: 'morning', title: 'Morning' },
  { code: 'afternoon', title: 'Afternoon' },
  { code: 'evening', title: 'Early evening' },
] as const
export type TimeOfDay = (typeof timesOfDay)[number]['code']
export const timeCodes = timesOfDay.map(({ code }) => code)
