import type { FastifyInstance } from 'fastify'
import type { RecordDeath } from '../../patients/patient/death.ts'
import { serveAnswers } from './answers/staffRoutes.ts'
import { serveSignIn } from './door/signIn.ts'
import { serveNhsLogin } from './door/serveNhsLogin.ts'
import { serveLinks } from './door/staffRoutes.ts'
import { servePersonPages } from './pages/personPages.ts'
import { appointments } from './purposes/appointments.ts'
import { calendar } from './purposes/calendar.ts'
import { classes } from './purposes/class.ts'
import { diary } from './purposes/diary.ts'
import { serveHome, type Purpose } from './purposes/home.ts'
import { lettersPurpose } from './purposes/letters.ts'
import { offers } from './purposes/offers.ts'
import { openingsPurpose } from './purposes/openings.ts'
import { questions } from './purposes/questions.ts'
import { serveTold } from './purposes/questionsTold.ts'
import { redFlags } from './purposes/redFlags.ts'
import { waiting } from './purposes/waiting.ts'
import type { PersonService } from './service.ts'

/** What the page is for, in the order of its first page. */
const purposesOf = (service: PersonService, recordDeath: RecordDeath): readonly Purpose[] => [
  offers(service, recordDeath),
  appointments(service, recordDeath),
  questions,
  calendar,
  classes(service, recordDeath),
  waiting(service),
  diary,
  redFlags,
  lettersPurpose(service),
  openingsPurpose,
]

/** The own page of a person at /my. */
export const servePersonPage = (
  app: FastifyInstance,
  service: PersonService,
  recordDeath: RecordDeath,
): Promise<void> => {
  const purposes = purposesOf(service, recordDeath)
  serveLinks(app, service)
  serveAnswers(app, service)
  serveTold(app, service)
  return servePersonPages(app, service, [
    serveSignIn(service),
    serveNhsLogin(service),
    serveHome(purposes),
    ...purposes.map(({ serve }) => serve),
  ])
}
