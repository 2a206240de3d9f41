import './browserSetup.ts'
import '@fontsource/source-sans-3/latin-400.css'
import '@fontsource/source-sans-3/latin-600.css'
import '@fontsource/source-sans-3/latin-ext-400.css'
import '@fontsource/source-sans-3/latin-ext-600.css'
import './styles/main.scss'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './queries.ts'
import { createSite } from './routes.tsx'
import { Toasts } from './ui/Toast.tsx'

const root = document.getElementById('surefoot')
if (root === null) throw new Error('The page has no place for Surefoot')
const site = createSite()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={site} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)
