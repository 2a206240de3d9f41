import '../platform/page/browserSetup.ts'
import '../platform/ui/density.ts'
import '../platform/styles/first.scss'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { refuseStrayDoublePress } from '../platform/page/doublePress.ts'
import { preloadScreens } from '../platform/page/preloadScreens.ts'
import { createSite } from './routes.tsx'
import { nextTask } from '../platform/ui/nextTask.ts'

const root = document.getElementById('surefoot')
if (root === null) throw new Error('The page has no element for Surefoot')
refuseStrayDoublePress(window)

/**
 * Keeps React working on a page that others change, and offers the page again where it could not; loaded beside it (decision 137). A page
 * without it works until somebody changes it.
 */
const rescue = import('./layout/rescue.tsx').catch((error: unknown) => {
  reportError(error)
  return null
})

/** In tasks of their own: the scripts have just run, which is the longest thing that the first page does. */
const start = async (): Promise<void> => {
  await nextTask()
  const site = createSite()
  preloadScreens(site)
  await nextTask()
  const show = (element: Element): void =>
    createRoot(element, {
      onUncaughtError: (error) => {
        reportError(error)
        void rescue.then((loaded) => loaded?.offerAgain(element, show))
      },
    }).render(
      <StrictMode>
        <RouterProvider router={site} />
      </StrictMode>,
    )
  const loaded = await rescue
  loaded?.watchOver(root)
  show(root)
}
void start()
