import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { streamType } from '../../../../contract/stages/changes.ts'
import type { CheckedInputOf, Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import { fieldMessages } from '../../../../contract/platform/calls/fieldMessages.ts'
import type { FileReply } from '../../../../contract/platform/calls/file.ts'
import { holds, type Capability } from '../../../../contract/accounts/permissions.ts'
import type { FieldErrors } from '../../../../contract/platform/calls/problem.ts'
import { currentRoleHeader, idempotencyKeyHeader } from '../../../../contract/accounts/session.ts'
import type { AuditEvent, Trace } from '../../audit/auditTrail.ts'
import {
  accountIncomplete,
  ValidationProblem,
  forbidden,
  OutcomeUnknown,
  HttpProblem,
  PartFailure,
  tooOften,
  unauthenticated,
  unavailable,
  unreadableAddress,
} from '../../errors.ts'
import { bodyLimitOf } from '../limits/bodyLimit.ts'
import { openEventStream, type EventStream } from '../replies/eventStream.ts'
import type { Principal } from '../request/principal.ts'
import type { Service } from './service.ts'
import { receiveForm } from './multipart.ts'
import { idempotencyClaim } from '../../writes/idempotency.ts'
import { capabilitiesOf, type Rights } from '../request/rights.ts'
import { isWithinJsonLimits } from '../limits/jsonLimits.ts'
import { isReadable } from '../replies/readText.ts'
import { sendFile } from '../replies/sendFile.ts'
import { serverOwnedIn } from './serverOwned.ts'
import { refuseCrossSiteGet } from '../replies/crossSiteGet.ts'
import { subjectOf, whoseIn } from './subjectOf.ts'
import { writeOnce, type StaffWriting } from '../../writes/write.ts'

/** A call in progress: who makes it, and the ways to reply. */
export interface Call<Parts extends Service = Service> {
  service: Parts
  principal: Principal
  requestId: string
  log: FastifyBaseLogger
  /** Whether the caller has the capability now. */
  may: (capability: Capability) => boolean
  /** Confirms that the data was checked to be within the caller's reach (server/patients/search/grantedReads.ts). */
  grantChecked: () => void
  /** Records what the reply shows. The reply is sent once this is in the audit trail (DP-1). */
  showed: (trace: Trace) => void
  /**
   * As `showed`, for data about to be sent to another organisation. Resolves once it is in the audit trail, before
   * anything is sent.
   */
  tellsOutside: (trace: Trace) => Promise<void>
  /**
   * Runs one transaction together with its audit row. Also for a read that stores something, such as what it opened.
   */
  write: <Reply>(work: (writing: StaffWriting) => Promise<Reply>) => Promise<Reply>
  setHeader: (name: string, value: string) => void
  /** Whether the client has disconnected. */
  isGone: () => boolean
  /** Aborted when the client disconnects, with the problem that then ends the call. For work that takes long. */
  whileWaited: () => AbortSignal
  /** Whether the client asks for a stream of events. */
  wantsStream: boolean
  /** Replies with a stream instead of a single body. */
  openStream: () => EventStream
  /** Whether the call would still be authorised. For a reply that continues, such as a stream. */
  isStillAllowed: () => Promise<boolean>
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
    /** Names of fields in the body that only the server may set (AZ-8). */
    ignoredFields: readonly string[] | null
  }
}

type Answer<E extends Endpoint, Parts extends Service> = (
  call: Call<Parts>,
  input: CheckedInputOf<E>,
) => Promise<z.input<E['reply']>>

/** Finds further missing fields of a refused request, as far as only the database can tell. */
type MissingBeside = (sent: Record<string, unknown>) => Promise<FieldErrors>

/** Reports all missing fields together, so that the user can fill them in at once. */
const saidTogether = async <Checked>(
  check: () => Checked,
  sent: Record<string, unknown>,
  missingBeside: MissingBeside | undefined,
): Promise<Checked> => {
  try {
    return check()
  } catch (error) {
    if (missingBeside === undefined || !(error instanceof ValidationProblem)) throw error
    throw new ValidationProblem({ ...(await missingBeside(sent)), ...error.fields })
  }
}

/**
 * Registers a call of the contract. Checks rights before the body is read, checks the contract's fields, writes the
 * audit trail before the reply, and sends only the contract's fields (AZ-1, IO-1, DP-1, DP-8).
 */
