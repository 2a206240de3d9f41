import type { InputOf, Endpoint } from '../../contract/endpoint.ts'
import type { RecordKindName } from '../../contract/records/kinds.ts'
import type { Columns } from '../writes/columns.ts'
import { recordKindsOnServer } from '../records/kinds.ts'
import { aRecord, bodyOf, recordCases, type RecordCase } from './recordCases.ts'
import type { KnownCall, SavedTable } from './knownCall.ts'
import type { Wire } from './request.ts'
import type { World } from './world.ts'

/** The field that names what a record belongs to, and the column that keeps it. */
const parents = { pathway_id: 'pathwayId', patient_id: 'patientId', exercise_id: 'exerciseId' } as const

/** Every field of a save that goes to a column; the reason of a treatment plan has a test of its own. */
const columnsOf = (kind: RecordKindName): Columns => {
  const { columns, parent } = recordKindsOnServer[kind]
  const { goalsNotAchievedReason: _clearedUnlessNo, ...others }: Columns = columns
  return { ...others, [parents[parent.column]]: parent.column }
}

const savedTable = (each: RecordCase): SavedTable => ({
  table: each.table,
  columns: columnsOf(each.kind),
  ...(each.prefix === '' ? {} : { part: each.prefix.slice(0, -1) }),
  existing: {
    input: async ({ service, user, ground }) =>
      bodyOf(each, ground, { ...(await aRecord(service, user, each, ground)) }),
    change: ({ ground }) => each.change(ground),
  },
})

const patientData = (use: 'read' | 'write'): KnownCall['patientData'] => ({
  use,
  of: ({ ground }) => [ground.patientId],
})

const known = <E extends Endpoint>(
  call: E,
  use: 'read' | 'write',
  input: (world: World) => InputOf<E> | Promise<InputOf<E>>,
  saves: SavedTable[] = [],
): KnownCall => ({
  call,
  input: async (world) => (await input(world)) as Wire,
  patientData: patientData(use),
  saves,
})

const callsOf = (each: RecordCase): KnownCall[] => {
  const made = ({ service, user, ground }: World) => aRecord(service, user, each, ground)
  const withParent = async (world: World) => ({ ...(await made(world)), ...each.parent(world.ground) })
  return [
    known(each.calls.get, 'read', async (world) => ({ id: (await made(world)).id })),
    known(each.calls.save, 'write', ({ ground }) => bodyOf(each, ground), [savedTable(each)]),
    known(each.calls.delete, 'write', withParent),
    known(each.calls.restore, 'write', async (world) => {
      const record = await withParent(world)
      await world.service.ask(each.calls.delete, record, world.user)
      return { id: record.id }
    }),
    known(each.calls.history, 'read', async (world) => ({ id: (await made(world)).id })),
  ]
}

/** The calls of all kinds of record, for the tests that must hold on every call. */
export const knownRecordCalls: readonly KnownCall[] = recordCases.flatMap(callsOf)
