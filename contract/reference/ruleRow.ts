import { lookupFieldsOf, type LookupName } from './lookups.ts'

/**
 * Whether rules of the product look for a row of this list. National codes look alike, but lists that have those ask for
 * them; the others have codes only on the rows that rules look for (CS-11).
 */
export const isRuleRow = (of: LookupName, code: unknown): boolean =>
  typeof code === 'string' && !lookupFieldsOf(of).includes('code')
