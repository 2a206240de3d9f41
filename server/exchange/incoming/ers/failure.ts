import { codingsOf, partOf, partsOf, textOf } from '../parts.ts'

/** e-RS did not do what was asked. `message` says in plain words what that means. */
export class ErsFailure extends Error {
  /** It may work later without anybody doing anything. */
  readonly isPassing: boolean
  constructor(words: string, isPassing: boolean) {
    super(words)
    this.isPassing = isPassing
  }
}

/** The referral is not open any more: somebody decided about it, or it was taken back. */
export class NotOpen extends ErsFailure {
  constructor() {
    super('This referral is not open any more in the e-Referral Service.', false)
  }
}

const away = 'The e-Referral Service cannot be reached at the moment. Try again in a few minutes.'

interface Meaning {
  words: string
  isPassing: boolean
}
const lasting = (words: string): Meaning => ({ words, isPassing: false })
const passing = (words: string): Meaning => ({ words, isPassing: true })

/** What each published error means, by the code in its body. */
const byCode: Readonly<Record<string, Meaning>> = {
  REC_BAD_REQUEST: lasting('The e-Referral Service could not read the request. Check the UBRN.'),
  ACCESS_DENIED: lasting(
    'The e-Referral Service did not accept the sign-in of this service. Tell your administrator.',
  ),
  REC_FORBIDDEN: lasting('The e-Referral Service does not let this organisation see the referral.'),
  REC_NOT_FOUND: lasting('The e-Referral Service has no referral with this UBRN for this organisation.'),
  REC_NOT_ACCEPTABLE: lasting(
    'The e-Referral Service and this service do not understand each other. Tell your administrator.',
  ),
  REC_UNSUPPORTED_MEDIA_TYPE: lasting(
    'The e-Referral Service and this service do not understand each other. Tell your administrator.',
  ),
  PENDING: passing(
    'The e-Referral Service is still checking a file of the referral. Try again in five minutes.',
  ),
  TOO_MANY_REQUESTS: passing('The e-Referral Service was asked too often. Try again in a minute.'),
  REC_SERVER_ERROR: passing(away),
  REC_UNAVAILABLE: passing(away),
  NO_RELATIONSHIP: lasting('The e-Referral Service does not let this organisation see the referral.'),
  CHANGED: passing('The referral was changed in the e-Referral Service at the same moment.'),
  NOT_TAKEN: lasting('The e-Referral Service did not take the decision.'),
  SANDBOX_ERROR: lasting(
    'This is the test version of the e-Referral Service, and it does not know this UBRN.',
  ),
}

/** By the status alone, where the body says nothing. */
const byStatus: Readonly<Record<number, string>> = {
  400: 'REC_BAD_REQUEST',
  401: 'ACCESS_DENIED',
  403: 'REC_FORBIDDEN',
  404: 'REC_NOT_FOUND',
  406: 'REC_NOT_ACCEPTABLE',
  409: 'CHANGED',
  412: 'NOT_TAKEN',
  415: 'REC_UNSUPPORTED_MEDIA_TYPE',
  422: 'NOT_TAKEN',
  423: 'CHANGED',
  429: 'TOO_MANY_REQUESTS',
}

export const failureOf = (status: number, body: unknown): ErsFailure => {
  const codes = partsOf(partOf(body)['issue']).flatMap(({ details }) =>
    codingsOf(details).map(({ code }) => code),
  )
  if (codes.includes('INVALID_REQUEST_STATE')) return new NotOpen()
  const known = codes.find((code) => Object.hasOwn(byCode, code)) ?? byStatus[status]
  const meaning = known === undefined ? undefined : byCode[known]
  return new ErsFailure(meaning?.words ?? away, meaning?.isPassing ?? true)
}

export const unreachable = (): ErsFailure => new ErsFailure(away, true)

/** An answer that is not what was asked for. */
export const notUnderstood = (): ErsFailure =>
  new ErsFailure('The e-Referral Service answered something that this service does not understand.', true)

export const resourceTypeOf = (body: unknown): string | null => textOf(partOf(body)['resourceType'])
