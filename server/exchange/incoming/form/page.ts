import type { Asking } from '../../../platform/http/pages/fields.ts'

/* The pages of the referral form. */

export const pageNames = [
  'signs',
  'person',
  'address',
  'contact',
  'practice',
  'falls',
  'reason',
  'sender',
] as const
export type PageName = (typeof pageNames)[number]

export interface Page extends Asking {
  name: PageName
  title: string
  /** A paragraph under the title. */
  lead?: string
}
