import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { startStandInClamd } from '../server/pathways/documents/testing/standInClamd.ts'
import { startOwnDatabase } from '../server/testing/process/ownDatabase.ts'
import { pgBouncerProgram, startPgBouncer, type PgBouncer } from '../server/testing/process/pgBouncer.ts'
import { wireTo } from '../server/testing/values/wire.ts'
import type { Fault, Figure, Findings, Outcome } from './fault.ts'
import { addLogin, startService } from './service.ts'

const timeoutMs = 10_000

/** What the service needs goes away and comes back: `/health/ready` and the log say so both times. */
export const notReady: Fault = {
  name: 'not-ready',
  says: 'the database away, silent, full or closed, the pooler, the store and the scanner away: readiness flips, names the part and comes back',
  run: async () => {
    const database = await startOwnDatabase()
    const closing: (() => unknown)[] = []
    try {
      const wire = await wireTo(await addLogin(database.ownerUrl, 'surefoot_not_ready'))
      closing.push(wire.cut)
      const pooler = await poolerBefore(wire.url)
      if (pooler !== null) closing.push(pooler.stop)
      const clamd = await startStandInClamd()
      closing.push(clamd.stop)
      const documents = join(database.folder, 'documents')
      await mkdir(documents)
      const service = await startService({
        ...(pooler === null
          ? { DATABASE_URL: wire.url }
          : { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: wire.url }),
        DATABASE_OWNER_URL: database.ownerUrl,
        SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
        DOCUMENT_STORE: 'folder',
        DOCUMENT_FOLDER: documents,
        DOCUMENT_KEY: Buffer.alloc(32, 9).toString('base64'),
        DOCUMENT_SCANNER: `tcp://${clamd.address.host}:${clamd.address.port}`,
        // Neither is there: people can work without them, and messages wait.
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'surefoot@example.org',
        LOG_LEVEL: 'warn',
      })
      closing.push(service.end)
      const owner = (text: string) => withClient(database.ownerUrl, (client) => client.query(text))
      const accidents: Accident[] = [
        // A pooler keeps waiting for it, so that it may look slow.
        ['the database is away', 'database ', wire.cut, wire.mend],
        ['the database is silent', 'database slow', wire.silence, wire.mend],
        ['the disk of the database is full', 'database full', () => owner(fill), () => owner(empty)],
        [
          'the audit trail cannot be written',
          'audit closed',
          () => owner('revoke insert on audit_event from surefoot_app'),
          () => owner('grant insert on audit_event to surefoot_app'),
        ],
        ...(pooler === null
          ? []
          : [['the pooler is away', 'database away', pooler.stop, pooler.start] satisfies Accident]),
        [
          'the store of documents is away',
          'documents away',
          async () => {
            await rename(documents, `${documents}.away`)
            await writeFile(documents, '')
          },
          async () => {
            await rm(documents)
            await rename(`${documents}.away`, documents)
          },
        ],
        ['the scanner is away', 'scanner away', () => (clamd.mood = 'babbles'), () => (clamd.mood = 'well')],
      ]
      const said = () => service.lines().findLast(({ msg }) => msg.startsWith('not ready'))?.msg
      const findings = await meet(service.address, accidents, said)
      return pooler === null
        ? { ...findings, leftOut: 'the pooler, which is not installed here: apt-get install pgbouncer' }
        : findings
    } finally {
      for (const close of closing.toReversed()) await close()
      await database.stop()
    }
  },
}

type Accident = [what: string, inLog: string, fail: () => unknown, mend: () => unknown]

const meet = async (
  address: string,
  accidents: readonly Accident[],
  said: () => string | undefined,
): Promise<Findings> => {
  const readiness = async (): Promise<number> => {
    const response = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(timeoutMs) })
    await response.text()
    return response.status
  }
  const outcomes: Outcome[] = []
  const figures: Figure[] = []
  const becomes = async (says: string, status: number): Promise<void> => {
    const began = performance.now()
    let seen = await readiness()
    while (seen !== status && performance.now() - began < timeoutMs) {
      await sleep(50)
      seen = await readiness()
    }
    outcomes.push({ says, held: seen === status })
    figures.push({ what: says, figure: performance.now() - began, unit: 'ms' })
  }
  await becomes('ready at first, though mail is away', 200)
  for (const [what, inLog, fail, mend] of accidents) {
    await fail()
    await becomes(`not ready once ${what}`, 503)
    // A line takes its way through a pipe.
    for (let tries = 0; tries < 40 && said()?.includes(inLog) !== true; tries += 1) await sleep(50)
    const line = said()
    outcomes.push({ says: `the log names it (${line})`, held: line?.includes(inLog) === true })
    await mend()
    await becomes('ready again', 200)
  }
  return { outcomes, figures }
}

interface StoppablePooler {
  url: string
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** Null where there is no PgBouncer. */
const poolerBefore = async (url: string): Promise<StoppablePooler | null> => {
  if (pgBouncerProgram === undefined) return null
  const start = (at?: number): Promise<PgBouncer> =>
    startPgBouncer(
      url,
      ['pool_mode = transaction', 'server_login_retry = 1', 'server_connect_timeout = 2'],
      at,
    )
  let running: PgBouncer | null = await start()
  const { url: own } = running
  return {
    url: own,
    stop: async () => {
      await running?.stop()
      running = null
    },
    start: async () => {
      running = await start(Number(new URL(own).port))
    },
  }
}

/** Every table that is written refuses as a full disk does; a real one needs a disk to fill. */
const fill = `
  create function fill() returns trigger language plpgsql as $$
  begin raise exception 'could not extend file' using errcode = '53100'; end $$;
  do $$ declare one text; begin
    for one in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('create trigger fill before insert or update on %I for each row execute function fill()', one);
    end loop;
  end $$`
const empty = 'drop function fill cascade'
