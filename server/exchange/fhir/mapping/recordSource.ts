import type { FhirType } from '../../../../contract/exchange/fhir/types.ts'
import type { RecordKindName, RecordsOf } from '../../../../contract/pathways/records/kinds.ts'
import type { RecordKind } from '../../../pathways/records/kind.ts'
import { recordKindsOnServer } from '../../../pathways/records/kinds.ts'
import { source, type Source } from './source.ts'

type Declared<Row extends object, Type extends FhirType> = Omit<
  Parameters<typeof source<Row, Type>>[0],
  'entity' | 'select' | 'outside'
> & { outside?: 'withheld' }

/** A source whose rows are records of a pathway or patient, as the API returns them. */
export const recordSource = <Kind extends RecordKindName, Type extends FhirType>(
  kind: Kind,
  declared: Declared<RecordsOf[Kind], Type>,
): Source => {
  const {
    select,
    readOutside,
    parent,
    table,
  }: Pick<
    RecordKind<never, RecordsOf[Kind]>,
    'select' | 'readOutside' | 'parent' | 'table'
  > = recordKindsOnServer[kind]
  return source<RecordsOf[Kind], Type>({
    outside: readOutside ?? {},
    isDeletable: true,
    table: { name: table, alias: 'record' },
    ...(parent.column === 'patient_id' ? {} : { ofPathway: true }),
    ...declared,
    entity: kind,
    select,
  } as unknown as Parameters<typeof source<RecordsOf[Kind], Type>>[0])
}
