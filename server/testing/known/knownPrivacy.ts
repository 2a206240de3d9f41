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
import { aPatient, done } from '../world/factories.ts'
import {
  after,
  known,
  knownSave,
  nothing,
  patientOfInput,
  reads,
  readsNamed,
  writes,
  type KnownCall,
} from './knownCall.ts'
import type { World } from '../world/world.ts'

const requestOf = (patientId: number): InputOf<typeof saveSubjectRequest> => ({
  id: 0,
  patientId,
  askedDate: addDays(today(), -2),
  requester: 'The patient, by letter',
  identityChecked: 'Passport seen',
})

/** A request of a new patient, as the input that would save it unchanged. */
const aRequest = async (world: World) => {
  const input = requestOf((await aPatient(world.service, world.user)).id)
  return { ...input, ...(await done(world, saveSubjectRequest, input)) }
}

const opened = async ({ service, user }: World, id: number): Promise<SubjectRequest> =>
  (await service.ask(getSubjectRequest, { id }, user)).body as SubjectRequest

const decisionsOf = ({ items }: SubjectRequest) =>
  items.slice(0, mostDecisions).map(({ key, fingerprint }) => ({ key, fingerprint, isReleased: true }))

const stepOf = (call: Endpoint, more: (request: SubjectRequest) => object, isDecided = false): KnownCall =>
  known(
    call,
    async (world) => {
      const { id, patientId } = await aRequest(world)
      const request = await opened(world, id)
      const which = { id, version: request.version, patientId }
      if (!isDecided) return { ...which, ...more(request) }
      const decisions = decisionsOf(request)
      return { ...which, ...(await done(world, reviewSubjectRequest, { ...which, decisions })) }
    },
    writes(patientOfInput),
  )

/** A record past its retention period. */
const anOldRecord = async ({ service, user }: World): Promise<number> => {
  const { id } = await aPatient(service, user)
  await service.db.owner.query(`update patient set created_at = '2010-01-01' where id = $1`, [id])
  return id
}

const aHold = async (world: World) => {
  const { id: patientId } = await aPatient(world.service, world.user)
  const hold = await done(world, holdRecord, { patientId, kind: 'legal', reason: 'Inquest opened' })
  return { ...hold, patientId }
}

const aDecision = async (world: World) => {
  const patientId = await anOldRecord(world)
  return { ...(await done(world, decideDestruction, { patientId, grounds: 'Nothing to keep' })), patientId }
}

const aRestriction = async (world: World) => {
  const { id: patientId } = await aPatient(world.service, world.user)
  const restriction = { patientId, kind: 'publicPerson', reason: 'Reads the news on television' } as const
  return { ...(await done(world, restrictRecord, restriction)), patientId }
}

/** The colleague's access, with a reason, to a restricted record. */
export const anAccess = async (world: World) => {
  const { patientId } = await aRestriction(world)
  await world.service.ask(
    openRestricted,
    { patientId, reason: 'enquiry', words: 'Her daughter asked when we come' },
    world.colleague,
  )
  const { id, version } = await world.service.db.sql
    .selectFrom('restricted_access')
    .select(['id', 'version'])
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow()
  return { id, version, patientId }
}

const requests = new WeakMap<World, number>()

/** The request of the world's own patient, made once. */
const ofThePatient = async (world: World): Promise<number> => {
  const made = requests.get(world)
  if (made !== undefined) return made
  const { id } = await done(world, saveSubjectRequest, requestOf(world.patient.id))
  requests.set(world, id)
  return id
}

/** The rule for adults, so that a save changes nothing. */
const theRule = ({ service }: World) =>
  service.db.sql
    .selectFrom('retention_rule')
    .select(['id', 'version', 'years'])
    .where('code', '=', 'adult')
    .executeTakeFirstOrThrow()

const held = new WeakSet<World>()

/** Holds the record of the world's own patient, once, so that the list names them. */
const aHoldOfThePatient = async (world: World): Promise<void> => {
  if (held.has(world)) return
  held.add(world)
  await done(world, holdRecord, { patientId: world.patient.id, kind: 'legal', reason: 'Inquest opened' })
}

/** The calls about subject requests, retention and restricted records. */
export const knownPrivacyCalls: readonly KnownCall[] = [
  known(
    listSubjectRequests,
    after(ofThePatient, ({ patient }) => ({ patientId: patient.id })),
    reads(),
  ),
  known(getSubjectRequest, async (world) => ({ id: await ofThePatient(world) }), reads()),
  knownSave(
    saveSubjectRequest,
    async ({ service, user }) => requestOf((await aPatient(service, user)).id),
    { requester: 'Her daughter, by letter' },
    { table: 'subject_request', columns: subjectRequestColumns, patientData: writes(patientOfInput) },
  ),
  stepOf(reviewSubjectRequest, (request) => ({ decisions: decisionsOf(request) })),
  stepOf(releaseSubjectRequest, () => ({}), true),
  stepOf(closeSubjectRequest, () => ({ closedNote: 'Withdrawn by telephone' })),
  known(getRetention, after(aHoldOfThePatient, nothing), reads()),
  known(countWaitingDecisions, {}),
  known(getPatientRetention, ({ patient }) => ({ patientId: patient.id }), reads()),
  known(saveRetentionRule, theRule),
  known(
    holdRecord,
    async ({ service, user }) => ({
      patientId: (await aPatient(service, user)).id,
      kind: 'longer' as const,
      reason: 'Part of a study that the patient agreed to',
    }),
    writes(patientOfInput),
  ),
  known(
    endHold,
    async (world) => ({ ...(await aHold(world)), endedNote: 'Inquest closed' }),
    writes(patientOfInput),
  ),
  known(
    decideDestruction,
    async (world) => ({ patientId: await anOldRecord(world), grounds: 'Nothing to keep' }),
    writes(patientOfInput),
  ),
  known(withdrawDecision, aDecision, writes(patientOfInput)),
  known(listRestrictions, after(aRestriction, nothing), readsNamed),
  known(getRestrictions, ({ patient }) => ({ patientId: patient.id }), reads()),
  known(
    restrictRecord,
    async ({ service, user }) => ({
      patientId: (await aPatient(service, user)).id,
      kind: 'colleague' as const,
      reason: 'Works in this team',
    }),
    writes(patientOfInput),
    [{ table: 'patient_restriction', columns: restrictionColumns }],
  ),
  known(
    endRestriction,
    async (world) => ({ ...(await aRestriction(world)), endedNote: 'Left the team' }),
    writes(patientOfInput),
  ),
  known(
    openRestricted,
    async (world) => ({
      patientId: (await aRestriction(world)).patientId,
      reason: 'care' as const,
      words: 'Covers for a colleague who is ill',
    }),
    reads(patientOfInput),
  ),
  known(listAccesses, after(anAccess, nothing), readsNamed),
  known(countAccesses, {}),
  known(
    reviewAccess,
    async (world) => ({ ...(await anAccess(world)), reviewNote: 'All well' }),
    writes(patientOfInput),
  ),
]
