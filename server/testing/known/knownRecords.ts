import { randomUUID } from 'node:crypto'
import type { InputOf, Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import type { RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import type { Columns } from '../../platform/writes/columns.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { saveMeasureSitting } from '../../../contract/pathways/records/measureSitting.ts'
import { recordKindsOnServer } from '../../pathways/records/kinds.ts'
import { referralInputOf } from '../world/factories.ts'
import { aRecord, bodyOf, recordCases, type Ground, type RecordCase } from '../values/recordCases.ts'
import type { KnownCall, SavedTable } from './knownCall.ts'
import type { Wire } from '../values/request.ts'
import type { World } from '../world/world.ts'

/** The field that names what a record belongs to, and the column that keeps it. */
const parents = { pathway_id: 'pathwayId', patient_id: 'patientId', exercise_id: 'exerciseId' } as const

/** Every field of a save that goes to a column; the reason of a treatment plan has a test of its own. */
const columnsOf = (kind: RecordKindName): Columns => {
  const { columns, parent } = recordKindsOnServer[kind]
  const { goalsNotAchievedReason: _clearedUnlessNo, ...others }: Columns = columns
  const note: Columns = kind === 'contactNote' ? { addsToId: 'adds_to_id' } : {}
  return { ...others, ...note, [parents[parent.column]]: parent.column }
}

const savedTable = (each: RecordCase): SavedTable => ({
  table: each.table,
  columns: columnsOf(each.kind),
  ...(each.prefix === '' ? {} : { part: each.prefix.slice(0, -1) }),
  ...(!each.isSigned && {
    existing: {
      input: async (world: World) => {
        const ground = await groundFor(each, world)
        return bodyOf(each, ground, { ...(await aRecord(world.service, world.user, each, ground)) })
      },
      change: ({ ground }: World) => each.change(ground),
    },
  }),
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

/** What a record hangs on: of a kind that a referral has once, a referral of its own, of the same patient. */
const groundFor = async (each: RecordCase, { service, user, ground }: World): Promise<Ground> => {
  if (recordKindsOnServer[each.kind].single === undefined) return ground
  const { patientId } = ground
  const again = await referralInputOf(service, patientId, {
    // An older one, so that it is not the referral that searches lead to.
    referralDate: addDays(today(), -60),
    secondReferral: true,
    afterDeathConfirmed: true,
    comments: randomUUID(),
  })
  const { id: pathwayId } = (await service.ask(savePathway, again, user)).body as { id: number }
  return { ...ground, pathwayId }
}

const callsOf = (each: RecordCase): KnownCall[] => {
  const made = async (world: World) => aRecord(world.service, world.user, each, await groundFor(each, world))
  const withParent = async (world: World) => {
    const ground = await groundFor(each, world)
    return { ...(await aRecord(world.service, world.user, each, ground)), ...each.parent(ground) }
  }
  return [
    known(each.calls.get, 'read', async (world) => ({ id: (await made(world)).id })),
    known(each.calls.save, 'write', async (world) => bodyOf(each, await groundFor(each, world)), [
      savedTable(each),
    ]),
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
export const knownRecordCalls: readonly KnownCall[] = [
  ...recordCases.flatMap(callsOf),
  known(saveMeasureSitting, 'write', ({ ground: { pathwayId, clinicianId } }) => ({
    pathwayId,
    clinicianId,
    measuredDate: addDays(today(), -11),
    aid: 'stick' as const,
    values: { timedUpAndGo: 15.1, chairStand30: 9 },
  })),
]
