/*
 * Reading that is worth a question, and no more than that: there are good reasons for all of it. Only the reading of one
 * patient at a time counts; being seen on a list does not.
 */

/** More patients than this, one after another, in one hour. */
export const manyInAnHour = 30
/** A working day in London; Saturday and Sunday have none. */
export const firstHour = 7
export const lastHour = 20
/** Who changed something of a patient so many days before the period cares for the patient. */
export const careDays = 30

/** In the order in which they deserve a look. */
export const unusualReasons = [
  'ownName',
  'ownAddress',
  'sameFamilyName',
  'manyInAnHour',
  'outOfHours',
  'noCare',
] as const
export type UnusualReason = (typeof unusualReasons)[number]

export const unusualInWords: Record<UnusualReason, string> = {
  ownName: 'Opened a patient of the same name',
  ownAddress: 'Opened a patient who lives where a patient of the reader’s name lives',
  sameFamilyName: 'Opened a patient of the same family name',
  manyInAnHour: `Opened more than ${manyInAnHour} patients within an hour`,
  outOfHours: `Opened patients before ${firstHour} in the morning, after ${lastHour - 12} in the evening or at a weekend`,
  noCare: `Opened a patient without changing anything of the patient, in the period or the ${careDays} days before, and without owning a referral`,
}
