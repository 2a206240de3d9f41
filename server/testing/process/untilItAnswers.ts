import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** Waits until a PostgreSQL that was started here takes connections; throws where it ends before. */
export const untilItAnswers = async (child: ChildProcess, url: string): Promise<void> => {
  for (let attempt = 0; !(await answers(url)); attempt += 1) {
    if (child.exitCode !== null || attempt === 400) throw new Error('PostgreSQL did not start')
    await sleep(50)
  }
}

const answers = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
