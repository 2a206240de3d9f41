import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { recordKinds, type RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import { call } from '../../platform/calls/api.ts'

/** The questions that the user has confirmed for the restore. */
export type Confirmed = Required<
  Pick<InputOf<(typeof recordKinds)['frat']['calls']['restore']>, 'afterDeathConfirmed' | 'unusualConfirmed'>
>

export const restoreRecord = (kind: RecordKindName, id: number, confirmed: Confirmed) =>
  call(recordKinds[kind].calls.restore, { id, ...confirmed })
