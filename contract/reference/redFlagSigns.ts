/** The eight signs, and any other in words. `title` is the wording of the question, `short` that of a chip. */
export const redFlagSigns = [
  { code: 'blackout', title: 'Blackout or syncope', short: 'blackout' },
  { code: 'headInjury', title: 'Head injury while taking an anticoagulant', short: 'head injury' },
  {
    code: 'newWeakness',
    title: 'New weakness, or a change of speech or gait',
    short: 'new weakness, speech or gait change',
  },
  { code: 'cannotStand', title: 'Cannot stand or bear weight', short: 'cannot stand' },
  {
    code: 'chestPain',
    title: 'Chest pain or breathlessness',
    short: 'chest pain or breathlessness',
  },
  { code: 'longLie', title: 'Long lie of over an hour', short: 'long lie' },
  { code: 'abuse', title: 'Suspected abuse or neglect', short: 'suspected abuse or neglect' },
  { code: 'moreFalls', title: 'Sudden rise in falls', short: 'sudden rise in falls' },
  { code: 'other', title: 'Another sign', short: 'another sign' },
] as const
export type RedFlagSign = (typeof redFlagSigns)[number]['code']
export const redFlagSignCodes = redFlagSigns.map(({ code }) => code)
