/** What the subject line and the summary of a document say (GP Connect Send Document, GPCM-SD-061, 064, 119). */
export const reportFor = (
  patient: { name: string; nhsNumber: string },
  /** Left out where the record is restricted. */
  seenAt: { name: string; odsCode: string } | null,
): string =>
  `Consultation report for ${patient.name} , NHS Number ${patient.nhsNumber}` +
  (seenAt === null ? '' : `, seen at ${seenAt.name}, ODS Code ${seenAt.odsCode}`)

/**
 * By which MESH finds the practice with which the patient is registered (GPCM-SD-063): NHS number, date of birth and
 * surname. Null if MESH could not read it: a header has only plain letters.
 */
export const providerOf = (
  nhsNumber: string | null,
  dateOfBirth: string | null,
  surname: string,
): string | null => {
  const [year, month, day] = (dateOfBirth ?? '').split('-')
  const to = `GPPROVIDER_${nhsNumber}_${day}${month}${year}_${surname}`
  const isWhole = nhsNumber !== null && day !== undefined && surname.trim() !== ''
  return isWhole && /^[!-^`-~ _]{1,100}$/.test(to) && !surname.includes('_') ? to : null
}
