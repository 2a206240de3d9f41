import { lookupFieldsOf, type LookupName } from './lookups.ts'

/**
 * Whether the product's rules look for a row of this list. National codes look the same, but lists that have them have
 * a `code` field on their edit screen. In the other lists only rows that rules look for have a code (CS-11).
 */
export const isRuleRow = (of: LookupName, code: unknown): boolean =>
  typeof code === 'string' && !lookupFieldsOf(of).includes('code')
