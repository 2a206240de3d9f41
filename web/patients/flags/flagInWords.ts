import type { Flag } from '../../../contract/patients/flags/flag.ts'
import { categoryOf, flagKindOf } from '../../../contract/patients/flags/flagKinds.ts'

/** Such as 'Red flag: Blackout or syncope'. */
export const flagInWords = ({ kind, category }: Flag): string =>
  [flagKindOf(kind).title, categoryOf(kind, category)?.title].filter(Boolean).join(': ')
