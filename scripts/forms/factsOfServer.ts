/** What is said of a field that only the server can know, because it hangs on what is stored; no form could say it before it is sent. */
const facts: readonly RegExp[] = [
  /^Another patient already has this NHS number\./,
  /^Another (active row has this name|row has this internal code)$/,
  /^This patient already has an open referral\. Tick to record a second one\.$/,
  /^Choose (from the list|a GP practice from the list|a branch of the registered practice|a role from the list|a role that the user holds|a report from the list)$/,
  /Tick to (save|cancel|discharge|refer) .*all the same\.$/,
  /^The date is before the (referral date|date of birth)$/,
  /^The date of death is before birth$/,
  /^The code is not right, or is too old\./,
  /^This is not your current password$/,
  /^A date of death is accepted here only with a choice that says that the patient died$/,
  /^Record the (referral first|death on the page of the patient)/,
  /^A plan (ends with a goals outcome|that is booked for a later day ends today)/,
  // One that is ended on another day than is stored.
  /^The day is before the treatment date$/,
  /^This User Name is taken$/,
  /^There is no organisation with this code$/,
  // Of a password, by whose it is and by what the service asks for; the screen says it while it is typed.
  /^Use (words other than your name, your role and the name of this service|at least \d+ characters|more than one short piece)/,
  // A day that stays as it is stored may be past.
  /^Choose today or a later day$/,
  // Only where a number was counted before.
  /^Say why the number changes$/,
]

export const isFactOfServer = (message: string): boolean => facts.some((fact) => fact.test(message))
