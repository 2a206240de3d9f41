import type { FastifyInstance } from 'fastify'
import { serveSignIn } from './door/signIn.ts'
import { serveLinks } from './door/staffRoutes.ts'
import { servePersonPages } from './pages/personPages.ts'
import { serveHome, type Purpose } from './purposes/home.ts'
import type { PersonService } from './service.ts'

/** What the page is for, in the order of its first page. */
const purposes: readonly Purpose[] = []

/** The own page of a person at /my. */
export const servePersonPage = (app: FastifyInstance, service: PersonService): Promise<void> => {
  serveLinks(app, service)
  return servePersonPages(app, service, [
    serveSignIn(service),
    serveHome(purposes),
    ...purposes.map(({ serve }) => serve),
  ])
}
