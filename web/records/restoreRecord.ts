import { recordKinds, type RecordKindName } from '../../contract/records/kinds.ts'
import { call } from '../api.ts'

export const restoreRecord = (kind: RecordKindName, id: number, afterDeathConfirmed: boolean) =>
  call(recordKinds[kind].calls.restore, { id, afterDeathConfirmed })
