import type { RouteComponent } from '@tanstack/react-router'
import { use, useEffect, useReducer, type ComponentType, type FunctionComponent } from 'react'
import { ApiError } from '../calls/apiError.ts'
import { reach } from '../calls/http.ts'
import { FailedScreen } from './FailedScreen.tsx'
import { nextTask } from './nextTask.ts'
import { whenIdle } from '../page/whenIdle.ts'

const notLoaded = new ApiError(
  0,
  'This screen could not be loaded: the connection may be down, or Surefoot has been updated. Nothing is lost. Check the connection and try again.',
)

/** Whether the service can serve its page, so that a reload does not end without one. */
const sendsPage = async (): Promise<boolean> => {
  try {
    return (await reach('/falls', {})).ok
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return false
  }
}

type Loadable<Props> = FunctionComponent<Props> & { preload?: () => Promise<void> }

/**
 * A component that is loaded on demand. If it fails to load, it shows an error in its place with a button to try again,
 * and the page around it stays. The router's own `lazyRouteComponent` reloads the whole page instead, which ends the
 * application when there is no connection.
 * @param name the name its file exports it by
 */
export const lazyPart = <Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
): Loadable<Props> => {
  let loaded: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null
  let hasFailed = false

  const loadNow = async (): Promise<void> => {
    try {
      const screens = await load()
      // Its script has just run. Rendering it is enough work for a task of its own.
      await nextTask()
      loaded = screens[name]
      // From now on the router opens it without a pause.
      delete lazily.preload
    } catch {
      // Whatever the browser's reason, the screen says that it could not be loaded.
      hasFailed = true
      loading = null
    }
  }
  const preload = (): Promise<void> => (loading ??= loadNow())

  const Lazy = (props: Props) => {
    const [, draw] = useReducer((count: number) => count + 1, 0)
    if (loaded === null && !hasFailed) use(preload())
    const Screen = loaded
    if (Screen !== null) return <Screen {...props} />
    const tryAgain = async (): Promise<void> => {
      await preload()
      // If the service answers but the file is gone, the page is of an earlier version.
      if (loaded === null && (await sendsPage())) location.reload()
      draw()
    }
    return <FailedScreen error={notLoaded} reset={() => void tryAgain()} />
  }
  const lazily: Loadable<Props> = Object.assign(Lazy, { preload })
  return lazily
}

/** `lazyPart` for a screen. It has no props; inferring them would make the types of the site map depend on themselves. */
export const lazy = <Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, RouteComponent>>,
): RouteComponent => lazyPart(name, load)

/** By then the page has its data, with which this must not compete on a slow link. */
const untilShownMs = 2_000

/** Loads such a component before it is needed, once the page is shown and idle. */
export const usePreload = (later: { preload?: RouteComponent['preload'] }): void =>
  useEffect(() => {
    const timer = setTimeout(() => whenIdle(() => void later.preload?.()), untilShownMs)
    return () => clearTimeout(timer)
  }, [later])
