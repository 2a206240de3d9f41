import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  listInError,
  patientInError,
  putBack,
  referralInError,
} from '../../../contract/governance/inError.ts'
import {
  getMerge,
  listMerges,
  mergePatients,
  previewMerge,
  undoMerge,
  type MergeRow,
} from '../../../contract/governance/merge.ts'
import {
  dismissPossibleDuplicate,
  listPossibleDuplicates,
} from '../../../contract/patients/search/possibleDuplicate.ts'
import { aPathway, aPatient, done, type Saved } from '../world/factories.ts'
import {
  after,
  known,
  nothing,
  patientOfInput,
  reads,
  readsBoth,
  readsNamed,
  writes,
  type KnownCall,
  type PatientData,
} from './knownCall.ts'
import type { World } from '../world/world.ts'

const pairOfInput: PatientData['of'] = (_, { survivorId, mergedId }) => [survivorId, mergedId]

/** Two records to merge: the world's own patient stays unchanged for the other calls. */
const twoRecords = async ({ service, user }: World): Promise<InputOf<typeof mergePatients>> => {
  const [survivor, merged] = [
    await aPatient(service, user),
    await aPatient(service, user, { nhsNumber: null, nhsNumberUnknown: true }),
  ]
  return {
    survivorId: survivor.id,
    mergedId: merged.id,
    survivorVersion: survivor.version,
    mergedVersion: merged.version,
    takes: [],
  }
}

const mergedPairs = new Map<number, number[]>()

const aMerge = async (world: World): Promise<number> => {
  const input = await twoRecords(world)
  const { mergeId } = (await done(world, mergePatients, input)) as Saved & { mergeId: number }
  mergedPairs.set(mergeId, [Number(input.survivorId), Number(input.mergedId)])
  return mergeId
}
const pairOfMerge: PatientData['of'] = (_, { id }) => mergedPairs.get(Number(id)) ?? []

const inError = new Map<number, number>()

/** A patient registered in error; returns the id of the list's row. */
const aPatientInError = async ({ service, user }: World): Promise<number> => {
  const patient = await aPatient(service, user)
  await done({ service, user }, patientInError, { ...patient, reason: 'Typed for practice' })
  const { id } = await service.db.sql
    .selectFrom('registered_in_error')
    .select('id')
    .where('patient_id', '=', patient.id)
    .executeTakeFirstOrThrow()
  inError.set(id, patient.id)
  return id
}

/** The calls about merges, possible duplicates and what was registered in error. */
export const knownMergeCalls: readonly KnownCall[] = [
  known(
    listPossibleDuplicates,
    async ({ service, patient, other }) => {
      await service.db.owner.query(
        `insert into possible_duplicate (patient_id, other_id) values (least($1::int, $2), greatest($1::int, $2)) on conflict do nothing`,
        [patient.id, other.patientId],
      )
      return {}
    },
    readsBoth,
  ),
  known(
    dismissPossibleDuplicate,
    async (world) => {
      const { survivorId, mergedId } = await twoRecords(world)
      return { patientId: survivorId, otherId: mergedId }
    },
    writes((_, { patientId, otherId }) => [patientId, otherId]),
  ),
  known(
    previewMerge,
    ({ patient, other }) => ({ survivorId: patient.id, mergedId: other.patientId }),
    readsBoth,
  ),
  known(
    patientInError,
    async ({ service, user }) => ({ ...(await aPatient(service, user)), reason: 'Typed for practice' }),
    writes((_, { id }) => [id]),
  ),
  known(
    referralInError,
    async ({ service, user }) => ({ ...(await aPathway(service, user)), reason: 'Of another person' }),
    writes(patientOfInput),
  ),
  known(listInError, after(aPatientInError, nothing), readsNamed),
  known(
    putBack,
    async (world) => ({ id: await aPatientInError(world) }),
    writes((_, { id }) => [inError.get(Number(id)) ?? 0]),
  ),
  known(mergePatients, twoRecords, writes(pairOfInput)),
  known(
    listMerges,
    after(aMerge, nothing),
    reads((_world, _input, reply) =>
      (reply as unknown as MergeRow[]).flatMap(({ survivorId, mergedId }) => [survivorId, mergedId]),
    ),
  ),
  known(getMerge, async (world) => ({ id: await aMerge(world) }), reads(pairOfMerge)),
  known(undoMerge, async (world) => ({ id: await aMerge(world), version: 1 }), writes(pairOfMerge)),
]
