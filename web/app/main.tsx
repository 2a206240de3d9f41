import '../platform/page/browserSetup.ts'
import '../platform/ui/density.ts'
import '../platform/styles/first.scss'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { refuseStrayDoublePress } from '../platform/page/doublePress.ts'
import { preloadScreens } from '../platform/page/preloadScreens.ts'
import { offerAgain, watchOver } from './layout/rescue.tsx'
import { createSite } from './routes.tsx'
import { nextTask } from '../platform/ui/nextTask.ts'

const root = document.getElementById('surefoot')
if (root === null) throw new Error('The page has no element for Surefoot')
refuseStrayDoublePress(window)

/** Split into separate tasks: the scripts have just run, which is the longest task of the first page. */
const start = async (): Promise<void> => {
  await nextTask()
  const site = createSite()
  preloadScreens(site)
  await nextTask()
  const show = (element: Element): void =>
    createRoot(element, {
      onUncaughtError: (error) => {
        reportError(error)
        void offerAgain(element, show)
      },
    }).render(
      <StrictMode>
        <RouterProvider router={site} />
      </StrictMode>,
    )
  watchOver(root)
  show(root)
}
void start()
