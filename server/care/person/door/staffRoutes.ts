import type { FastifyInstance } from 'fastify'
import { sql as raw } from 'kysely'
import {
  endPersonLink,
  givePersonLink,
  paperLink,
  personLinks,
  type PersonLink,
} from '../../../../contract/care/person/link.ts'
import { HttpProblem } from '../../../platform/errors.ts'
import { readLetterhead } from '../../letters/letterhead.ts'
import { route } from '../../../platform/http/calls/route.ts'
import type { Rights } from '../../../platform/http/request/rights.ts'
import { personPath, type PersonPageSettings, type PersonService } from '../service.ts'
import { endLink, giveLink, isAtRisk } from './give.ts'
import { readPaper } from './paper.ts'

const writes: Rights = {
  capability: 'patient.write',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
}

const assertServed = ({ personPage }: PersonService): PersonPageSettings => {
  if (personPage === null) throw new HttpProblem(404, 'not-found', 'This service has no page for patients.')
  return personPage
}

/** Routes by which staff give, see and end links. */
export const serveLinks = (app: FastifyInstance, service: PersonService): void => {
  route(
    app,
    service,
    personLinks,
    { capability: 'patient.write', audit: 'read', idempotency: 'safe', rate: 'read' },
    async (call, { patientId }) => {
      const { rows } = await raw<PersonLink>`
        select link.id, link.version, link.way, link.contact_id as "contactId", contact.name as "contactName",
          link.acts_by as "actsBy", link.acts_since as "actsSince", link.created_at as "givenAt",
          giver.display_name as "givenBy", link.valid_until as "validUntil", link.opened_at as "openedAt",
          link.seen_at as "seenAt", link.ended_at as "endedAt", link.ended_how as "endedHow"
        from person_link as link
        left join patient_contact as contact on contact.id = link.contact_id
        left join app_user as giver on giver.id = link.created_by
        where link.patient_id = ${patientId} order by link.id desc`.execute(service.db.sql)
      call.showed({
        patientIds: [patientId],
        records: rows.map(({ id, version }) => ({ entity: 'personLink', id, version })),
      })
      return {
        isServed: service.personPage !== null,
        isAtRisk: await isAtRisk(service.db.sql, patientId),
        links: rows,
      }
    },
  )
  route(app, service, givePersonLink, writes, (call, input) => {
    assertServed(service)
    return call.write((writing) => giveLink(service, writing, input))
  })
  route(
    app,
    service,
    paperLink,
    { capability: 'patient.write', audit: 'read', idempotency: 'safe', rate: 'read' },
    async (call, { id }) => {
      const { publicUrl } = assertServed(service)
      const { patientId, ...paper } = await readPaper(service, id)
      call.showed({ patientIds: [patientId], records: [{ entity: 'personLink', id }] })
      const { version: _, ...head } = await readLetterhead(service.db.sql)
      return { ...paper, head, address: `${publicUrl}${personPath}` }
    },
  )
  route(app, service, endPersonLink, writes, (call, input) =>
    call.write((writing) => endLink(service, writing, input)),
  )
}
