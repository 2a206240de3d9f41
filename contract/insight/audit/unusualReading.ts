/*
 * Reading that is worth a question and no more: there can be a good reason for any of it. Only opening one patient's
 * record counts; a patient appearing on a list does not.
 */

/** Opening more than this number of patients, one by one, within one clock hour is unusual. */
export const manyInAnHour = 30
/** Working hours in London; Saturdays and Sundays have none. */
export const firstHour = 7
export const lastHour = 20
/**
 * A user who changed something of a patient up to this many days before the period is considered part of the
 * patient's care; `is_no_care` (0063) lists the changes that do not count.
 */
export const careDays = 30

/** Most noteworthy first. */
export const unusualReasons = [
  'ownName',
  'ownAddress',
  'sameFamilyName',
  'manyInAnHour',
  'outOfHours',
  'noCare',
] as const
export type UnusualReason = (typeof unusualReasons)[number]

/** The text used in the answer. */
export const unusualInWords: Record<UnusualReason, string> = {
  ownName: 'Opened a patient of the reader’s own name',
  ownAddress: 'Opened a patient of the reader’s own address',
  sameFamilyName: 'Opened a patient of the reader’s family name',
  manyInAnHour: 'Opened many patients within an hour',
  outOfHours: 'Opened patients at night or at a weekend',
  noCare: 'Opened a patient without a part in the care',
}

/** The exact meaning of each reason. */
export const unusualMeans: Record<UnusualReason, string> = {
  ownName: 'First name and family name are those of the user.',
  ownAddress: 'The patient has the first line and postcode of another patient who has the name of the user.',
  sameFamilyName: 'The family name is that of the user.',
  manyInAnHour: `More than ${manyInAnHour} different patients, opened one by one within one hour of the clock.`,
  outOfHours: `Before ${firstHour} in the morning, from ${lastHour - 12} in the evening, or on a Saturday or Sunday, in London.`,
  noCare: `The user changed nothing of the patient in these days or the ${careDays} days before, and owns none of the referrals.`,
}
