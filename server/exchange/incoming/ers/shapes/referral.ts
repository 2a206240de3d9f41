import type { Part } from '../../parts.ts'

/** A referral as e-RS shows it. It names the person by NHS number alone. */
export interface ErsReferral {
  ubrn: string
  nhsNumber: string | null
  /** Rises with each change there. */
  version: string | null
  authoredOn: string | null
  priority: string | null
  /** Of the list alone: the service that the referral was made to. */
  service: string | null
  /** The request as it was shown. */
  body: Part
}
