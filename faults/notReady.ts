import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../server/db/withClient.ts'
import { startStandInClamd } from '../server/documents/testing/standInClamd.ts'
import { wireTo } from '../server/testing/wire.ts'
import type { Fault, Figure, Outcome } from './fault.ts'

const timeoutMs = 10_000

/** What the service needs goes away and comes back: `/health/ready` says so both times. */
export const notReady: Fault = {
  name: 'not-ready',
  says: 'the database is away, silent or full and the scanner is away: readiness flips and comes back',
  run: async ({ start }) => {
    // Only to learn where the shared database is.
    const first = await start()
    const wire = await wireTo(first.applicationUrl)
    await first.stop()
    const clamd = await startStandInClamd()
    const { host, port } = clamd.address
    const target = await start({
      databaseUrl: wire.url,
      settings: { DOCUMENT_SCANNER: `tcp://${host}:${port}` },
    })
    const owner = (text: string) => withClient(target.ownerUrl, (client) => client.query(text))
    const readiness = async (): Promise<number> => {
      const response = await fetch(`${target.address}/health/ready`, {
        signal: AbortSignal.timeout(timeoutMs),
      })
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
    const accidents: [what: string, fail: () => unknown, mend: () => unknown][] = [
      ['the database is away', () => wire.cut(), () => wire.mend()],
      ['the database is silent', () => wire.silence(), () => wire.mend()],
      ['the disk of the database is full', () => owner(fill), () => owner(empty)],
      ['the scanner is away', () => (clamd.mood = 'hangs up'), () => (clamd.mood = 'well')],
    ]
    try {
      await becomes('ready at first', 200)
      for (const [what, fail, mend] of accidents) {
        await fail()
        await becomes(`not ready once ${what}`, 503)
        await mend()
        await becomes('ready again', 200)
      }
    } finally {
      await wire.cut()
      await clamd.stop()
    }
    return { outcomes, figures }
  },
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
