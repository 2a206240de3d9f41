import type { FastifyInstance } from 'fastify'
import { exportUsers } from '../../../contract/app/listExport.ts'
import {
  addRole,
  adminResetPassword,
  createUser,
  endUserSessions,
  getUser,
  listUsers,
  listUserSessions,
  removeRole,
  saveUser,
  userColumns,
  type UserRow,
} from '../../../contract/accounts/user.ts'
import { asSignedIn } from '../secondFactor/requirePassword.ts'
import { inQueue } from '../hashing/passwordQueue.ts'
import { newPasswordProblem } from '../passwords/passwordRule.ts'
import { hashPassword } from '../hashing/passwords.ts'
import type { Kept } from '../passwords/waysIn.ts'
import { ValidationProblem, HttpProblem } from '../../platform/errors.ts'
import { answerPage } from '../../platform/http/lists/answerPage.ts'
import { countFound, readPage } from '../../platform/http/lists/page.ts'
import { serveListExport } from '../../platform/http/lists/listExport.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { AccountsService } from '../settings/service.ts'
import { route, type Call } from '../../platform/http/calls/route.ts'
import { readSessions, readUser, userListOf } from './read.ts'
import { endSessionsByAdministrator } from './endSessionsByAdministrator.ts'
import { giveRole, takeRole } from './roles.ts'
import { addUser, changeUser } from './save.ts'
import { setPassword } from './setPassword.ts'

const reads = { capability: 'administration.write', idempotency: 'safe', rate: 'read' } as const
const writes: Rights = {
  capability: 'administration.write',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
}

/** Users, their roles, passwords and sessions. For administrators only. */
export const serveUsers = (app: FastifyInstance, service: AccountsService): void => {
  const { sql } = service.db
  const { secretKey } = service
  route(
    app,
    service,
    listUsers,
    { ...reads, audit: 'none' },
    async (call, { includeInActive, ...paging }) => {
      const list = userListOf(sql, includeInActive === 'true')
      const page = await readPage<UserRow>(sql, secretKey, list, paging)
      const isWhole = page.next === null && paging.after === undefined
      return answerPage(call, page, isWhole ? page.rows.length : await countFound(sql, list, paging.q))
    },
  )
  serveListExport(app, service, exportUsers, {
    capability: reads.capability,
    columns: userColumns,
    read: async (_, __, limit) => {
      const { rows } = await readPage<UserRow>(sql, secretKey, userListOf(sql, true), { limit })
      return { title: 'Users', rows }
    },
    trace: (rows) => ({ records: rows.map(({ id }) => ({ entity: 'user', id })) }),
  })
  route(app, service, getUser, { ...reads, audit: 'read' }, async (call, { id }) => {
    const view = await readUser(service.db.sql, id)
    call.showed({ records: [{ entity: 'user', id, version: view.user.version }] })
    return view
  })
  route(app, service, createUser, { ...writes, idempotency: 'create' }, async (call, input) => {
    const { userName, familyName, firstName } = input.user
    const hash = await hashOfGood(call, input.password, [userName, familyName, firstName])
    return call.write((writing) => addUser(writing, input, hash))
  })
  route(app, service, saveUser, writes, (call, input) =>
    call.write((writing) => changeUser(writing, input, service.clock())),
  )
  route(app, service, addRole, writes, (call, input) => call.write((writing) => giveRole(writing, input)))
  route(app, service, removeRole, writes, (call, input) => call.write((writing) => takeRole(writing, input)))
  route(app, service, adminResetPassword, writes, async (call, { userId, password, ...keeps }) => {
    // Changing one's own needs the current password (AU-15), or a passer-by at an open screen could take over the
    // account.
    if (userId === call.principal.userId)
      throw new HttpProblem(409, 'conflict', 'Change your own password under “Change password” in your menu.')
    const { user } = await readUser(service.db.sql, userId)
    const hash = await hashOfGood(call, password, [user.userName, user.familyName, user.firstName])
    const keep: Kept = {
      passkeys: keeps.keepPasskeys === true ? 'all' : [],
      app: keeps.keepAuthenticator === true,
    }
    return call.write((writing) => setPassword(writing, userId, hash, { now: service.clock(), keep }))
  })
  route(app, service, listUserSessions, { ...reads, audit: 'read' }, async (call, { id }) => {
    await readUser(service.db.sql, id)
    const sessions = await readSessions(service.db.sql, id, service.clock())
    call.showed({ records: sessions.map((session) => ({ entity: 'session', id: session.id })) })
    return sessions.map((session) => ({ ...session, isOwn: session.id === call.principal.sessionId }))
  })
  route(app, service, endUserSessions, writes, (call, { userId, sessionId }) =>
    call.write((writing) => endSessionsByAdministrator(writing, userId, sessionId, service.clock())),
  )
}

/**
 * The hash of a password that passes the rule (AU-4).
 * @param own the user's names
 */
const hashOfGood = async (call: Call<AccountsService>, password: string, own: string[]): Promise<string> => {
  const { service } = call
  const problem = await newPasswordProblem(service.db.sql, service.accounts, password, own)
  if (problem !== null) throw new ValidationProblem({ password: problem })
  return inQueue(asSignedIn(call), () => hashPassword(password))
}
