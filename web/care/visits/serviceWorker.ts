/*
 * Keeps the pages of the visits for when there is no signal: the files of this build that they need, and nothing else. It never
 * sees a call of the product, which goes to the service or fails.
 */

/** Written in by the build: the hashed files. */
declare const visitFiles: readonly string[]
/** Written in by the build: changes whenever a file does. */
declare const visitBuild: string

interface Lasting extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface Fetching extends Lasting {
  readonly request: Request
  respondWith: (response: Promise<Response>) => void
}
/** What this needs of its global scope, which the library of a page does not describe. */
interface WorkerScope {
  readonly location: Location
  readonly clients: { claim: () => Promise<void> }
  addEventListener: ((type: 'install' | 'activate', listener: (event: Lasting) => void) => void) &
    ((type: 'fetch', listener: (event: Fetching) => void) => void)
}

const worker = self as unknown as WorkerScope
const prefix = 'surefoot-visits-'
const cacheName = `${prefix}${visitBuild}`
const page = '/visits'
const files: ReadonlySet<string> = new Set(visitFiles)
const patienceMs = 4_000

worker.addEventListener('install', (event) => {
  const keep = async (): Promise<void> => {
    const cache = await caches.open(cacheName)
    await cache.addAll([page, ...visitFiles].map((path) => new Request(path, { cache: 'no-cache' })))
  }
  event.waitUntil(keep())
})

// A new version waits until no page of the old one is open, so that none misses a file.
worker.addEventListener('activate', (event) => {
  const tidy = async (): Promise<void> => {
    const names = await caches.keys()
    await Promise.all(
      names
        .filter((name) => name.startsWith(prefix) && name !== cacheName)
        .map((name) => caches.delete(name)),
    )
    await worker.clients.claim()
  }
  event.waitUntil(tidy())
})

const kept = async (path: string): Promise<Response> => {
  const cache = await caches.open(cacheName)
  return (await cache.match(path)) ?? Response.error()
}

/** A page of another release may be open under this worker: what it needs is in the cache of that release. */
const keptForAnother = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? fetch(request)

/** The service's own page if it answers soon, so that a release reaches the device. */
const newest = async (request: Request): Promise<Response> => {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(patienceMs) })
    return response.ok ? response : await kept(page)
  } catch {
    return kept(page)
  }
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate' && pathname === page) event.respondWith(newest(request))
  else if (files.has(pathname))
    event.respondWith(kept(pathname).then((found) => (found.type === 'error' ? fetch(request) : found)))
  else if (pathname.startsWith('/assets/')) event.respondWith(keptForAnother(request))
})
