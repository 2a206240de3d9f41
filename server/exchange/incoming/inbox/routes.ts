import type { FastifyInstance } from 'fastify'
import {
  acceptIncoming,
  askForMore,
  inviteIncoming,
  countIncoming,
  declineIncoming,
  getIncoming,
  incomingLetter,
  listIncoming,
  printIncomingLetter,
  recordAnswer,
  reopenIncoming,
  searchIncoming,
  soughtNothing,
  toldByTelephone,
} from '../../../../contract/exchange/incoming/incomingReferral.ts'
import { readSought, type Sought } from '../../../../contract/exchange/incoming/sought.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { RecordedDays } from '../../../patients/patient/life.ts'
import { withheldAmong } from '../../../patients/flags/withheld.ts'
import { reasonNeeded, ValidationProblem } from '../../../platform/errors.ts'
import { route, type Call } from '../../../platform/http/calls/route.ts'
import type { Rights } from '../../../platform/http/request/rights.ts'
import { referralFormPath } from '../../settings/settings.ts'
import { passOn } from './passOn.ts'
import { receivesReferrals, type IncomingService } from '../service.ts'
import { accept } from './accept.ts'
import { answer, ask, decline, reopen } from './decide.ts'
import { invite } from './invite.ts'
import { drawLetter, printLetter } from './letter.ts'
import { countUndecided, readList, readView, searchList } from './read.ts'

/** Likely matches of a restricted record are shown as when registering; an accepted referral is refused below. */
const reads: Rights = {
  capability: 'referral.triage',
  audit: 'read',
  idempotency: 'safe',
  rate: 'read',
  restricted: 'lists',
}
const writes: Rights = {
  capability: 'referral.triage',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
}

/** Referrals that came in from outside, and the decisions about them. */
export const serveIncoming = (
  app: FastifyInstance,
  service: IncomingService,
  recordedDays: RecordedDays,
): void => {
  const { sql } = service.db
  route(app, service, listIncoming, reads, async (call, { shown }) => {
    const list = await readList(sql, shown ?? 'undecided', service.clock())
    call.showed({
      records: list.rows.map(({ id, version }) => ({ entity: 'incomingReferral', id, version })),
    })
    return list
  })
  route(app, service, searchIncoming, { ...reads, rate: 'search' }, async (call, { text }) => {
    const sought = readSought(text)
    if (sought === null) throw new ValidationProblem({ text: soughtNothing })
    const list = await searchList(sql, sought, service.clock())
    call.showed({
      // Not what was typed: which referrals were shown says enough.
      criteria: { by: Object.keys(sought).filter((name) => sought[name as keyof Sought] !== null) },
      records: list.rows.map(({ id, version }) => ({ entity: 'incomingReferral', id, version })),
    })
    return list
  })
  route(app, service, countIncoming, { ...reads, audit: 'none' }, async () => ({
    ...(await countUndecided(sql, service.clock())),
    isOffered: receivesReferrals(service),
    fetchesErs: service.ers !== null,
  }))
  route(app, service, getIncoming, reads, async (call, { id }) => {
    const reader = readerOf(call)
    const view = await readView(sql, id, reader, service.clock())
    await assertOpen(call, view.patientId)
    call.showed({
      patientIds: [
        ...view.likelyMatches.map((match) => match.id),
        ...(view.patientId === null ? [] : [view.patientId]),
      ],
      pathwayIds: view.pathwayId === null ? [] : [view.pathwayId],
      records: [{ entity: 'incomingReferral', id, version: view.version }],
    })
    return view
  })
  route(app, service, acceptIncoming, { ...writes, idempotency: 'create' }, (call, input) =>
    call.write((writing) => accept(writing, input, recordedDays, service.clock())),
  )
  route(app, service, declineIncoming, { ...writes, idempotency: 'create' }, (call, input) =>
    call.write((writing) => decline(writing, input, service.clock())),
  )
  route(app, service, askForMore, writes, (call, input) =>
    call.write((writing) => ask(writing, input, service.clock())),
  )
  route(app, service, inviteIncoming, { ...writes, idempotency: 'create' }, (call, input) =>
    call.write((writing) => invite(writing, input, { now: service.clock(), formUrl: formUrlOf(service) })),
  )
  route(app, service, recordAnswer, writes, (call, input) => call.write((writing) => answer(writing, input)))
  route(app, service, reopenIncoming, writes, (call, input) =>
    call.write((writing) => reopen(writing, input)),
  )
  route(app, service, toldByTelephone, writes, (call, input) =>
    call.write((writing) => passOn(writing, input, service.clock())),
  )
  route(app, service, printIncomingLetter, writes, (call, input) =>
    call.write((writing) => printLetter(writing, input, instantOf(service.clock()))),
  )
  route(app, service, incomingLetter, { ...reads, rate: 'report' }, async (call, { id }) => {
    const { file, incomingId, patientId } = await drawLetter(service, id)
    await assertOpen(call, patientId)
    call.showed({
      patientIds: patientId === null ? [] : [patientId],
      records: [
        { entity: 'incomingLetter', id },
        { entity: 'incomingReferral', id: incomingId },
      ],
    })
    return file
  })
}

/** The page on which the person may answer an invitation; null if there is none. */
const formUrlOf = ({ referralForm, accounts }: IncomingService): string | null =>
  referralForm === null ? null : `${accounts.publicUrl}${referralFormPath}`

const readerOf = ({ principal: { userId, sessionId } }: Call) => ({ userId, sessionId })

/** An accepted referral is part of the patient's record, which may be restricted (decision 81). */
const assertOpen = async (call: Call, patientId: number | null): Promise<void> => {
  if (patientId === null) return
  const [withheld] = await withheldAmong(call.service.db.sql, [patientId], readerOf(call))
  if (withheld !== undefined) throw reasonNeeded(withheld)
}
