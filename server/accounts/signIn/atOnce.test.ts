import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { changePassword, resetPassword, resetPasswordSms } from '../../../contract/accounts/account.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { savePatient } from '../../../contract/patients/patient.ts'
import { endSessions } from '../../../contract/accounts/security.ts'
import { currentRoleHeader, getProfile, revoke, type TokenPair } from '../../../contract/accounts/session.ts'
import { adminResetPassword, endUserSessions, removeRole, saveUser } from '../../../contract/accounts/user.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import { testService, type Asked, type TestService } from '../../testing/process/service.ts'
import { aUserWithPassword, signIn } from '../../testing/process/signIn.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { newLinkCode, newSmsCode } from '../passwords/resetCodes.ts'

/*
 * Makes each change of rights while fifty callers ask without a pause over real sockets. Calls that began before the
 * change was answered may go either way. Calls that began after it must all be refused.
 */

const callers = 50
/** Calls that each caller begins after the change. */
const callsAfter = 5
const races = [1, 2, 3]

let service: TestService
let address: string
let administrator: TestUser
beforeAll(async () => {
  service = await testService({ signInsPerAddress: 10_000 })
  address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  administrator = await service.as('System Administrator')
})
afterAll(() => service.close())

const former = 'seven brown kettles on a shelf'
const chosen = 'two herons under the bridge'

/** A user who signed in with a password on this device and on another. */
interface Person extends TestUser {
  refreshToken: string
  elsewhere: TestUser
}
const aPerson = async (): Promise<Person> => {
  const user = await aUserWithPassword(service, ['External', 'Clinician'], former)
  const pair = (await signIn(service, user.userName, former)).body as TokenPair
  return { ...user, accessToken: pair.access_token, refreshToken: pair.refresh_token, elsewhere: user }
}

const postForm = async (path: string, fields: Record<string, string>): Promise<Asked> => {
  const response = await fetch(address + path, { method: 'POST', body: new URLSearchParams(fields) })
  return { status: response.status, body: await response.json(), headers: {} }
}
const renew = (refreshToken: string): Promise<Asked> =>
  postForm('/oauth/token', { grant_type: 'refresh_token', refresh_token: refreshToken })
const code = { password: chosen, confirmNewPassword: chosen }

interface Change {
  what: string
  make: (person: Person) => Promise<Asked>
  /** The status of every later call. */
  answer: 401 | 403
  /** Whether the former password no longer works from then on. */
  closesPassword: boolean
}

const changes: Change[] = [
  {
    what: 'disabling the user',
    make: ({ userId: id, userName }) => {
      const names = { id, version: 1, userName, familyName: 'B', firstName: 'C' }
      return service.ask(saveUser, { ...names, isActive: false }, administrator)
    },
    answer: 401,
    closesPassword: true,
  },
  {
    what: 'removing a role',
    make: ({ userId: id }) => service.ask(removeRole, { id, role: 'Clinician' }, administrator),
    answer: 403,
    closesPassword: false,
  },
  {
    what: 'changing one’s own password',
    make: (person) =>
      service.ask(
        changePassword,
        { password: former, newPassword: chosen, confirmNewPassword: chosen },
        person,
      ),
    answer: 401,
    closesPassword: true,
  },
  {
    what: 'a password set by an administrator',
    make: ({ userId }) =>
      service.ask(adminResetPassword, { userId, password: chosen, confirmPassword: chosen }, administrator),
    answer: 401,
    closesPassword: true,
  },
  {
    what: 'a reset by a mailed link',
    make: async ({ userId }) =>
      service.ask(resetPassword, {
        userId,
        code: await newLinkCode(service.db.sql, service.time.now, userId, 30),
        ...code,
      }),
    answer: 401,
    closesPassword: true,
  },
  {
    what: 'a reset by a code of a text message',
    make: async ({ userId, userName }) =>
      service.ask(resetPasswordSms, {
        userName,
        code: await newSmsCode(service.db.sql, service.time.now, userId),
        ...code,
      }),
    answer: 401,
    closesPassword: true,
  },
  {
    what: 'logging out',
    make: ({ refreshToken }) => postForm(revoke.path, { token: refreshToken }),
    answer: 401,
    closesPassword: false,
  },
  {
    what: 'ending one’s other sessions',
    make: ({ elsewhere }) => service.ask(endSessions, {}, elsewhere),
    answer: 401,
    closesPassword: false,
  },
  {
    what: 'an administrator ending the sessions',
    make: ({ userId }) => service.ask(endUserSessions, { userId }, administrator),
    answer: 401,
    closesPassword: false,
  },
]

