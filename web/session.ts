import { useSyncExternalStore } from 'react'
import { holds, type Capability, type Profile } from '../contract/permissions.ts'
import { storagePrefix, type HeldRole, type TokenPair, type UserProfile } from '../contract/session.ts'

/**
 * The session of this tab, in session storage under the product's prefix (specification section 3): who is signed in,
 * with which roles, and the token pair. Nothing of a patient (trust DP-7).
 */
export interface Session {
  tokens: TokenPair
  profile: UserProfile | null
  currentRoleId: number | null
}

const key = `${storagePrefix}session`
const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`${storagePrefix}session`)

const read = (): Session | null => {
  const stored = sessionStorage.getItem(key)
  return stored === null ? null : (JSON.parse(stored) as Session)
}

let session: Session | null = read()
const listeners = new Set<() => void>()
const signOutListeners = new Set<() => void>()

const store = (next: Session | null): void => {
  session = next
  if (next === null) {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(storagePrefix)) sessionStorage.removeItem(name)
  } else {
    sessionStorage.setItem(key, JSON.stringify(next))
  }
  for (const listener of listeners) listener()
}

export const currentSession = (): Session | null => session
export const onSignOut = (listener: () => void): void => void signOutListeners.add(listener)

/** Rotations are shared: a duplicated tab holds the same refresh token, and must not present a used one (trust section 5, item 8). */
export const setTokens = (tokens: TokenPair): void => {
  const previous = session?.tokens.refresh_token ?? null
  store({ profile: null, currentRoleId: null, ...session, tokens })
  channel?.postMessage({ kind: 'rotated', previous, tokens })
}

export const setProfile = (profile: UserProfile): void => {
  if (session === null) return
  const isHeld = profile.roles.some(({ id }) => id === session?.currentRoleId)
  const usual = profile.roles.find(({ name }) => name === profile.defaultRole) ?? profile.roles[0]
  store({ ...session, profile, currentRoleId: isHeld ? session.currentRoleId : (usual?.id ?? null) })
}

export const switchRole = (role: HeldRole): void => {
  if (session !== null) store({ ...session, currentRoleId: role.id })
}

/** Forgets everything of this session, here and in tabs that share it. */
export const forgetSession = ({ tellOthers = true } = {}): void => {
  const ended = session?.tokens.refresh_token
  store(null)
  for (const listener of signOutListeners) listener()
  if (tellOthers && ended !== undefined) channel?.postMessage({ kind: 'ended', refreshToken: ended })
}

interface Told {
  kind: 'rotated' | 'ended'
  previous?: string | null
  tokens?: TokenPair
  refreshToken?: string
}

channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
  if (session === null) return
  if (data.kind === 'rotated' && data.previous === session.tokens.refresh_token && data.tokens)
    store({ ...session, tokens: data.tokens })
  if (data.kind === 'ended' && data.refreshToken === session.tokens.refresh_token)
    forgetSession({ tellOthers: false })
})

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useSession = (): Session | null => useSyncExternalStore(subscribe, currentSession)

export const roleNow = (of: Session | null): HeldRole | undefined =>
  of?.profile?.roles.find(({ id }) => id === of.currentRoleId)

const profilesNow = (of: Session | null): Profile[] => {
  const role = roleNow(of)
  return role === undefined ? [] : [role.profile]
}

/** Whether the current role may do this; the server decides again, this only hides what it would refuse. */
export const useMay = (capability: Capability): boolean => holds(profilesNow(useSession()), capability)
