import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  countWaitingDecisions,
  decideDestruction,
  endHold,
  getPatientRetention,
  getRetention,
  holdRecord,
  saveRetentionRule,
  withdrawDecision,
} from '../../../contract/governance/retention.ts'
import {
  countAccesses,
  endRestriction,
  getRestrictions,
  listAccesses,
  listRestrictions,
  openRestricted,
  restrictRecord,
  reviewAccess,
} from '../../../contract/governance/restriction.ts'
import {
  closeSubjectRequest,
  getSubjectRequest,
  listSubjectRequests,
  mostDecisions,
  releaseSubjectRequest,
  reviewSubjectRequest,
  saveSubjectRequest,
  type SubjectRequest,
} from '../../../contract/governance/subjectRequest.ts'
import { restrictionColumns, subjectRequestColumns } from '../../governance/privacy/columns.ts'
import { aPatient, type Saved } from '../world/factories.ts'
import type { KnownCall } from './knownCall.ts'
import type { Wire } from '../values/request.ts'
import type { World } from '../world/world.ts'

const requestOf = (patientId: number): InputOf<typeof saveSubjectRequest> => ({
  id: 0,
  patientId,
  askedDate: addDays(today(), -2),
  requester: 'The patient, by letter',
  identityChecked: 'Passport seen',
})

const made = async ({ service, user }: World, call: Endpoint, input: Wire): Promise<Saved> => {
  const { status, body } = await service.ask(call, input, user)
  if (status !== 200) throw new Error(`${call.path} answered ${status} ${JSON.stringify(body)}`)
  return body as Saved
}

/** A request of a patient of its own, as the input that would save it as it stands. */
const aRequest = async (world: World) => {
  const input = requestOf((await aPatient(world.service, world.user)).id)
  return { ...input, ...(await made(world, saveSubjectRequest, input)) }
}

const opened = async ({ service, user }: World, id: number): Promise<SubjectRequest> =>
  (await service.ask(getSubjectRequest, { id }, user)).body as SubjectRequest

const decisionsOf = ({ items }: SubjectRequest) =>
  items.slice(0, mostDecisions).map(({ key, fingerprint }) => ({ key, fingerprint, isReleased: true }))

const patientOfInput = (_: World, input: Wire) => [input['patientId']]
const reads: KnownCall['patientData'] = { use: 'read', of: ({ patient }) => [patient.id] }
const writes: KnownCall['patientData'] = { use: 'write', of: patientOfInput }

const known = (
  call: Endpoint,
  input: (world: World) => Promise<Wire>,
  patientData: KnownCall['patientData'],
  saves: KnownCall['saves'] = [],
): KnownCall => ({ call, input, patientData, saves })

const stepOf = (call: Endpoint, more: (request: SubjectRequest) => object, isDecided = false): KnownCall =>
  known(
    call,
    async (world) => {
      const { id, patientId } = await aRequest(world)
      const request = await opened(world, id)
      const which = { id, version: request.version, patientId }
      if (!isDecided) return { ...which, ...more(request) }
      const decisions = decisionsOf(request)
      return { ...which, ...(await made(world, reviewSubjectRequest, { ...which, decisions })) }
    },
    writes,
  )

/** A record whose time has come. */
const anOldRecord = async ({ service, user }: World): Promise<number> => {
  const { id } = await aPatient(service, user)
  await service.db.owner.query(`update patient set created_at = '2010-01-01' where id = $1`, [id])
  return id
}

const aHold = async (world: World): Promise<Wire> => {
  const { id: patientId } = await aPatient(world.service, world.user)
  const hold = await made(world, holdRecord, { patientId, kind: 'legal', reason: 'Inquest opened' })
  return { ...hold, patientId }
}

const aDecision = async (world: World): Promise<Wire> => {
  const patientId = await anOldRecord(world)
  return { ...(await made(world, decideDestruction, { patientId, grounds: 'Nothing to keep' })), patientId }
}

const aRestriction = async (world: World): Promise<Wire> => {
  const { id: patientId } = await aPatient(world.service, world.user)
  const input = { patientId, kind: 'publicPerson', reason: 'Reads the news on television' }
  return { ...(await made(world, restrictRecord, input)), patientId }
}

