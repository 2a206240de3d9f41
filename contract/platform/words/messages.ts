/** Sentences that several places must show with exactly the same wording (specification). */
export const formInvalid = 'The form is invalid please check and try again.'
export const dateNotReal = 'Enter a real date with day, month and year, such as 05 Jan 2026'
export const dateInFuture = 'The date cannot be after today'
export const enterParameter = 'Please enter a search parameter.'
/**
 * For a search by an NHS number that does not have ten digits. A form that saves such a number says 'NHS Number
 * Invalid'.
 */
export const nhsNumberLengthWrong = 'NHS Number is invalid.'
