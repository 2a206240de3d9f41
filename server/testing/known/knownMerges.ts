import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
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
import { aPathway, aPatient, type Saved } from '../world/factories.ts'
import type { KnownCall, PatientData } from './knownCall.ts'
import type { Wire } from '../values/request.ts'
import type { World } from '../world/world.ts'

const known = <E extends Endpoint>(
  call: E,
  input: (world: World) => InputOf<E> | Promise<InputOf<E>>,
  patientData: PatientData,
): KnownCall => ({ call, input: async (world) => (await input(world)) as Wire, patientData, saves: [] })

const pairOfInput: PatientData['of'] = (_, { survivorId, mergedId }) => [survivorId, mergedId]

/** Two records that may become one: the world's own patient stays as it is, for the other calls. */
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
  const { status, body } = await world.service.ask(mergePatients, input, world.user)
  if (status !== 200) throw new Error(`The records were not merged: ${status} ${JSON.stringify(body)}`)
  const { mergeId } = body as Saved & { mergeId: number }
  mergedPairs.set(mergeId, [Number(input.survivorId), Number(input.mergedId)])
  return mergeId
}
const pairOfMerge: PatientData['of'] = (_, { id }) => mergedPairs.get(Number(id)) ?? []

const inError = new Map<number, number>()

/** A patient out of use, as the list has it. */
const aPatientInError = async ({ service, user }: World): Promise<number> => {
  const patient = await aPatient(service, user)
  await service.ask(patientInError, { ...patient, reason: 'Typed for practice' }, user)
  const { id } = await service.db.sql
    .selectFrom('registered_in_error')
    .select('id')
    .where('patient_id', '=', patient.id)
    .executeTakeFirstOrThrow()
  inError.set(id, patient.id)
  return id
}

/** The calls about two records of one person, and about what was registered in error. */
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
    { use: 'read', of: ({ patient, other }) => [patient.id, other.patientId] },
  ),
  known(
    dismissPossibleDuplicate,
    async (world) => {
      const { survivorId, mergedId } = await twoRecords(world)
      return { patientId: survivorId, otherId: mergedId }
    },
    { use: 'write', of: (_, { patientId, otherId }) => [patientId, otherId] },
  ),
  known(previewMerge, ({ patient, other }) => ({ survivorId: patient.id, mergedId: other.patientId }), {
    use: 'read',
    of: ({ patient, other }) => [patient.id, other.patientId],
  }),
  known(
    patientInError,
    async ({ service, user }) => ({ ...(await aPatient(service, user)), reason: 'Typed for practice' }),
    { use: 'write', of: (_, { id }) => [id] },
  ),
  known(
    referralInError,
    async ({ service, user }) => ({ ...(await aPathway(service, user)), reason: 'Of another person' }),
    { use: 'write', of: (_, { patientId }) => [patientId] },
  ),
  known(
    listInError,
    async (world) => {
      await aPatientInError(world)
      return {}
    },
    // Whoever is out of use in this world: the reply names them.
    { use: 'read', of: () => [] },
  ),
  known(putBack, async (world) => ({ id: await aPatientInError(world) }), {
    use: 'write',
    of: (_, { id }) => [inError.get(Number(id)) ?? 0],
  }),
  known(mergePatients, twoRecords, { use: 'write', of: pairOfInput }),
  known(
    listMerges,
    async (world) => {
      await aMerge(world)
      return {}
    },
    // Whoever was merged in this world: the reply names them.
    {
      use: 'read',
      of: (_world, _input, reply) =>
        (reply as unknown as MergeRow[]).flatMap(({ survivorId, mergedId }) => [survivorId, mergedId]),
    },
  ),
  known(getMerge, async (world) => ({ id: await aMerge(world) }), { use: 'read', of: pairOfMerge }),
  known(undoMerge, async (world) => ({ id: await aMerge(world), version: 1 }), {
    use: 'write',
    of: pairOfMerge,
  }),
]
