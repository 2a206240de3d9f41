import { activities, contacts, contactScores, groups, staffDetails } from './contactTables.ts'
import { agreements, circumstances, header, people, plans, practices } from './personTables.ts'
import { diagnoses, onward, otherReasons, referrals, scores, serviceTypes, waits } from './referralTables.ts'
import type { Field, Table } from './table.ts'

/**
 * The tables that a falls service may fill, with all their fields in the order of version 1.6 (CSDS v1.6 as in NHS
 * England's published pipeline). Which fields are mandatory in the first three was read in NHS England's guidance "The
 * data you need to send"; of the others we take it that a row cannot be used without its identifiers.
 */
export const csdsTables: readonly Table[] = [
  ...[header, people, practices, plans, agreements, circumstances],
  ...[referrals, serviceTypes, otherReasons, waits, onward],
  ...[contacts, activities, groups],
  ...[diagnoses, scores, contactScores, staffDetails],
]

export const csdsTable = (name: string): Table => {
  const found = csdsTables.find((table) => table.name === name)
  if (found === undefined) throw new Error(`The return has no table ${name}`)
  return found
}

/** The tables with rows, those that others refer to first. */
export const filledTables: readonly Table[] = [
  ...[header, people, practices, staffDetails, plans, referrals, serviceTypes, onward],
  ...[contacts, activities, groups, scores, contactScores],
]

/** Whether a record without the field is listed under what is missing. */
export const isAsked = (field: Field): boolean => field.need === 'mandatory' || field.missing !== undefined
