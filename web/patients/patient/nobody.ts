/** The initial values of a form for a person and their practice. */
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
