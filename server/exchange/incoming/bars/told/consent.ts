import type { TypedTold } from '../../../../../contract/exchange/incoming/told.ts'
import { codingsOf, partOf, type Part } from '../../parts.ts'
import type { Message } from '../message/message.ts'

/**
 * Whether the person agreed. Consent that is implied by direct care says nothing about what the person said, so it
 * answers nothing here and stands among the reasons instead.
 */
export const consentOf = ({ bundle }: Message): TypedTold['consent'] => {
  const consents = bundle.of('Consent')
  if (consents.some(isRefused)) return 'no'
  return consents.some(isGiven) ? 'yes' : null
}

const isRefused = (consent: Part): boolean =>
  consent['status'] === 'rejected' || partOf(consent['provision'])['type'] === 'deny'

const isGiven = (consent: Part): boolean =>
  consent['status'] === 'active' &&
  codingsOf(consent['policyRule']).some(({ code }) => ['OPTIN', 'EXPRESSED', 'EXPLICIT'].includes(code))

export const consentInWords = ({ bundle }: Message): string | null => {
  const isImplied = bundle
    .of('Consent')
    .some(
      (consent) =>
        consent['status'] === 'active' &&
        codingsOf(consent['policyRule']).some(({ code }) => code === 'IMPLIED'),
    )
  return isImplied ? 'Consent: implied, for direct care' : null
}
