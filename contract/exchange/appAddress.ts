/* Addresses of an app that staff open: it may run on this computer, and anywhere else only by https. */

const ownComputer = ['localhost', '127.0.0.1']
const mostRedirects = 10

/** The lines of a field that takes one address a line. */
export const linesOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/**
 * What is wrong with an address of an app, or null. It is compared letter by letter, so it must be written as a browser
 * writes it.
 */
export const problemWithAppAddress = (address: string): string | null => {
  const url = URL.parse(address)
  if (url === null) return 'Enter an address that begins with https://'
  const isOwn = url.protocol === 'http:' && ownComputer.includes(url.hostname)
  if (url.protocol !== 'https:' && !isOwn) return 'Enter an address that begins with https://'
  if (address.includes('#')) return 'An address must have no #'
  if (url.username !== '' || url.password !== '') return 'An address must have no user name or password'
  return url.href === address ? null : `Write the address as ${url.href.slice(0, 200)}`
}

/** What is wrong with the addresses to which an app is sent back, or null. */
export const problemWithRedirects = (text: string): string | null => {
  const lines = linesOf(text)
  if (lines.length === 0) return 'Give the address to which the app is sent back'
  if (lines.length > mostRedirects) return `Give at most ${mostRedirects} addresses`
  return lines.map(problemWithAppAddress).find((problem) => problem !== null) ?? null
}
