import { z } from 'zod'
import { createStore } from './createStore.ts'
import { hasUnsavedWork } from './unsaved.ts'
import { holds, type Capability, type Profile } from '../../../contract/accounts/permissions.ts'
import {
  profileReply,
  storagePrefix,
  tokenReply,
  type HeldRole,
  type TokenPair,
  type UserProfile,
} from '../../../contract/accounts/session.ts'

/**
 * The session of this tab, in session storage under the product's prefix (specification): the user, their roles and the
 * token pair. It contains nothing about patients (DP-7).
 */
const stored = z.object({
  tokens: tokenReply,
  /** When the pair was issued, by this browser's clock. */
  issuedAt: z.number(),
  profile: profileReply.nullable(),
  currentRoleId: z.int().nullable(),
})
export type Session = z.output<typeof stored>

/**
 * 'person': the user signed out. 'password': a new password ended it. 'expiry': idle too long, or refused by the
 * server.
 */
export type Ending = 'person' | 'password' | 'expiry'
export interface Ended {
  how: Ending
  userId: number | null
}

const key = `${storagePrefix}session`
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(key)

/** Stored text that is not a valid session, such as one of an earlier version, counts as none. */
const read = (): Session | null => {
  try {
    return stored.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

let session: Session | null = read()
/** The session that ended with unsaved work. Its tokens are not used, and it is only in memory. */
let paused: Session | null = null
let ended: Ended | null = null
let reading = new AbortController()
/** The owner of this page, even while it waits for them to sign in again. */
const page = createStore<{ owner: Session | null; isPaused: boolean }>({ owner: session, isPaused: false })
const forgetters = new Set<() => void>()

const store = (next: Session | null): void => {
  session = next
  if (next === null) {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(storagePrefix)) sessionStorage.removeItem(name)
  } else {
    sessionStorage.setItem(key, JSON.stringify(next))
  }
  page.set({ owner: session ?? paused, isPaused: session === null && paused !== null })
}

/** The session that calls use. */
export const currentSession = (): Session | null => session

/** How the last session of this tab ended; null before the first session and while one is open. */
export const lastEnding = (): Ended | null => ended

/** Aborted when the session ends or the role is switched: an answer that comes later must not be shown. */
export const readingSignal = (): AbortSignal => reading.signal

/**
 * Registers a function that forgets data read from the server. It runs at sign-out, at a switch of role, and when
 * another person signs in.
 */
export const onSignOut = (forget: () => void): void => void forgetters.add(forget)

const forgetWhatWasRead = (): void => {
  reading.abort()
  reading = new AbortController()
  for (const forget of forgetters) forget()
}

/** Starts a session for the person who signed in. */
export const startSession = (tokens: TokenPair): void => {
  ended = null
  const kept = paused
  paused = null
  store({
    tokens,
    issuedAt: Date.now(),
    profile: kept?.profile ?? null,
    currentRoleId: kept?.currentRoleId ?? null,
  })
  if (kept === null) forgetWhatWasRead()
  else reading = new AbortController()
}

/**
 * Replaces a used token pair with its renewed pair and notifies tabs that share the session: a duplicated tab has the
 * same refresh token and must not present a used one. Returns false, and stores nothing, if the session has ended or
 * been renewed in the meantime.
 */
export const replaceTokens = (used: string, tokens: TokenPair): boolean => {
  if (session?.tokens.refresh_token !== used) return false
  store({ ...session, tokens, issuedAt: Date.now() })
  tell({ kind: 'renewed', used, tokens })
  return true
}

export const setProfile = (profile: UserProfile): void => {
  if (session === null) return
  // A page that was kept for one user is not shown to another.
  const isSomebodyElse = session.profile !== null && session.profile.user.id !== profile.user.id
  const isHeld = profile.roles.some(({ id }) => id === session?.currentRoleId)
  const usual = profile.roles.find(({ name }) => name === profile.defaultRole) ?? profile.roles[0]
  store({ ...session, profile, currentRoleId: isHeld ? session.currentRoleId : (usual?.id ?? null) })
  if (isSomebodyElse) forgetWhatWasRead()
}

/** Switches to another role of the user. Data read under the rights of the former role is forgotten. */
export const switchRole = (role: HeldRole): void => {
  if (session === null) return
  store({ ...session, currentRoleId: role.id })
  forgetWhatWasRead()
}

/** Ends this session and forgets its data, here and in tabs that share it. */
export const forgetSession = (how: Ending): void => {
  const refreshToken = session?.tokens.refresh_token
  if (refreshToken === undefined) return
  leaveSession(how)
  tell({ kind: 'ended', refreshToken, how })
}

/** As `forgetSession`, but in this tab alone: another tab that shares the session may still be in use. */
export const leaveSession = (how: Ending): void => {
  ended = { how, userId: session?.profile?.user.id ?? null }
  const isKept = how === 'expiry' && hasUnsavedWork()
  paused = isKept ? session : null
  store(null)
  if (isKept) reading.abort()
  else forgetWhatWasRead()
}

/** Discards a page that was kept for its owner. */
export const abandonPage = (): void => {
  if (paused === null) return
  paused = null
  store(null)
  forgetWhatWasRead()
}

/** A new password ends every session of its user, including one open here. The sign-in page says so. */
export const leaveForNewPassword = (): void => {
  if (session !== null) forgetSession('password')
  else ended = { how: 'password', userId: null }
}

type News =
  { kind: 'renewed'; used: string; tokens: TokenPair } | { kind: 'ended'; refreshToken: string; how: Ending }

const tell = (news: News): void => channel?.postMessage(news)

channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
  if (session === null) return
  if (data.kind === 'renewed' && data.used === session.tokens.refresh_token)
    store({ ...session, tokens: data.tokens, issuedAt: Date.now() })
  if (data.kind === 'ended' && data.refreshToken === session.tokens.refresh_token) leaveSession(data.how)
})

export const useSession = (): Session | null => page.useValue(({ owner }) => owner)

/** Whether the session ended with unsaved work and the page waits for its owner (AU-16). */
export const useIsPaused = (): boolean => page.useValue(({ isPaused }) => isPaused)

export const roleNow = (of: Session | null): HeldRole | undefined =>
  of?.profile?.roles.find(({ id }) => id === of.currentRoleId)

const profilesNow = (of: Session | null): Profile[] => {
  const role = roleNow(of)
  return role === undefined ? [] : [role.profile]
}

/** Whether the current role may do this. The server decides for itself; this only hides what it would refuse. */
export const useMay = (needs: Capability | readonly Capability[]): boolean => {
  const of = useSession()
  const narrowing = of?.profile?.settings
  const profiles = profilesNow(of)
  return (
    narrowing !== undefined && [needs].flat().some((capability) => holds(profiles, capability, narrowing))
  )
}