export const route = <E extends Endpoint, Parts extends Service>(
  app: FastifyInstance,
  service: Parts,
  endpoint: E,
  rights: Rights,
  answer: Answer<E, Parts>,
  { missingBeside }: { missingBeside?: MissingBeside | undefined } = {},
): void => {
  const action = `${endpoint.method} ${endpoint.path}`
  const isKeyed = rights.audit === 'write' && !isOwnAccount(rights)
  if (endpoint.method === 'POST' && isKeyed === (endpoint.takesNoKey === true))
    throw new Error(
      `${action} ${isKeyed ? 'takes a' : 'must say that it takesNoKey: it keeps no reply for a'} key`,
    )
  const serverOwnedOf = serverOwnedIn(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimitOf(endpoint),
    config: { rights },
    onRequest: async (request) => {
      await authorise(service, rights, request)
      if (endpoint.method === 'GET' && rights.audit === 'write') refuseCrossSiteGet(request)
    },
    handler: async (request, reply) => {
      const principal = request.principal
      if (principal === null) throw unauthenticated()
      const form =
        endpoint.encoding === 'multipart'
          ? await receiveForm(endpoint, request, reply, {
              userId: principal.userId,
              upload: idempotencyKeyOf(request) ?? '',
            })
          : null
      const sent = bodyOf(endpoint, request, form?.fields ?? request.body)
      request.ignoredFields = serverOwnedOf(sent)
      const { input, body } = await saidTogether(
        () => checkInput(endpoint, request, sent),
        sent,
        missingBeside,
      )
      const opensRecords = rights.restricted !== 'lists'
      const event = { ...eventOf(request, principal, action), opensRecords }
      let shown: Trace | null = null
      let written = false
      let isSaved = false
      let recorded = false
      const record = async (trace: Trace): Promise<void> => {
        recorded = true
        const criteria = { ...event.criteria, ...trace.criteria }
        await service.audit.append({
          ...event,
          kind: 'read',
          ...trace,
          ...(Object.keys(criteria).length === 0 ? {} : { criteria }),
        })
      }
      let isReached = false
      const may = (capability: Capability): boolean =>
        holds(principal.profiles, capability, service.narrowing)
      const isOnGrants = capabilitiesOf(rights).includes('patient.readGranted') && !may('patient.read')
      const call: Call<Parts> = {
        service,
        principal,
        requestId: request.id,
        log: request.log,
        may,
        grantChecked: () => {
          isReached = true
        },
        showed: (trace) => {
          shown = trace
        },
        tellsOutside: record,
        write: async (work) => {
          if (isOnGrants) throw forbidden()
          written = true
          const creates = rights.idempotency === 'create' && isCreate(endpoint, body)
          const key = isKeyed ? idempotencyKeyOf(request) : undefined
          const claim =
            creates || key !== undefined
              ? idempotencyClaim(endpoint.path, form?.fingerprint ?? withoutSecrets(endpoint, body), key)
              : null
          const kind = rights.audit === 'read' ? 'read' : 'write'
          const reply = await service.db.write(subjectOf(endpoint, body), (sql) =>
            writeOnce(
              {
                sql,
                event: { ...event, kind },
                worksAs: principal.worksAs,
                claim,
                whose: whoseIn(endpoint, body),
                log: request.log,
                bankHolidayOn: service.bankHolidayOn,
              },
              work,
            ),
          )
          isSaved = true
          return reply
        },
        setHeader: (name, value) => void reply.header(name, value),
        isGone: () => reply.raw.destroyed,
        whileWaited: () => whileWaited(reply),
        wantsStream: request.headers.accept?.includes(streamType) === true,
        openStream: () => openEventStream(reply),
        isStillAllowed: () => isStillAllowed(service, rights, request),
      }
      const answered = await answer(call, input as CheckedInputOf<E>)
        .then((answered) => writtenOut(endpoint, answered))
        .catch((error: unknown) => {
          // The data is committed, so the reply must not say that nothing was saved.
          const isSaid = error instanceof HttpProblem || error instanceof ValidationProblem
          throw isSaved && !isSaid ? new OutcomeUnknown(error) : error
        })
      if (isOnGrants && !isReached)
        throw new Error(`${action} replied without asking which records are within reach`)
      if (rights.audit === 'read' && !recorded && !written) {
        if (shown === null) throw new Error(`${action} answered without saying what it showed`)
        await record(shown)
      } else if (rights.audit === 'write' && !written) {
        throw new Error(`${action} answered without writing`)
      }
      if (reply.sent) return reply
      return typeof answered === 'object' ? sendFile(reply, answered) : sendJson(reply, answered)
    },
  })
}

const whileWaited = ({ raw }: FastifyReply): AbortSignal => {
  const waited = new AbortController()
  const end = (): void =>
    waited.abort(unavailable(new PartFailure('service', 'the client had disconnected before the reply')))
  if (raw.destroyed) end()
  else raw.once('close', end)
  return waited.signal
}

/** Sends JSON, including numbers and null, which Fastify would send as text. */
export const send = (reply: FastifyReply, answered: unknown): FastifyReply =>
  sendJson(reply, JSON.stringify(answered))

const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json)

/**
 * The checked reply, as JSON unless it is a file. It is serialised before it waits for the audit trail: the garbage
 * collector then copies one text instead of thousands of objects for the rows of a page.
 */
const writtenOut = (endpoint: Endpoint, answered: unknown): string | FileReply => {
  const checked: unknown = endpoint.reply.parse(answered)
  return endpoint.files === undefined ? JSON.stringify(checked) : (checked as FileReply)
}

const bearer = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i
const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  bearer.exec(headers.authorization ?? '')?.[1]

