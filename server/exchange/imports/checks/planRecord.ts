import { ValidationProblem } from '../../../platform/errors.ts'
import { raiseRedFlags } from '../../../patients/flags/redFlags.ts'
import type { RecordKindName } from '../../../../contract/pathways/records/kinds.ts'
import { assertDaysWithin } from '../../../pathways/records/inLife.ts'
import type { Life } from '../../../stages/lock.ts'
import { identityOf, type RecordKind } from '../../../pathways/records/kind.ts'
import { recordKindsOnServer } from '../../../pathways/records/kinds.ts'
import { daysAmong } from '../../../pathways/records/store.ts'
import { addRows } from '../../../platform/writes/addRows.ts'
import { valuesOf } from '../../../platform/writes/columns.ts'
import type { StaffWriting } from '../../../platform/writes/write.ts'
import type { SourceRow } from '../files/sheet.ts'
import type { Verdicts } from './verdicts.ts'

/** A record that passes every rule of its kind, ready to be stored. */
export interface PlannedRecord {
  row: SourceRow
  kind: RecordKindName
  input: unknown
  values: Record<string, unknown>
  /** The values that are stored in a table of their own. */
  part: unknown
}

/** The kind without the type of its save: each save was checked by its own schema. */
export const kindOf = (kind: RecordKindName) => recordKindsOnServer[kind] as unknown as RecordKind<unknown>

/**
 * Applies the rules of a save (server/pathways/records/store.ts) to a new record: those of its kind, of the patient's
 * life and of its choices.
 * @throws ValidationProblem, HttpProblem
 */
export const planRecord = async (
  writing: StaffWriting,
  verdicts: Verdicts,
  { row, kind: name, input }: Pick<PlannedRecord, 'row' | 'kind' | 'input'>,
  life: Life,
): Promise<PlannedRecord> => {
  const kind = kindOf(name)
  const { fieldPrefix = '', fieldsOf = (whole: unknown): object => whole as object } = kind
  const fields = { ...fieldsOf(input) } as Record<string, unknown>
  const values = { ...valuesOf(kind.columns, fields), ...(await kind.settle?.(writing, input, null)) }
  const isDeathSaid = (await kind.saysDied?.(writing, input, null)) ?? false
  const confirmed =
    isDeathSaid && kind.hearsOfDeath ? { afterDeathConfirmed: true } : identityOf(kind, fields)
  assertDaysWithin(life, daysAmong(kind, fields), confirmed, fieldPrefix)
  const refused = await verdicts.choices(writing, kind, values)
  if (Object.keys(refused).length > 0) throw new ValidationProblem(refused)
  const part = await kind.part?.wanted(writing, input, null)
  return { row, kind: name, input, values, part }
}

interface ToAdd extends PlannedRecord {
  patientId: number
  /** The id of the row that it belongs to. */
  parentId: number
  /** Whether the referral is open: a closed one raises no flag. */
  isOpen: boolean
}

/**
 * Adds records of one kind.
 * @returns their ids, in the order given
 */
export const addRecords = async (
  writing: StaffWriting,
  name: RecordKindName,
  records: readonly ToAdd[],
): Promise<number[]> => {
  const kind = kindOf(name)
  const added = await addRows(
    writing,
    kind,
    records.map(({ values, parentId }) => ({ ...values, [kind.parent.column]: parentId })),
  )
  for (const [at, { id, record }] of added.entries()) {
    const planned = records[at]
    if (planned === undefined) continue
    const { patientId, part, input, isOpen } = planned
    const words = kind.part === undefined ? null : (kind.part.inWords ?? ((as: unknown) => as))(part)
    const after = {
      ...record.after,
      ...(kind.part !== undefined && words !== null && { [kind.part.name]: words }),
    }
    writing.trace({ patientIds: [patientId], records: [{ ...record, after }] })
    await kind.part?.write(writing, id, part)
    if (!isOpen) continue
    const found = await kind.redFlags?.(writing, input, { before: null, after: part }, null)
    if (found !== undefined) await raiseRedFlags(writing, { patientId, source: kind.entity, ...found })
  }
  return added.map(({ id }) => id)
}
