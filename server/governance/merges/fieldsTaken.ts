import { foldName } from '../../../contract/platform/words/fold.ts'
import { mergeFieldNames, mergeFields, type MergeFieldName } from '../../../contract/governance/merge.ts'
import { patientColumns } from '../../patients/patient/columns.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'

type Patient = StoredRow<'patient'>

/**
 * The survivor's columns that change: the values chosen from the merged record, and the values that only that record
 * has and that must be kept.
 */
export const fieldsTaken = (takes: ReadonlySet<MergeFieldName>, survivor: Patient, merged: Patient) => {
  const columnsOf = (name: MergeFieldName) =>
    mergeFields[name].of.flatMap((field) =>
      field in patientColumns ? [patientColumns[field as keyof typeof patientColumns]] : [],
    )
  const isBlank = (row: Patient, name: MergeFieldName): boolean =>
    columnsOf(name).every((column) => row[column] === null || row[column] === false || row[column] === true)
  const taken = mergeFieldNames.filter((name) => {
    const { isKept }: { isKept?: true } = mergeFields[name]
    if (isKept !== true) return takes.has(name)
    if (isBlank(merged, name)) return false
    return isBlank(survivor, name) || takes.has(name)
  })
  const columns = taken.flatMap(columnsOf).filter((column) => merged[column] !== survivor[column])
  const values = Object.fromEntries(columns.map((column) => [column, merged[column]])) as Partial<
    Pick<Patient, (typeof columns)[number]>
  >
  return {
    ...values,
    ...(values.family_name !== undefined && { family_name_key: foldName(values.family_name) }),
    ...(values.first_name !== undefined && { first_name_key: foldName(values.first_name ?? '') }),
  }
}
