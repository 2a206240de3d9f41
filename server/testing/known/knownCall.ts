import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { Columns } from '../../platform/writes/columns.ts'
import type { Wire } from '../values/request.ts'
import { done } from '../world/factories.ts'
import type { World } from '../world/world.ts'

/** A table that a save writes. */
export interface SavedTable {
  table: string
  /** The part of the body with its fields, when it is not the whole body. */
  part?: string
  /** What in the reply names the row; by default its `id`. */
  rowOf?: (reply: Wire) => unknown
  /** Every field of the body that goes to a column. Any other field must never change. */
  columns: Columns
  /** For saves that also change rows: a new row, as the input that would save it unchanged, and one change to it. */
  existing?: { input: (world: World) => Promise<Wire>; change: (world: World) => Wire }
  /** Fields that the server derives or gives a default when they come blank. */
  madeWhenBlank?: readonly string[]
  /** Fields sent as a name and stored as an id. */
  namedInTable?: readonly string[]
  /** It makes no rows. */
  onlyChanges?: true
}

/** The row that a save's reply names. */
export const rowOf = ({ rowOf: find = ({ id }) => id }: SavedTable, reply: Wire): unknown => find(reply)

export interface PatientData {
  use: 'read' | 'write'
  of: (world: World, input: Wire, reply: Wire) => unknown[]
}

export interface KnownCall {
  call: Endpoint
  /** Input that is accepted and answered with success, however often it is sent. */
  input: (world: World) => Promise<Wire>
  /** What it does with which patients' data: decides the row that it must leave in the audit trail. Null without any. */
  patientData: PatientData | null
  saves: SavedTable[]
}

type Input<E extends Endpoint> = (world: World) => InputOf<E> | Promise<InputOf<E>>

export const known = <E extends Endpoint>(
  call: E,
  input: InputOf<E> | Input<E>,
  patientData: PatientData | null = null,
  saves: SavedTable[] = [],
): KnownCall => ({
  call,
  input: async (world) => (await (typeof input === 'function' ? (input as Input<E>)(world) : input)) as Wire,
  patientData,
  saves,
})

/** A save that adds a row and changes one: a saved row is its input with the id and version of the reply. */
export const knownSave = <E extends Endpoint>(
  call: E,
  input: Input<E>,
  change: Partial<InputOf<E>> | (() => Partial<InputOf<E>>),
  { patientData = null, ...table }: SavedTable & Partial<Pick<KnownCall, 'patientData'>>,
): KnownCall => {
  const existing: SavedTable['existing'] = {
    input: async (world) => {
      const sent = await input(world)
      return { ...(sent as Wire), ...(await done(world, call, sent)) }
    },
    change: () => (typeof change === 'function' ? change() : change) as Wire,
  }
  return known(call, input, patientData, [{ ...table, existing }])
}

/** Input that works once something else has been done. */
export const after =
  <I>(prepare: (world: World) => Promise<unknown>, input: (world: World) => I) =>
  async (world: World): Promise<I> => {
    await prepare(world)
    return input(world)
  }

export const nothing = () => ({})

export const patientOfInput: PatientData['of'] = (_, { patientId }) => [patientId]
const thePatient: PatientData['of'] = ({ patient }) => [patient.id]
export const reads = (of = thePatient): PatientData => ({ use: 'read', of })
export const writes = (of = thePatient): PatientData => ({ use: 'write', of })
/** Patients whom only the reply names. */
export const readsNamed = reads(() => [])
export const readsBoth = reads(({ patient, other }) => [patient.id, other.patientId])
