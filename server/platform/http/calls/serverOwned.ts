import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import { inputSchemaOf, type InputSchema } from '../request/inputSchema.ts'

/**
 * Names, in lower case without underscores, of values that only the server sets: rights, ways to sign in, the owner,
 * times and state of a row. Other unknown fields of a body do not matter. Names that a caller makes up may themselves
 * contain data, so the audit trail records only these (AZ-8, DP-4).
 */
const serverOwned: ReadonlySet<string> = new Set([
  ...['createdby', 'createdat', 'updatedby', 'updatedat', 'deletedby', 'deletedat'],
  ...['changedby', 'changedat', 'recordedby', 'recordedat', 'uploadedby', 'uploadedat', 'stoppedat'],
  ...['approvedby', 'approvedat', 'revokedby', 'revokedat', 'lastusedat'],
  ...['decidedby', 'decidedat', 'printedat', 'pdscheckedat'],
  ...['reviewedby', 'reviewedat', 'endedby', 'endedat', 'releasedby', 'releasedat'],
  ...[
    'isactive',
    'isadmin',
    'isdeleted',
    'version',
    'stage',
    'sealed',
    'searchclosedat',
    'closedat',
    'closedby',
  ],
  ...['user', 'userid', 'owner', 'ownerid', 'sessionid', 'username', 'usernamekey'],
  ...['role', 'roles', 'roleid', 'roleids', 'defaultrole', 'defaultroleid', 'currentrole'],
  ...['profile', 'profiles', 'profileisfixed', 'permissions', 'capabilities', 'rights'],
  ...['password', 'passwordhash', 'passwordexpiresat', 'mustchangepassword', 'mfa', 'otp'],
  ...['token', 'accesstoken', 'refreshtoken', 'secret', 'secondfactor', 'passkey', 'passkeys'],
])

const isServerOwned = (name: string): boolean => serverOwned.has(name.toLowerCase().replaceAll('_', ''))

/** Finds the names in a body that only the server may set and that are not fields of the call, such as `user.roles`. */
export const serverOwnedIn = (endpoint: Endpoint): ((body: Record<string, unknown>) => string[]) => {
  const taken = namesIn(inputSchemaOf(endpoint))
  return (body) => foundIn(body, taken)
}

/** The fields that an object accepts, each with the fields of its own value. */
interface Names {
  parts: Map<string, Names>
}

const namesIn = ({ properties = {}, anyOf = [], allOf = [] }: InputSchema): Names => {
  const parts = new Map<string, Names>()
  const add = (name: string, inner: Names): void => {
    const known = parts.get(name)?.parts ?? []
    parts.set(name, { parts: new Map([...known, ...inner.parts]) })
  }
  for (const [name, part] of Object.entries(properties)) add(name, namesIn(part))
  for (const choice of [...anyOf, ...allOf])
    for (const [name, inner] of namesIn(choice).parts) add(name, inner)
  return { parts }
}

const foundIn = (body: Record<string, unknown>, { parts }: Names): string[] =>
  Object.entries(body).flatMap(([name, value]) => {
    const part = parts.get(name)
    if (part === undefined) return isServerOwned(name) ? [name] : []
    return part.parts.size > 0 && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? foundIn(value as Record<string, unknown>, part).map((inner) => `${name}.${inner}`)
      : []
  })
