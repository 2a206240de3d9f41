/*
 * Reading that is worth a question, and no more than that: there are good reasons for all of it. Only the reading of one
 * patient at a time counts; being seen on a list does not.
 */

/** More patients than this, one after another, in one hour. */
export const manyInAnHour = 30
/** A working day in London; Saturday and Sunday have none. */
export const firstHour = 7
export const lastHour = 20
/** Who changed something of a patient so many days before the period cares for the patient; `is_no_care` (0063) says what is no such change. */
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

/** As the answer says it. */
export const unusualInWords: Record<UnusualReason, string> = {
  ownName: 'Opened a patient of the reader’s own name',
  ownAddress: 'Opened a patient of the reader’s own address',
  sameFamilyName: 'Opened a patient of the reader’s family name',
  manyInAnHour: 'Opened many patients within an hour',
  outOfHours: 'Opened patients at night or at a weekend',
  noCare: 'Opened a patient without a part in the care',
}

/** What each means, to the letter. */
export const unusualMeans: Record<UnusualReason, string> = {
  ownName: 'First name and family name are those of the user.',
  ownAddress: 'The patient has the first line and postcode of another patient who has the name of the user.',
  sameFamilyName: 'The family name is that of the user.',
  manyInAnHour: `More than ${manyInAnHour} different patients, opened one by one between two full hours.`,
  outOfHours: `Before ${firstHour} in the morning, from ${lastHour - 12} in the evening, or on a Saturday or Sunday, in London.`,
  noCare: `The user changed nothing of the patient in these days or the ${careDays} days before, and owns none of the referrals.`,
}
