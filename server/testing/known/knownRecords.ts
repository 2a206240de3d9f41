import { randomUUID } from 'node:crypto'
import type { RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import type { Columns } from '../../platform/writes/columns.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { saveMeasureSitting } from '../../../contract/pathways/records/measureSitting.ts'
import { recordKindsOnServer } from '../../pathways/records/kinds.ts'
import { done, referralInputOf } from '../world/factories.ts'
import { aRecord, bodyOf, recordCases, type Ground, type RecordCase } from '../values/recordCases.ts'
import { known, reads, writes, type KnownCall, type PatientData, type SavedTable } from './knownCall.ts'
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

const ofGround: PatientData['of'] = ({ ground }) => [ground.patientId]
const readsGround = reads(ofGround)
const writesGround = writes(ofGround)

/** The world's ground; for a kind of which a referral has only one record, another referral of the same patient. */
const groundFor = async (each: RecordCase, { service, user, ground }: World): Promise<Ground> => {
  if (recordKindsOnServer[each.kind].single === undefined) return ground
  const { patientId } = ground
  const again = await referralInputOf(service, patientId, {
    // Older, so that searches do not lead to it.
    referralDate: addDays(today(), -60),
    secondReferral: true,
    afterDeathConfirmed: true,
    comments: randomUUID(),
  })
  const { id: pathwayId } = await done({ service, user }, savePathway, again)
  return { ...ground, pathwayId }
}

const callsOf = (each: RecordCase): KnownCall[] => {
  const made = async (world: World) => aRecord(world.service, world.user, each, await groundFor(each, world))
  const withParent = async (world: World) => {
    const ground = await groundFor(each, world)
    return { ...(await aRecord(world.service, world.user, each, ground)), ...each.parent(ground) }
  }
  const saved: SavedTable = {
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
  }
  const { get, save, delete: remove, restore, history } = each.calls
  return [
    known(get, async (world) => ({ id: (await made(world)).id }), readsGround),
    known(save, async (world) => bodyOf(each, await groundFor(each, world)), writesGround, [saved]),
    known(remove, withParent, writesGround),
    known(
      restore,
      async (world) => {
        const record = await withParent(world)
        await done(world, remove, record)
        return { id: record.id }
      },
      writesGround,
    ),
    known(history, async (world) => ({ id: (await made(world)).id }), readsGround),
  ]
}

/** The calls of all kinds of record. */
export const knownRecordCalls: readonly KnownCall[] = [
  ...recordCases.flatMap(callsOf),
  known(
    saveMeasureSitting,
    ({ ground: { pathwayId, clinicianId } }) => ({
      pathwayId,
      clinicianId,
      measuredDate: addDays(today(), -11),
      aid: 'stick' as const,
      values: { timedUpAndGo: 15.1, chairStand30: 9 },
    }),
    writesGround,
  ),
]
