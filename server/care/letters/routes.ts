import type { FastifyInstance } from 'fastify'
import {
  composeLetter,
  countNotArrived,
  discardLetter,
  letterNotNeeded,
  lettersOfPathway,
  listSentLetters,
  listUnsentLetters,
  mailLetter,
  printedLetters,
  printLetters,
  saveLetter,
  sendLetter,
  signLetter,
} from '../../../contract/care/letters/letter.ts'
import type { OutsideWay } from '../../../contract/care/letters/ways.ts'
import {
  getLetterhead,
  listLetterAddresses,
  saveLetterAddress,
  saveLetterhead,
} from '../../../contract/care/letters/letterhead.ts'
import {
  getLetterTemplate,
  listLetterTemplates,
  saveLetterTemplate,
} from '../../../contract/care/letters/template.ts'
import { forbidden } from '../../platform/errors.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route } from '../../platform/http/calls/route.ts'
import { draftTable, letterTable } from './columns.ts'
import { compose } from './compose.ts'
import { discardDraft, saveDraft } from './drafts.ts'
import { readLetterAddresses, readLetterhead, saveLetterAddressRow, saveLetterheadRow } from './letterhead.ts'
import { saveNotNeeded } from './notNeeded.ts'
import { countUnarrived, readOfPathway, readSent, readUnsent } from './read.ts'
import { mail, print, printed, sendOutside } from './send.ts'
import type { LettersService } from './service.ts'
import { sign } from './sign.ts'
import { readTemplate, readTemplates, saveTemplateRow } from './templates.ts'

const reads = { idempotency: 'safe', rate: 'read' } as const
/** Templates, the letterhead and practice addresses name no patient. */
const ofService: Rights = { ...reads, capability: ['letter.write', 'administration.read'], audit: 'none' }
const ofAdministrators: Rights = { ...reads, capability: 'administration.read', audit: 'none' }
const lists: Rights = { ...reads, capability: 'letter.write', audit: 'read', restricted: 'lists' }
const settings: Rights = {
  capability: 'administration.write',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
}
const letters: Rights = {
  capability: 'letter.write',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
}

/**
 * Letters: templates, writing and signing, and sending.
 * @param setUp the ways out by other services that are set up
 */
export const serveLetters = (
  app: FastifyInstance,
  service: LettersService,
  setUp: () => readonly OutsideWay[],
): void => {
  const { sql } = service.db
  route(app, service, listLetterTemplates, ofService, async (call, { includeInActive }) => {
    const inactiveToo = includeInActive === 'true'
    if (inactiveToo && !call.may('lookup.readInactive')) throw forbidden()
    return readTemplates(sql, inactiveToo)
  })
  route(app, service, getLetterTemplate, ofService, (_, { id }) => readTemplate(sql, id))
  route(app, service, saveLetterTemplate, { ...settings, idempotency: 'create' }, (call, input) =>
    call.write((writing) => saveTemplateRow(writing, input)),
  )
  route(app, service, getLetterhead, ofAdministrators, () => readLetterhead(sql))
  route(app, service, saveLetterhead, settings, (call, input) =>
    call.write((writing) => saveLetterheadRow(writing, input)),
  )
  route(app, service, listLetterAddresses, ofAdministrators, () => readLetterAddresses(sql))
  route(app, service, saveLetterAddress, settings, (call, input) =>
    call.write((writing) => saveLetterAddressRow(writing, input)),
  )
  route(
    app,
    service,
    composeLetter,
    { ...reads, capability: 'letter.write', audit: 'read' },
    async (call, input) => {
      const { patientId, ...letter } = await compose(sql, input)
      call.showed({ patientIds: [patientId], pathwayIds: [input.pathwayId] })
      return letter
    },
  )
  route(
    app,
    service,
    lettersOfPathway,
    { ...reads, capability: 'patient.read', audit: 'read' },
    async (call, { pathwayId }) => {
      const { person, ...found } = await readOfPathway(sql, pathwayId, setUp())
      call.showed({
        patientIds: [person.patientId],
        pathwayIds: [pathwayId],
        records: [
          ...found.drafts.map(({ id, version }) => ({ entity: draftTable.entity, id, version })),
          ...found.letters.map(({ id }) => ({ entity: letterTable.entity, id })),
        ],
      })
      return found
    },
  )
  route(app, service, saveLetter, { ...letters, idempotency: 'create' }, (call, input) =>
    call.write((writing) => saveDraft(writing, input)),
  )
  route(app, service, discardLetter, letters, (call, input) =>
    call.write((writing) => discardDraft(writing, input)),
  )
  route(app, service, signLetter, { ...letters, idempotency: 'create' }, sign)
  route(app, service, listUnsentLetters, lists, async (call) => {
    const found = await readUnsent(sql, call.principal, setUp())
    call.showed(shownOf(found))
    return found
  })
  route(app, service, listSentLetters, lists, async (call, { state = null }) => {
    const found = await readSent(sql, call.principal, state)
    call.showed(shownOf(found))
    return found
  })
  route(app, service, printLetters, { ...letters, idempotency: 'create' }, (call, input) =>
    call.write((writing) => print(writing, input)),
  )
  route(
    app,
    service,
    printedLetters,
    { ...reads, capability: 'letter.write', audit: 'read', rate: 'report' },
    printed,
  )
  route(app, service, mailLetter, letters, (call, input) => call.write((writing) => mail(writing, input)))
  route(app, service, sendLetter, letters, (call, input) =>
    call.write((writing) => sendOutside(writing, input, setUp())),
  )
  route(app, service, letterNotNeeded, letters, (call, input) =>
    call.write((writing) => saveNotNeeded(writing, input)),
  )
  route(app, service, countNotArrived, { ...lists, audit: 'none' }, () => countUnarrived(sql))
}

const shownOf = (rows: readonly { id: number; patientId: number; pathwayId: number }[]) => ({
  patientIds: rows.map(({ patientId }) => patientId),
  pathwayIds: rows.map(({ pathwayId }) => pathwayId),
  records: rows.map(({ id }) => ({ entity: letterTable.entity, id })),
})
