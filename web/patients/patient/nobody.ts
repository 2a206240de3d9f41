/** The boxes of a person and their practice before anything is typed. */
export const nobody = {
  familyName: '',
  firstName: '',
  namePrefix: '',
  genderId: '',
  dateOfBirth: '',
  nhsNumber: '',
  nhsNumberUnknown: false,
  ethnicity: '',
  unusualConfirmed: false,
  registeredGP: null,
  registeredGP_Branch: null,
  unchosen: '',
}
