import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazy } from './lazyScreen.tsx'
import { fakeService } from '../../testing/fakeService.ts'
import { click } from '../../testing/person.ts'

afterEach(() => vi.unstubAllGlobals())

/** An application with a menu, on a screen that is loaded. The other screen is loaded on demand. */
const openApplication = (load: () => Promise<{ Reports: () => string }>) => {
  vi.stubGlobal('scrollTo', () => undefined)
  const root = createRootRoute({
    component: () => (
      <>
        <Link to={'/reports' as never}>Reports</Link>
        <Outlet />
      </>
    ),
  })
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => 'Home' })
  const reports = createRoute({
    getParentRoute: () => root,
    path: '/reports',
    component: lazy('Reports', load),
  })
  const router = createRouter({
    routeTree: root.addChildren([home, reports]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultPendingMs: Infinity,
  })
  render(<RouterProvider router={router as never} />)
}

test('a screen that does not load leaves the application as it is, and is tried again', async () => {
  fakeService({})
  let isOffline = true
  openApplication(async () => {
    if (isOffline) throw new TypeError('Failed to fetch dynamically imported module: /assets/Reports.js')
    return { Reports: () => 'The reports' }
  })
  click(await screen.findByRole('link', { name: 'Reports' }))
  expect(await screen.findByText(/This screen could not be loaded/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Reports' })).toBeVisible()
  // The router's own way would record here that it has reloaded the page.
  expect(Object.keys(sessionStorage)).toEqual([])
  isOffline = false
  click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The reports')).toBeVisible()
})
