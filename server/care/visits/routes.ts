import type { FastifyInstance } from 'fastify'
import {
  endVisits,
  getVisitEntry,
  handInVisit,
  openVisits,
  settleVisitEntry,
  takeVisits,
  visitPack,
  visitWork,
} from '../../../contract/care/visits/visits.ts'
import type { DocumentsService } from '../../pathways/documents/service.ts'
import { forbidden, HttpProblem, notFound, ValidationProblem } from '../../platform/errors.ts'
import { route, type Call } from '../../platform/http/calls/route.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { handIn, settle } from './handIn.ts'
import { endPack, findPack, openSecrets } from './packs.ts'
import { keptAnswers } from './merge.ts'
import { bodyToSave, recordIdOf, rightsOfForm, saveForm, type Saves } from './save.ts'
import { takePack } from './take.ts'
import { findWaiting, readWork, showWaiting, storedNow, typedIn, type Overseer } from './work.ts'

export interface VisitsService extends DocumentsService {
  /** Whether devices may take visits along. */
  visitPacks: boolean
}

const ofPack: Rights = {
  capability: 'clinical.write',
  audit: 'read',
  idempotency: 'repeatable',
  rate: 'write',
}
/** What was typed must come in from a device where anybody of the service signs in. */
const byAnybody: Rights = {
  capability: 'account.own',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
  restricted: 'lists',
}
const mayEnd: Rights = { ...byAnybody, capability: ['account.own'] }

/** Both sides together are no valid record, so a person has to say what is right. */
const doesNotFit = ({ fields }: ValidationProblem): HttpProblem =>
  new HttpProblem(
    400,
    'bad-request',
    `What was typed does not fit what is on the record now: ${Object.values(fields).filter(Boolean).join('. ')}. Nothing was saved. Change the record in its form, then keep it as it is here.`,
  )

/** A second record would say the same. */
const isThereAgain = (): HttpProblem =>
  new HttpProblem(409, 'conflict', 'The record is there again. Look at both sides, then decide.')

/** Visits without a signal: what a device takes along, and what is handed in (decision 165). */
export const serveVisits = (app: FastifyInstance, service: VisitsService, saves: Saves): void => {
  const { sql } = service.db
  const overseer = ({ principal, may }: Call): Overseer => ({
    ...principal,
    seesDevices: may('today.oversee') || may('administration.write'),
    seesPeople: may('today.oversee'),
    isStaff: may('clinical.write'),
  })

  route(app, service, takeVisits, ofPack, async (call, { device }) => {
    if (!service.visitPacks) throw notFound()
    const { userId, currentRole, roles } = call.principal
    const { display_name: userName } = await sql
      .selectFrom('app_user')
      .select('display_name')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const roleId = roles.find(({ name }) => name === currentRole)?.id ?? null
    const more = { device, roleId, userName, now: service.clock(), key: service.secretKey }
    const { pack, half } = await call.write((writing) => takePack(writing, service.documents, more))
    // Only the fields of the contract leave, as in any other reply.
    return { id: pack.id, endsAt: pack.endsAt, pack: JSON.stringify(visitPack.parse(pack)), half }
  })

  route(app, service, openVisits, { ...ofPack, restricted: 'lists' }, async (call, { id }) => {
    const pack = await findPack(sql, id, service.clock())
    if (pack.user_id !== call.principal.userId || !pack.isValid) throw notFound()
    const visits = await sql
      .selectFrom('visit_pack_visit as visit')
      .innerJoin('appointment', 'appointment.id', 'visit.appointment_id')
      .innerJoin('pathway', 'pathway.id', 'appointment.pathway_id')
      .select(['pathway.id', 'pathway.patient_id'])
      .where('visit.pack_id', '=', id)
      .execute()
    call.showed({
      patientIds: visits.map(({ patient_id: patientId }) => patientId),
      pathwayIds: visits.map(({ id: pathwayId }) => pathwayId),
      criteria: { visitPack: id },
    })
    return { half: openSecrets(service.secretKey, pack).half }
  })

  route(app, service, endVisits, mayEnd, async (call, { id, why }) => {
    const pack = await findPack(sql, id, service.clock())
    if (pack.user_id !== call.principal.userId && !overseer(call).seesDevices) throw forbidden()
    await call.write((writing) => endPack(writing, id, why, service.clock()))
    return { success: true as const }
  })

  route(app, service, handInVisit, byAnybody, (call, input) => {
    // External users write nothing (AZ-5): with them it stays on the device, sealed.
    if (!call.may('patient.read') && !call.may('administration.read')) throw forbidden()
    return handIn(call, saves, input)
  })

  route(
    app,
    service,
    visitWork,
    {
      capability: ['clinical.write', 'administration.write'],
      audit: 'read',
      idempotency: 'safe',
      rate: 'read',
      restricted: 'lists',
    },
    async (call) => {
      const work = await readWork(sql, overseer(call), service.clock())
      const changed = work.visitsNow.filter(({ what }) => what.length > 0)
      const people = [...work.waiting, ...work.notHandedIn, ...changed]
      call.showed({
        patientIds: people.map(({ patientId }) => patientId),
        pathwayIds: people.map(({ pathwayId }) => pathwayId),
      })
      return work
    },
  )

  route(
    app,
    service,
    getVisitEntry,
    { capability: 'clinical.write', audit: 'read', idempotency: 'safe', rate: 'read' },
    async (call, { id }) => {
      const waiting = await findWaiting(sql, id, overseer(call))
      const shown = await showWaiting(service, waiting, call.principal)
      call.showed({
        patientIds: [waiting.patientId],
        pathwayIds: [waiting.pathwayId],
        criteria: { visitEntry: id },
      })
      return shown
    },
  )

  route(
    app,
    service,
    settleVisitEntry,
    { capability: 'clinical.write', audit: 'write', idempotency: 'repeatable', rate: 'write' },
    (call, { id, how, over, asNew, confirmed }) =>
      call.write(async (writing) => {
        // In the transaction, so that a repeat under the same key gets the first reply although it waits no more.
        const waiting = await findWaiting(writing.sql, id, overseer(call))
        const { form, patientId, pathwayId } = waiting
        writing.looksAt({ patientId })
        if (how === 'save' && !call.may(rightsOfForm(form))) throw forbidden()
        const trace = { patientIds: [patientId], pathwayIds: [pathwayId], criteria: { visitEntry: id, how } }
        writing.trace(trace)
        const isFirst = await settle(writing, id, how === 'save' ? 'saved' : 'dropped', service.clock())
        const done = { success: true as const }
        if (!isFirst || how === 'drop') return done
        const typed = typedIn(service, waiting)
        const stored =
          over === undefined && asNew !== true
            ? null
            : await storedNow(writing.sql, form, recordIdOf(form, typed, waiting))
        if (asNew === true && stored !== null) throw isThereAgain()
        const kept = over === undefined ? {} : await keptAnswers(writing.sql, form, typed, stored, patientId)
        const body = bodyToSave(form, typed, waiting, { over, asNew, isConfirmed: confirmed, kept })
        try {
          await saveForm(writing, saves, form, body)
        } catch (error) {
          if (error instanceof ValidationProblem && Object.keys(kept).length > 0) throw doesNotFit(error)
          throw error
        }
        return done
      }),
  )
}
