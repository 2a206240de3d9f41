import './browserSetup.ts'
import './ui/density.ts'
import './styles/first.scss'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { refuseStrayDoublePress } from './doublePress.ts'
import { preloadScreens } from './preloadScreens.ts'
import { createSite } from './routes.tsx'

const root = document.getElementById('surefoot')
if (root === null) throw new Error('The page has no element for Surefoot')
refuseStrayDoublePress(window)
const site = createSite()
preloadScreens(site)
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={site} />
  </StrictMode>,
)
