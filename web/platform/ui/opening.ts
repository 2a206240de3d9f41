import { useRouterState, type AnyRouter } from '@tanstack/react-router'

type Locations = Pick<AnyRouter['state'], 'location' | 'resolvedLocation'>

/** Whether another screen has been requested and is not shown yet. */
export const isOpening = ({ location, resolvedLocation }: Locations): boolean =>
  location.href !== resolvedLocation?.href

export const useIsOpening = (): boolean => useRouterState({ select: isOpening })
