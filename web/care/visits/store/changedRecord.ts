import { changeableForms, type CarriedForm } from '../../../../contract/care/visits/carried.ts'
import type { OpenPack } from './openPack.ts'

/** A form of a visit, by the visit's number in the pack, and the record that it changes (address.ts). */
export interface FormPlace {
  visit: number
  form: CarriedForm
  record: number
}

/** The id of the record that a form changes: 0 for a new one, null if the pack has no such record. */
export const changedRecord = ({ pack }: OpenPack, { visit, form, record }: FormPlace): number | null => {
  if (record === 0) return 0
  const kind = changeableForms.find((each) => each === form)
  return kind === undefined ? null : (pack.visits[visit]?.view[kind][record - 1]?.id ?? null)
}
