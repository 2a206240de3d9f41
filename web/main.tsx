import './browserSetup.ts'
import './ui/density.ts'
import './styles/main.scss'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { refuseStrayDoublePress } from './doublePress.ts'
import { queryClient } from './queryClient.ts'
import { createSite } from './routes.tsx'

const root = document.getElementById('surefoot')
if (root === null) throw new Error('The page has no element for Surefoot')
refuseStrayDoublePress(window)
const site = createSite()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={site} />
    </QueryClientProvider>
  </StrictMode>,
)
