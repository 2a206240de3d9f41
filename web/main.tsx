import './browserSetup.ts'
import './ui/density.ts'
import './styles/first.scss'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { refuseStrayDoublePress } from './doublePress.ts'
import { preloadScreens } from './preloadScreens.ts'
import { createSite } from './routes.tsx'
import { nextTask } from './ui/nextTask.ts'

const root = document.getElementById('surefoot')
if (root === null) throw new Error('The page has no element for Surefoot')
refuseStrayDoublePress(window)

/** In tasks of their own: the scripts have just run, which is the longest thing that the first page does. */
const start = async (): Promise<void> => {
  await nextTask()
  const site = createSite()
  preloadScreens(site)
  await nextTask()
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={site} />
    </StrictMode>,
  )
}
void start()
