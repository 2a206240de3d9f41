import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import type { ProblemCode } from '../../../../contract/platform/calls/problem.ts'
import { capabilitiesOf, type Rights } from '../request/rights.ts'
import { inputSchemaOf } from '../request/inputSchema.ts'
import { ownProblems } from './ownProblems.ts'

/** One way for a call to fail: the status, and the code in its body. */
export interface Failure {
  status: number
  code: ProblemCode | 'fields' | 'oauth'
}

/** The meaning of each code, whichever call replies with it. */
export const meanings: Readonly<Record<ProblemCode, string>> = {
  'bad-request': 'The request does not have the form that this call accepts.',
  unauthenticated: 'No access token, or one that is no longer valid: renew it or sign in again.',
  forbidden: 'The role does not allow this.',
  'account-incomplete': 'The user must choose a password or set up a second step before anything else.',
  'reason-needed':
    'The record is restricted and the caller has no part in the care: `patient/restrictedAccess` opens it with a reason.',
  'not-found': 'It does not exist, or the caller may not see it; the reply is the same.',
  conflict:
    'Somebody else changed the record since it was read, or its state does not allow this. Read it again, then decide.',
  'closed-pathway': 'The referral is closed: discharged, or cancelled.',
  'patient-died': 'The patient has died: send the request again with `afterDeathConfirmed` to confirm it.',
  'likely-duplicate':
    'A similar person is registered: check `duplicates`, then list those who are other people in `notDuplicateOf`.',
  'key-reused': 'The Idempotency-Key was used for another request.',
  'too-large': 'The request, or a file in it, is too large.',
  'too-many': 'The maximum number is reached.',
  quarantined: 'The document cannot be opened: it was not scanned yet, or the scan found something.',
  'too-often': 'Too many calls in a minute, or too many attempts. Retry-After says when to continue.',
  unavailable: 'The service is busy or unavailable. Nothing was saved. Retry-After says when to try again.',
  'outcome-unknown':
    'The database did not confirm the save: it may have been saved. Send the same request again with the same Idempotency-Key.',
  failed: 'Something went wrong in the service. Nothing was saved.',
}

const statusOf: Partial<Record<ProblemCode, number>> = { 'not-found': 404, 'too-many': 429 }

/** How a call can fail: the failures that follow from its rights and input, and its own refusals (ownProblems.ts). */
export const failuresOf = (endpoint: Endpoint, rights: Rights): readonly Failure[] => {
  const failures: Failure[] = []
  const add = (status: number, ...codes: Failure['code'][]) =>
    void failures.push(...codes.map((code) => ({ status, code })))
  const isOauth = endpoint.path.startsWith('/oauth/')
  const isPublic = rights.capability === 'anonymous'
  const isPost = endpoint.method === 'POST'
  if (isOauth) add(400, 'oauth')
  else add(400, 'bad-request')
  if (!isOauth && hasFields(endpoint)) add(400, 'fields')
  if (isOauth) add(401, 'oauth')
  if (!isPublic) {
    add(401, 'unauthenticated')
    add(403, 'forbidden')
    if (!capabilitiesOf(rights).includes('account.own')) add(403, 'account-incomplete')
    if (opensRecords(rights)) add(403, 'reason-needed')
  }
  if (isPost && !isOauth) {
    add(413, 'too-large')
    add(415, 'bad-request')
  }
  add(414, 'too-large')
  if (isPost && endpoint.takesNoKey !== true && !isPublic) add(422, 'key-reused')
  if (rights.rate !== 'open') add(429, 'too-often')
  add(500, 'failed')
  add(503, 'unavailable')
  if (rights.audit === 'write') add(503, 'outcome-unknown')
  for (const code of ownProblems(endpoint)) add(statusOf[code] ?? 409, code)
  return failures
}

/** Whether the call may meet a restricted record and does not itself leave out withheld records (decision 81). */
const opensRecords = (rights: Rights): boolean =>
  rights.restricted !== 'lists' &&
  ['read', 'write'].includes(rights.audit) &&
  capabilitiesOf(rights).some((capability) =>
    /^(patient|pathway|clinical|document|letter|owner|task|record|duplicate|workList|today|report|subjectRequest|retention)\./.test(
      capability,
    ),
  )

const hasFields = (endpoint: Endpoint): boolean => {
  const { properties, anyOf, allOf } = inputSchemaOf(endpoint)
  return anyOf !== undefined || allOf !== undefined || Object.keys(properties ?? {}).length > 0
}
