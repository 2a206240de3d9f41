import { lookupFieldsOf } from './lookupForms.ts'
import type { KeptLookup } from './lookups.ts'

/**
 * Whether rules of the product look for a row of this list. National codes look alike, but lists that have those ask for
 * them; the others have codes only on the rows that rules look for (CS-11).
 */
export const isRuleRow = (of: KeptLookup, code: unknown): boolean =>
  typeof code === 'string' && !lookupFieldsOf(of).includes('code')
