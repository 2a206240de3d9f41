import type { Flag } from '../../contract/flags/flag.ts'
import { categoryOf, flagKindOf } from '../../contract/flags/flagKinds.ts'

/** 'Red flag: Blackout or syncope' */
export const flagInWords = ({ kind, category }: Flag): string =>
  [flagKindOf(kind).title, categoryOf(kind, category)?.title].filter(Boolean).join(': ')
