import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import type { ProblemCode } from '../../../../contract/platform/calls/problem.ts'
import { recordKinds } from '../../../../contract/pathways/records/kinds.ts'
import { inputSchemaOf, type InputSchema } from '../request/inputSchema.ts'

type OwnCode = Extract<
  ProblemCode,
  | 'not-found'
  | 'conflict'
  | 'closed-pathway'
  | 'patient-died'
  | 'likely-duplicate'
  | 'too-many'
  | 'quarantined'
>

/**
 * Matches fields that name a record which must exist. Choices from a list do not match: a missing choice is an error of
 * its field.
 */
const namesRecord =
  /^(id|upload|((.*[a-z])?(patient|pathway|exercise|user|session|other|survivor|merged|request|client)|Parent)Id)$/i

/** Calls whose named record is a filter or a hint. If it does not exist, nothing is found, which is not an error. */
const namesNothing: ReadonlySet<string> = new Set([
  'GET /api/subjectRequest/all',
  'POST /api/user/resetPassword',
])

/**
 * Problems that do not follow from the fields of a call. A test fails if it meets any other refusal
 * (server/testing/values/declaredProblems.ts).
 */
const particular: Readonly<Record<string, readonly OwnCode[]>> = {
  'POST /api/patient/save': ['likely-duplicate'],
  'POST /api/falls/v1/save': ['likely-duplicate', 'patient-died', 'conflict'],
  'POST /api/pathway/save': ['closed-pathway', 'patient-died'],
  'POST /api/incomingReferral/accept': ['likely-duplicate', 'patient-died', 'conflict'],
  'POST /api/incomingReferral/decline': ['conflict'],
  'POST /api/incomingReferral/ask': ['conflict'],
  'POST /api/incomingReferral/answer': ['conflict'],
  'POST /api/incomingReferral/invite': ['conflict'],
  'POST /api/incomingReferral/reopen': ['conflict'],
  'POST /api/pathway/cancelReferral': ['closed-pathway'],
  'POST /api/pathway/reinstateReferral': ['conflict'],
  'POST /api/pathway/registeredInError': ['conflict'],
  'POST /api/patient/registeredInError': ['conflict'],
  'POST /api/registeredInError/putBack': ['conflict'],
  'POST /api/patient/merge': ['conflict'],
  'POST /api/owner/assign': ['not-found', 'conflict', 'closed-pathway'],
  'POST /api/owner/take': ['conflict', 'closed-pathway'],
  'POST /api/owner/handOver': ['not-found', 'conflict'],
  'POST /api/class/save': ['not-found', 'conflict'],
  'POST /api/class/enrol': ['not-found', 'conflict', 'closed-pathway'],
  'POST /api/class/offer': ['conflict', 'closed-pathway'],
  'POST /api/class/accept': ['conflict', 'closed-pathway'],
  'POST /api/class/leave': ['conflict', 'closed-pathway'],
  'POST /api/class/mark': ['not-found', 'conflict', 'closed-pathway'],
  'POST /api/class/session': ['conflict'],
  'POST /api/class/homeExercise': ['conflict', 'closed-pathway'],
  'POST /api/fallsCalendar/count': ['not-found', 'conflict'],
  'POST /api/fallsCalendar/reply': ['not-found', 'conflict'],
  'POST /api/class/close': ['conflict', 'closed-pathway'],
  'POST /api/class/cancelSession': ['conflict'],
  'POST /api/class/parts': ['not-found', 'conflict'],
  'POST /api/clinic/save': ['not-found', 'conflict'],
  'POST /api/personLink/give': ['not-found', 'conflict'],
  'GET /api/personLink/paper': ['conflict'],
  'POST /api/personLink/end': ['conflict'],
  'GET /api/personAnswer/all': ['not-found'],
  'POST /api/personAnswer/settle': ['conflict'],
  'POST /api/slot/book': ['not-found', 'conflict', 'closed-pathway'],
  'POST /api/slot/move': ['not-found', 'conflict', 'closed-pathway'],
  'POST /api/slot/cancel': ['conflict', 'closed-pathway'],
  'POST /api/slot/offer': ['not-found', 'conflict', 'closed-pathway'],
  'POST /api/incomingReferral/fetchErs': ['not-found', 'conflict'],
  'POST /api/fhirClient/save': ['not-found', 'conflict'],
  'GET /api/incomingReferral/letter': ['conflict'],
  'GET /api/caseFinding/all': ['not-found'],
  'GET /api/caseFinding/template': ['not-found'],
  'POST /api/caseFinding/start': ['not-found'],
  'POST /api/caseFinding/load': ['conflict'],
  'POST /api/caseFinding/send': ['conflict'],
  'POST /api/fhirClient/approve': ['conflict'],
  'POST /api/fhirClient/revoke': ['conflict'],
  'POST /api/fhirLaunch/allow': ['conflict'],
  'POST /api/fhirLaunch/open': ['conflict'],
  'POST /api/pds/trace': ['not-found'],
  'POST /api/calendarFeed/renew': ['conflict'],
  'GET /api/letter/compose': ['not-found'],
  'GET /api/letter/printed': ['conflict'],
  'POST /api/letter/save': ['not-found', 'conflict'],
  'POST /api/letter/sign': ['not-found', 'conflict'],
  'POST /api/letter/print': ['not-found', 'conflict'],
  'POST /api/letter/mail': ['conflict'],
  'POST /api/letter/send': ['conflict'],
  'POST /api/letter/notNeeded': ['conflict'],
  'POST /api/letterAddress/save': ['conflict'],
  'POST /api/task/save': ['closed-pathway'],
  'POST /api/task/reopen': ['closed-pathway'],
  'POST /api/organisation/save': ['not-found', 'conflict'],
  'POST /api/organisation/importApply': ['conflict'],
  'POST /api/address/search': ['not-found'],
  'POST /api/address/get': ['not-found'],
  'GET /api/document/download': ['quarantined'],
  'POST /api/document/upload': ['conflict', 'too-many'],
  'POST /api/reportRun/start': ['too-many'],
  'POST /api/restriction/save': ['conflict'],
  'POST /api/patient/restrictedAccess': ['conflict'],
  'POST /api/retention/hold': ['conflict'],
  'POST /api/retention/decide': ['conflict'],
  'POST /api/subjectRequest/archive': ['conflict', 'quarantined'],
  'POST /api/visit/take': ['not-found'],
  'POST /api/visit/handIn': ['conflict'],
  'POST /api/visit/settle': ['conflict', 'closed-pathway', 'patient-died'],
  'POST /api/user/adminResetPassword': ['conflict'],
  'POST /api/user/beginProvider': ['not-found'],
  'POST /api/user/addPasskey': ['conflict'],
  'POST /api/user/beginSecondFactor': ['conflict'],
  'POST /api/user/confirmSecondFactor': ['conflict'],
  'POST /api/user/liftSecondFactor': ['conflict'],
  'POST /api/user/removeSecondFactor': ['not-found'],
  'POST /api/user/renewRecoveryCodes': ['not-found'],
  'POST /api/measure/saveSitting': ['conflict', 'closed-pathway'],
  ...Object.fromEntries(
    Object.values(recordKinds)
      .flatMap(({ calls: { save, delete: remove, restore } }): Endpoint[] => [save, remove, restore])
      .map(({ method, path }) => [`${method} ${path}`, ['conflict', 'closed-pathway'] as const]),
  ),
}

/**
 * Refusals of this call that do not follow from its rights: the record that it names may be gone, changed or closed.
 */
export const ownProblems = (endpoint: Endpoint): ReadonlySet<OwnCode> => {
  const action = `${endpoint.method} ${endpoint.path}`
  const names = namesIn(inputSchemaOf(endpoint), endpoint.identityIn)
  const codes = new Set(particular[action])
  if (names.some((name) => namesRecord.test(name)) && !namesNothing.has(action)) codes.add('not-found')
  if (names.includes('version')) codes.add('conflict')
  return codes
}

const namesIn = ({ properties = {}, allOf = [] }: InputSchema, identityIn?: string): string[] => [
  ...Object.keys(properties),
  ...allOf.flatMap((part) => namesIn(part)),
  ...(identityIn === undefined ? [] : namesIn(properties[identityIn] ?? {})),
]

/** The calls named above, so that a test can check that each of them exists. */
export const namedCalls = [...namesNothing, ...Object.keys(particular)]
