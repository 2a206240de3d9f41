/*
 * The address of a letter as GOV.UK Notify reads it from the window (its error table for letters, and
 * recipient_validation/postal_address.py of alphagov/notifications-utils). Notify also knows which areas of postcodes
 * exist; that is left to Notify.
 */

const [fewest, most] = [3, 7]
const badStart = /^[@()=[\]"\\/,<>~]/
const postcodeShape = /^[A-Z]{1,2}\d[A-Z\d]?\d[ABD-HJLNP-UW-Z]{2}$/
/** What the NHS writes for no fixed abode and for people from abroad. The post delivers to none of them. */
const noPlace = /^ZZ993[A-Z]Z$/
const noAbode = /no fixed (?:abode|address)/i
const bfpo = /^bfpo(?: c\/o)? ?\d+$/i

/** Countries by their English names; the United Kingdom needs a postcode instead. */
const countries: ReadonlySet<string> = new Set(
  (() => {
    const names = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'none' })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    return letters.flatMap((first) =>
      letters.flatMap((second) => {
        const code = `${first}${second}`
        const name = code === 'GB' || code === 'UK' ? undefined : names.of(code)
        return name === undefined ? [] : [name.toLowerCase()]
      }),
    )
  })(),
)
const kingdom = new Set(['england', 'scotland', 'wales', 'northern ireland', 'united kingdom', 'uk'])

/** Why Notify would not post to it, as a sentence; null if it would. */
export const whyNotPosted = (read: readonly string[]): string | null => {
  const lines = read
    .map((line) =>
      line
        .replaceAll(/,(?= |$)/g, ' ')
        .replaceAll(/ +/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
  while (kingdom.has(lines.at(-1)?.toLowerCase() ?? '')) lines.pop()
  const [first = '', second = ''] = lines
  const last = lines.at(-1) ?? ''
  const postcode = last.replaceAll(' ', '').toUpperCase()
  if (lines.length === 0) return 'There is no address in the window of the envelope.'
  if (lines.length < fewest)
    return `The address has ${lines.length} lines, and the post needs at least ${fewest}.`
  if (lines.length > most)
    return `The address has ${lines.length} lines, and at most ${most} can be posted. Shorten it in the record.`
  if (noPlace.test(postcode) || noAbode.test(lines.join(' ')) || lines.some((line) => /^nfa$/i.test(line)))
    return 'The address is not a place that the post delivers to.'
  const isOfForces = lines.some((line) => bfpo.test(line))
  const isAbroad = countries.has(last.toLowerCase())
  if (isOfForces && isAbroad)
    return 'An address of the forces (BFPO) has no country. Correct it in the record.'
  if (!postcodeShape.test(postcode) && !isAbroad && !isOfForces)
    return 'The last line of the address is not a UK postcode or a country. Correct it in the record.'
  // Notify counts only these letters.
  if (![first, second].every((line) => /[a-z\d]/i.test(line)))
    return 'The first two lines of the address need a letter from A to Z or a digit.'
  return lines.some((line) => badStart.test(line))
    ? 'A line of the address begins with a sign that cannot be printed there, such as a bracket or a quote.'
    : null
}
