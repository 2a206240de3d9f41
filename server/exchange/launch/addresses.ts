import { appLaunchPath } from '../../../contract/exchange/launch.ts'

/** Where the browser goes back to an app, with what the app reads there. Its own parameters stay. */
export const backTo = (
  redirectUrl: string,
  state: string | undefined,
  given: Record<string, string>,
): string => {
  const url = new URL(redirectUrl)
  for (const [name, value] of Object.entries({ ...given, ...(state === undefined ? {} : { state }) }))
    url.searchParams.set(name, value)
  return url.href
}

/**
 * The address of the screen on which a user answers an app, with all that the app sent as one word; null if this is
 * that address. The router of the browser would read a state of `1e5` as a number, and signing in leads back to no
 * address with another address in it.
 */
export const wordedLaunch = (url: string): string | null => {
  const at = url.indexOf('?')
  const query = at < 0 ? '' : url.slice(at + 1)
  if (query === '' || query.startsWith('asked=')) return null
  return `${appLaunchPath}?asked=q${Buffer.from(query).toString('base64url')}`
}