const authorise = async (service: Service, rights: Rights, request: FastifyRequest): Promise<void> => {
  const token = tokenOf(request)
  if (token === undefined) throw unauthenticated()
  const found = await service.authenticate(token, currentRoleOf(request))
  if (found === null) throw unauthenticated()
  if (found === 'role-not-held') throw forbidden()
  request.principal = found
  const wait = service.rateLimits.take(rights.rate, found, service.clock())
  if (wait > 0) throw tooOften(wait)
  if (!isOwnAccount(rights)) assertNothingPending(service, found)
  if (!capabilitiesOf(rights).some((capability) => holds(found.profiles, capability, service.narrowing)))
    throw forbidden()
}

/**
 * The same checks as `authorise`, without using up the rate limit. A stream ends if its session has ended or the role
 * was withdrawn.
 */
const isStillAllowed = async (
  service: Service,
  rights: Rights,
  request: FastifyRequest,
): Promise<boolean> => {
  const found = await service.authenticate(tokenOf(request) ?? '', currentRoleOf(request))
  return (
    found !== null &&
    found !== 'role-not-held' &&
    service.pendingStepOf(found) === null &&
    capabilitiesOf(rights).some((capability) => holds(found.profiles, capability, service.narrowing))
  )
}

const isOwnAccount = (rights: Rights): boolean => capabilitiesOf(rights).includes('account.own')

const assertNothingPending = (service: Service, principal: Principal): void => {
  const pendingStep = service.pendingStepOf(principal)
  if (pendingStep !== null) throw accountIncomplete(pendingStep)
}

const currentRoleOf = (request: FastifyRequest): number | null => {
  const sent = request.headers[currentRoleHeader]?.toString()
  if (sent === undefined) return null
  if (!/^[0-9]{1,15}$/.test(sent)) throw forbidden()
  return Number(sent)
}

const idempotencyKeyOf = (request: FastifyRequest): string | undefined => {
  const sent = request.headers[idempotencyKeyHeader]?.toString()
  if (sent === undefined) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(sent))
    throw new HttpProblem(400, 'bad-request', 'The Idempotency-Key must be 1 to 255 printable characters.')
  return sent
}

/**
 * The fields by which a repeated create is recognised. Secrets are left out: a password could easily be guessed from a
 * fast hash.
 */
const withoutSecrets = ({ secret = [] }: Endpoint, body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !secret.includes(name)))

/** A save with id 0 creates a record (specification). A call without an id always does. */
const isCreate = ({ identityIn }: Endpoint, body: Record<string, unknown>): boolean => {
  const part = identityIn === undefined ? body : body[identityIn]
  const id = (part as Record<string, unknown> | null | undefined)?.['id']
  return id === undefined || Number(id) === 0
}

/** Message for values that no form can send and that have no message of their own, such as an object as a version. */
const notTaken = 'Not in the form that this call accepts'

/** The object in which a request sends the fields of its call. */
export const bodyOf = (
  { method }: Endpoint,
  { query }: FastifyRequest,
  sentBody: unknown,
): Record<string, unknown> => {
  const body = method === 'GET' ? query : (sentBody ?? {})
  if (typeof body !== 'object' || Array.isArray(body) || !isWithinJsonLimits(body))
    throw new HttpProblem(400, 'bad-request', 'The request does not have the form that this call accepts.')
  return body as Record<string, unknown>
}

export const checkInput = (endpoint: Endpoint, request: FastifyRequest, body: Record<string, unknown>) => {
  if (!isReadable(request.url)) throw unreadableAddress()
  const query = request.query as Record<string, unknown>
  const sent: Record<string, unknown> = { ...body }
  const twice: string[] = []
  for (const name of endpoint.method === 'GET' ? [] : (endpoint.inQuery ?? [])) {
    if (query[name] === undefined) continue
    if (sent[name] !== undefined && String(sent[name]) !== query[name]) twice.push(name)
    else sent[name] = query[name]
  }
  for (const [name, value] of Object.entries((request.params ?? {}) as Record<string, string>))
    if (sent[name] !== undefined && sent[name] !== value) twice.push(name)
  // Check the fields themselves first, so that a blank field is reported as missing.
  const checked = endpoint.input.safeParse(sent, { error: () => notTaken })
  if (!checked.success) throw new ValidationProblem(fieldMessages(checked.error))
  for (const name of twice) throw namesTwo(name)
  return { input: checked.data, body: sent }
}

const namesTwo = (name: string) =>
  new ValidationProblem({ [name]: 'The URL and the request name different ones' })

/** The fields that the request tried to set and may not, for its audit event: names, never values (AZ-8, DP-4). */
export const ignoredFieldsOf = ({ ignoredFields }: FastifyRequest): Pick<AuditEvent, 'criteria'> =>
  ignoredFields === null || ignoredFields.length === 0 ? {} : { criteria: { ignoredFields } }

/** The parts common to all audit events of this request. */
const eventOf = (request: FastifyRequest, principal: Principal, action: string) => ({
  ...ignoredFieldsOf(request),
  action,
  status: 200,
  userId: principal.userId,
  sessionId: principal.sessionId,
  role: principal.currentRole,
  requestId: request.id,
  address: request.ip,
})
