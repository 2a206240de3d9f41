import { codingsOf, partOf, partsOf, textOf, type Part } from '../../parts.ts'
import { NotOpen, notUnderstood } from '../failure.ts'

/** What a decision about a referral has to know of it. */
export interface CurrentReferral {
  ubrn: string
  /** A decision about another version is refused. */
  version: string
  /** It went to a triage service, or was deferred to us, and not into a bookable appointment. */
  isTriage: boolean
}

const stateExtension = 'Extension-eRS-ReferralState-1'
/** The states in which a provider has something to decide, and whether that is a triage. */
const openStates = new Map([
  ['AWAITING_TRIAGE', true],
  ['DEFERRED_TO_PROVIDER', true],
  ['BOOKED', false],
])

/** Throws NotOpen if a provider has nothing to decide any more. */
export const currentOf = (request: Part, ubrn: string): CurrentReferral => {
  const version = textOf(partOf(request['meta'])['versionId'])
  const state = stateOf(request)
  if (version === null || state === undefined) throw notUnderstood()
  const isTriage = openStates.get(state)
  if (isTriage === undefined) throw new NotOpen()
  return { ubrn, version, isTriage }
}

const stateOf = (request: Part): string | undefined =>
  partsOf(request['extension'])
    .filter(({ url }) => textOf(url)?.endsWith(`/${stateExtension}`))
    .flatMap(({ extension }) => partsOf(extension))
    .filter(({ url }) => url === 'state')
    .flatMap(({ valueCoding }) => codingsOf({ coding: [valueCoding] }))
    .map(({ code }) => code)
    .at(0)
