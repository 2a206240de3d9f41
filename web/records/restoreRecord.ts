import type { RecordKindName } from '../../contract/records/record.ts'
import { call } from '../api.ts'
import { recordCallsOf } from './recordCalls.ts'

export const restoreRecord = (kind: RecordKindName, id: number, afterDeathConfirmed: boolean) =>
  call(recordCallsOf[kind].restore, { id, afterDeathConfirmed })
