import type { RouteComponent } from '@tanstack/react-router'
import { use, useReducer } from 'react'
import { ApiError } from '../calls/apiError.ts'
import { reach } from '../calls/http.ts'
import { FailedScreen } from './FailedScreen.tsx'
import { nextTask } from './nextTask.ts'

const notLoaded = new ApiError(
  0,
  'This screen could not be loaded: the connection may be down, or Surefoot has been updated. Nothing is lost. Check the connection and try again.',
)

/** Whether the service sends its page, so that loading it anew ends in a page. */
const sendsPage = async (): Promise<boolean> => {
  try {
    return (await reach('/falls', {})).ok
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return false
  }
}

/**
 * A component that is loaded when it is needed. One that does not load says so in its place and can be tried again, and the
 * page around it stays. The router's own `lazyRouteComponent` loads the whole page anew instead, which without a connection
 * ends the application.
 * @param name what its file calls it
 */
export const lazy = <Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, RouteComponent>>,
): RouteComponent => {
  let loaded: RouteComponent | null = null
  let loading: Promise<void> | null = null
  let hasFailed = false

  const loadNow = async (): Promise<void> => {
    try {
      const screens = await load()
      // Its script has just run; drawing it is work enough for a task of its own.
      await nextTask()
      loaded = screens[name]
      // So that the router opens it without a pause from now on.
      delete lazily.preload
    } catch {
      // Whatever the browser's reason, the screen says that it is not there.
      hasFailed = true
      loading = null
    }
  }
  const preload = (): Promise<void> => (loading ??= loadNow())

  const Lazy = () => {
    const [, draw] = useReducer((count: number) => count + 1, 0)
    if (loaded === null && !hasFailed) use(preload())
    const Screen = loaded
    if (Screen !== null) return <Screen />
    const tryAgain = async (): Promise<void> => {
      await preload()
      // A file that is gone although the service answers is of an earlier version of the page.
      if (loaded === null && (await sendsPage())) location.reload()
      draw()
    }
    return <FailedScreen error={notLoaded} reset={() => void tryAgain()} />
  }
  const lazily: RouteComponent = Object.assign(Lazy, { preload })
  return lazily
}
