/** A whole postcode of the United Kingdom in capitals, without its space. */
const whole = /^(?:[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|GIR0AA)$/

/** As Royal Mail writes it: capitals, and one space before the last three. What is none, such as one from abroad, stays as it was typed. */
export const standardPostcode = (typed: string): string => {
  const compact = typed.replaceAll(/\s/g, '').toUpperCase()
  return whole.test(compact) ? `${compact.slice(0, -3)} ${compact.slice(-3)}` : typed
}
