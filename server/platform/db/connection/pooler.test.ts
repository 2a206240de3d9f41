import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildApp } from '../../../app/app.ts'
import { workOnQueue } from '../jobs/jobWorker.ts'
import { connect, type Database } from './connect.ts'
import { grantLogin } from './grantApplication.ts'
import { settleLogin } from './settleLogin.ts'
import { startServer } from '../../../app/server.ts'
import { administer } from '../../../testing/process/globalSetup.ts'
import { knownCalls } from '../../../testing/known/knownCalls.ts'
import { partsOn } from '../../../testing/process/parts.ts'
import { pgBouncerProgram, startPgBouncer, type PgBouncer } from '../../../testing/process/pgBouncer.ts'
import { bearer, requestOf } from '../../../testing/values/request.ts'
import { aWorld, type World } from '../../../testing/world/world.ts'

/* A pooler in transaction mode keeps nothing of a session: no role, no timeouts, no named statements. */

if (pgBouncerProgram === undefined)
  it('is left out here: PgBouncer is not installed (Debian: apt-get install pgbouncer)', () => {
    process.stdout.write('Left out: serving behind a pooler, because PgBouncer is not installed here\n')
  })
else describe('behind PgBouncer', behindPgBouncer)

/** The PgBouncer setting that people add when it refuses a connection. */
const workaround = 'ignore_startup_parameters = extra_float_digits, options, statement_timeout, lock_timeout'
const byTransaction = 'pool_mode = transaction'

function behindPgBouncer() {
  const login = `surefoot_pooled_${process.pid}`
  let world: World
  /** The URL for a login that owns nothing. */
  let directUrl: string
  const running: PgBouncer[] = []

  beforeAll(async () => {
    world = await aWorld()
    const { url } = world.service.db
    const password = randomBytes(12).toString('hex')
    await administer(url, `create role ${login} login password '${password}'`)
    const direct = new URL(url)
    direct.username = login
    direct.password = password
    directUrl = direct.toString()
    await grantLogin(url, directUrl)
  })
  afterAll(async () => {
    for (const pooler of running) await pooler.stop()
    await world.service.close()
    await administer(inject('ownerUrl'), `drop role ${login}`)
  })

  const poolerBefore = async (url: string, ...settings: string[]): Promise<string> => {
    const pooler = await startPgBouncer(url, settings)
    running.push(pooler)
    return pooler.url
  }

  const refusal = async (databaseUrl: string, databaseDirectUrl?: string): Promise<string> => {
    try {
      const server = await startServer({
        databaseUrl,
        databaseDirectUrl,
        host: '127.0.0.1',
        port: 0,
        logLevel: false,
        web: null,
      })
      await server.close()
      return 'started'
    } catch (error) {
      return (error as Error).message
    }
  }

  it('is told what to set when the pooler refuses its connection', async () => {
    expect(await refusal(await poolerBefore(directUrl, byTransaction))).toMatch(
      /^DATABASE_URL leads through a pooler that refuses the connection .* Please set DATABASE_DIRECT_URL/,
    )
  })

  it('does not serve as the owner where the pooler drops the role', async () => {
    const url = await poolerBefore(world.service.db.url, byTransaction, workaround)
    const said = await refusal(url)
    expect(said).toMatch(/uses the role surefoot_owner, which has the rights of the owner of the tables\./)
    expect(said).toMatch(/has no lock_timeout and no statement_timeout/)
    expect(said).toMatch(/Please set DATABASE_DIRECT_URL/)
  })

  it('does not serve without timeouts either', async () => {
    const said = await refusal(await poolerBefore(directUrl, byTransaction, workaround))
    expect(said).toMatch(/^The connection of DATABASE_URL has no lock_timeout and no statement_timeout/)
    expect(said).not.toMatch(/works as/)
  })

  it('is told to have the pooler reconnect if its sessions are older than the role of the login', async () => {
    const said = await refusal(await poolerBefore(directUrl, byTransaction), directUrl)
    expect(said).toMatch(/has no lock_timeout and no statement_timeout[^]*please run RECONNECT/)
    expect(said).not.toMatch(/Please set DATABASE_DIRECT_URL/)
  })

  describe('with DATABASE_DIRECT_URL', () => {
    let db: Database
    let app: FastifyInstance

    beforeAll(async () => {
      await settleLogin(world.service.db.url, directUrl)
      // Only two sessions for all connections, so that consecutive transactions run in different sessions.
      const url = await poolerBefore(directUrl, byTransaction, 'default_pool_size = 2')
      db = connect(url, { directUrl })
      app = await buildApp(await partsOn(db), { logLevel: false })
    })
    afterAll(async () => {
      await app.close()
      await db.close()
    })

    it('answers every call', async () => {
      const failed: unknown[] = []
      for (const { call, input } of knownCalls) {
        const token = call.path.startsWith('/api/') ? bearer(world.user) : {}
        const { statusCode, body } = await app.inject(requestOf(call, await input(world), token))
        if (statusCode !== 200) failed.push({ path: call.path, statusCode, body })
      }
      expect(failed).toEqual([])
    })

    it('is ready, as the application with its timeouts', async () => {
      const { parts } = (await app.inject('/health/ready')).json<{ parts: Record<string, string> }>()
      expect(parts).toMatchObject({ database: 'ok', session: 'ok', audit: 'ok' })
      const { rows } = await db.pool.query(
        `select current_user as name, current_setting('statement_timeout') as timeout`,
      )
      expect(rows).toEqual([{ name: 'surefoot_app', timeout: '4s' }])
    })

    it('begins with the next job at once, and has long work done past the pooler', async () => {
      const { promise: done, resolve } = Promise.withResolvers<void>()
      const worker = workOnQueue(db, app.log, { taskList: { tryout: () => resolve() }, concurrency: 1 })
      await db.pool.query(`select graphile_worker.add_job('tryout')`)
      await done
      await worker.stop()
      const { rows } = await db.apart(new AbortController().signal, (sql) =>
        sql
          .selectNoFrom((each) =>
            each.fn<string>('current_setting', [each.val('statement_timeout')]).as('timeout'),
          )
          .execute()
          .then((rows) => ({ rows })),
      )
      expect(rows).toEqual([{ timeout: '10min' }])
    })
  })
}