/** What a clinician may do and an External may not: two reads, one in a named role, and a save without any fields. */
const asked: { call: Endpoint; headers: (person: Person) => Record<string, string>; letIn: number }[] = [
  { call: workLists.awaitingAssessment, headers: () => ({}), letIn: 200 },
  {
    call: workLists.awaitingAssessment,
    headers: ({ roleIds }) => ({ [currentRoleHeader]: String(roleIds[1]) }),
    letIn: 200,
  },
  { call: savePatient, headers: () => ({}), letIn: 400 },
]

/** All replies to the callers, by whether the call began before or after the reply to the change. */
const race = async (person: Person, make: Change['make']) => {
  const before: string[] = []
  const after: number[] = []
  let isMade = false
  const caller = async (index: number): Promise<void> => {
    const { call, headers, letIn } = asked[index % asked.length] as (typeof asked)[number]
    for (let later = 0; later < callsAfter;) {
      const beganAfter = isMade
      const { status } = await fetch(address + call.path, {
        method: call.method,
        headers: {
          authorization: `Bearer ${person.accessToken}`,
          'content-type': 'application/json',
          ...headers(person),
        },
        ...(call.method === 'POST' ? { body: '{}' } : {}),
      })
      if (beganAfter) {
        after.push(status)
        later += 1
      } else before.push(status === letIn ? 'let in' : String(status))
    }
  }
  const calling = Promise.all(Array.from({ length: callers }, (_, index) => caller(index)))
  try {
    await vi.waitFor(() => expect(before.length).toBeGreaterThanOrEqual(2 * callers), 30_000)
    expect(new Set(before)).toEqual(new Set(['let in']))
    // Also under way at that moment: a password being checked and a session being renewed.
    const entering = Promise.all([1, 2, 3].map(() => signIn(service, person.userName, former)))
    const renewing = renew(person.refreshToken)
    const answer = await make(person)
    isMade = true
    expect(answer).toMatchObject({ status: 200 })
    await calling
    return { after, entered: await entering, renewed: await renewing }
  } finally {
    isMade = true
    await calling
  }
}

/** Whether the reply is a grant that opens anything. */
const opens = async ({ status, body }: Asked): Promise<boolean> => {
  if (status !== 200) return false
  const { access_token: accessToken, refresh_token: refreshToken } = body as TokenPair
  const read = await service.ask(getProfile, {}, { accessToken } as TestUser)
  return read.status === 200 || (await renew(refreshToken)).status === 200
}

describe.each(changes)('AU-9: $what', ({ make, answer, closesPassword }) => {
  it.each(races)('binds every call that begins after its answer: race %i', async () => {
    const person = await aPerson()
    const { after, entered, renewed } = await race(person, make)
    expect(after).toHaveLength(callers * callsAfter)
    expect(new Set(after)).toEqual(new Set([answer]))
    if (answer === 401) {
      expect(await opens(renewed)).toBe(false)
      expect((await renew(person.refreshToken)).status).toBe(400)
    }
    if (closesPassword) {
      expect(await Promise.all(entered.map(opens))).toEqual([false, false, false])
      expect((await signIn(service, person.userName, former)).status).toBe(400)
    }
  })
})
