import { useMatches } from '@tanstack/react-router'

/**
 * The path of the screen that is shown, in lower case. The router's own `location` is already that of the next screen
 * while this one still stands: what followed it would move under the pointer before the next screen is there.
 */
export const useShownPath = (): string =>
  useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' }).toLowerCase()
