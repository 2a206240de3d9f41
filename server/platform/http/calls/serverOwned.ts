import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import { inputSchemaOf, type InputSchema } from '../request/inputSchema.ts'

/**
 * Names, without case and underscores, of what the server alone decides: rights, ways to sign in, whose and when a row
 * is, and its state. Nothing else that a body carries beside its fields is of interest, and names that a caller makes
 * up may themselves be data, so only these are ever in the audit trail (AZ-8, DP-4).
 */
const serverOwned: ReadonlySet<string> = new Set([
  ...['createdby', 'createdat', 'updatedby', 'updatedat', 'deletedby', 'deletedat'],
  ...['changedby', 'changedat', 'recordedby', 'recordedat', 'uploadedby', 'uploadedat', 'stoppedat'],
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

/** Finds the names in a body that are the server's to decide and not fields of the call, such as `user.roles`. */
export const serverOwnedIn = (endpoint: Endpoint): ((body: Record<string, unknown>) => string[]) => {
  const taken = namesIn(inputSchemaOf(endpoint))
  return (body) => foundIn(body, taken)
}

/** The names that an object takes, each with those that its part takes. */
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
