/** Sentences that more than one place must show letter for letter (specification). */
export const formInvalid = 'The form is invalid please check and try again.'
export const dateNotReal = 'Enter a real date with day, month and year, such as 05 Jan 2026'
export const dateInFuture = 'The date cannot be after today'
export const enterParameter = 'Please enter a search parameter.'
/** A search by an NHS number that is not ten digits long; a form that saves one says 'NHS Number Invalid'. */
export const nhsNumberLengthWrong = 'NHS Number is invalid.'
