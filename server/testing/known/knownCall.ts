import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import type { Columns } from '../../platform/writes/columns.ts'
import type { Wire } from '../values/request.ts'
import type { World } from '../world/world.ts'

/** A table that a save writes. */
export interface SavedTable {
  table: string
  /** The part of the body that holds its fields, when it is not the whole body. */
  part?: string
  /** What of the reply names the row; its `id` unless said. */
  rowOf?: (reply: Wire) => unknown
  /** Every field of the body that goes to a column. What is not here must never change. */
  columns: Columns
  /** For saves that also change rows: a new row, as the input that would save it as it stands, and one change to it. */
  existing?: { input: (world: World) => Promise<Wire>; change: (world: World) => Wire }
  /** Fields that the server makes from others, or gives a default, when they come blank. */
  madeWhenBlank?: readonly string[]
  /** Fields sent as a name and kept as an id. */
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
  /** Input that is let in and answered with success, fit to be sent again and again. */
  input: (world: World) => Promise<Wire>
  /** What it does with patient data, and whose: decides the row that it must leave in the audit trail. Null when it has none. */
  patientData: PatientData | null
  saves: SavedTable[]
}
