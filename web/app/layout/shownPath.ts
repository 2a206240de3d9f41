import { useMatches } from '@tanstack/react-router'

/**
 * The path of the displayed screen, in lower case. The router's own `location` changes to the next screen while the old
 * one is still displayed: menus that followed it would move under the pointer too early.
 */
export const useShownPath = (): string =>
  useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' }).toLowerCase()
