import type { AliasedRawBuilder } from 'kysely'
import type { RecordKindName, RecordsOf } from '../../../contract/pathways/records/kinds.ts'
import type { RecordKind } from './kind.ts'
import { recordKindsOnServer } from './kinds.ts'
import { recordList } from './store.ts'

/**
 * The records of a kind, under its name, latest first: those of the pathway, or of its patient. For use in a statement
 * with `pathway` and `patient`.
 */
export const recordsOf = <Kind extends RecordKindName>(
  name: Kind,
): AliasedRawBuilder<RecordsOf[Kind][], Kind> => {
  const kind: Pick<RecordKind<never, RecordsOf[Kind]>, 'selectOfParent' | 'days'> = recordKindsOnServer[name]
  return recordList(kind).as(name)
}