/** A restricted record that the colleague opened with a reason. */
export const anAccess = async (world: World): Promise<Wire> => {
  const { patientId } = await aRestriction(world)
  await world.service.ask(
    openRestricted,
    { patientId: Number(patientId), reason: 'enquiry', words: 'Her daughter asked when we come' },
    world.colleague,
  )
  const { id, version } = await world.service.db.sql
    .selectFrom('restricted_access')
    .select(['id', 'version'])
    .where('patient_id', '=', Number(patientId))
    .executeTakeFirstOrThrow()
  return { id, version, patientId }
}

const requests = new WeakMap<World, number>()

/** Requests of patients to see what is held of them. */
export const knownPrivacyCalls: readonly KnownCall[] = [
  known(
    listSubjectRequests,
    async (world) => {
      await ofThePatient(world)
      return { patientId: world.patient.id }
    },
    reads,
  ),
  known(getSubjectRequest, async (world) => ({ id: await ofThePatient(world) }), reads),
  known(
    saveSubjectRequest,
    async ({ service, user }) => requestOf((await aPatient(service, user)).id),
    writes,
    [
      {
        table: 'subject_request',
        columns: subjectRequestColumns,
        existing: { input: aRequest, change: () => ({ requester: 'Her daughter, by letter' }) },
      },
    ],
  ),
  stepOf(reviewSubjectRequest, (request) => ({ decisions: decisionsOf(request) })),
  stepOf(releaseSubjectRequest, () => ({}), true),
  stepOf(closeSubjectRequest, () => ({ closedNote: 'Withdrawn by telephone' })),
  known(
    getRetention,
    async (world) => {
      await aHoldOfThePatient(world)
      return {}
    },
    reads,
  ),
  known(countWaitingDecisions, () => Promise.resolve({}), null),
  known(getPatientRetention, ({ patient }) => Promise.resolve({ patientId: patient.id }), reads),
  known(saveRetentionRule, theRule, null),
  known(
    holdRecord,
    async ({ service, user }) => ({
      patientId: (await aPatient(service, user)).id,
      kind: 'longer',
      reason: 'Part of a study that the patient agreed to',
    }),
    writes,
  ),
  known(endHold, async (world) => ({ ...(await aHold(world)), endedNote: 'Inquest closed' }), writes),
  known(
    decideDestruction,
    async (world) => ({ patientId: await anOldRecord(world), grounds: 'Nothing to keep' }),
    writes,
  ),
  known(withdrawDecision, aDecision, writes),
  known(
    listRestrictions,
    async (world) => {
      await aRestriction(world)
      return {}
    },
    { use: 'read', of: () => [] },
  ),
  known(getRestrictions, ({ patient }) => Promise.resolve({ patientId: patient.id }), reads),
  known(
    restrictRecord,
    async ({ service, user }) => ({
      patientId: (await aPatient(service, user)).id,
      kind: 'colleague',
      reason: 'Works in this team',
    }),
    writes,
    [{ table: 'patient_restriction', columns: restrictionColumns }],
  ),
  known(
    endRestriction,
    async (world) => ({ ...(await aRestriction(world)), endedNote: 'Left the team' }),
    writes,
  ),
  known(
    openRestricted,
    async (world) => ({
      patientId: (await aRestriction(world))['patientId'],
      reason: 'care',
      words: 'Covers for a colleague who is ill',
    }),
    { use: 'read', of: patientOfInput },
  ),
  known(
    listAccesses,
    async (world) => {
      await anAccess(world)
      return {}
    },
    { use: 'read', of: () => [] },
  ),
  known(countAccesses, () => Promise.resolve({}), null),
  known(reviewAccess, async (world) => ({ ...(await anAccess(world)), reviewNote: 'All well' }), writes),
]

/** The request of the world's own patient, made once. */
async function ofThePatient(world: World): Promise<number> {
  const known = requests.get(world)
  if (known !== undefined) return known
  const { id } = await made(world, saveSubjectRequest, requestOf(world.patient.id))
  requests.set(world, id)
  return id
}

/** The rule of adults, which a save leaves as it is. */
async function theRule({ service }: World): Promise<Wire> {
  const rule = await service.db.sql
    .selectFrom('retention_rule')
    .select(['id', 'version', 'years'])
    .where('code', '=', 'adult')
    .executeTakeFirstOrThrow()
  return { ...rule }
}

const held = new WeakSet<World>()

/** Keeps the world's own patient, once, so that the list names them. */
async function aHoldOfThePatient(world: World): Promise<void> {
  if (held.has(world)) return
  held.add(world)
  await made(world, holdRecord, { patientId: world.patient.id, kind: 'legal', reason: 'Inquest opened' })
}
