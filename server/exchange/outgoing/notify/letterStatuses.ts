import type { News } from '../../../care/letters/settleDispatch.ts'
import type { Whereabouts } from '../dispatches/carrier.ts'

/**
 * What each status of a letter means (“Letter status descriptions” and “Precompiled letter status descriptions” in the
 * documentation of GOV.UK Notify). Notify says when a letter was printed and dispatched, never that it arrived.
 */
export const letterStatuses: Readonly<Record<string, Whereabouts>> = {
  accepted: null,
  'pending-virus-check': null,
  received: {
    state: 'posted',
    words: 'GOV.UK Notify printed it and gave it to the post. Nothing reports whether it arrives.',
  },
  cancelled: { state: 'failed', words: 'It was cancelled in GOV.UK Notify, so it was not printed.' },
  'virus-scan-failed': {
    state: 'failed',
    words: 'GOV.UK Notify found a virus in it, so it was not printed. Tell your administrator.',
  },
  'validation-failed': {
    state: 'failed',
    words:
      'GOV.UK Notify did not print it: part of it is outside the area that it can print, or the address does not end with a postcode. Print it here.',
  },
  'technical-failure': {
    state: 'failed',
    words:
      'GOV.UK Notify could not give it to its printer. Notify may still send it once that is mended: ask Notify before you print it here.',
  },
  'permanent-failure': {
    state: 'failed',
    words: 'The printer of GOV.UK Notify cannot print it, so it was not sent. Print it here.',
  },
}

/** Notify keeps a letter for 7 days, unless the service changes that there. */
export const forgotten: Whereabouts = {
  state: 'failed',
  words:
    'GOV.UK Notify no longer says what became of it, and did not say that it was printed. Look for it in Notify before you print it here.',
}

/** News of a letter that was posted, perhaps weeks ago. */
export const cameBack: News = {
  state: 'failed',
  words: 'The post came back. Check the address.',
  nextAt: null,
}
