import { getProfile } from '../contract/accounts/session.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { besideAttack } from './beside.ts'
import type { Fault } from './fault.ts'

/** Anonymous callers are refused as fast as they can call: what they leave behind must not grow with them. */
export const refusals: Fault = {
  name: 'refusals',
  says: 'calls without a session come by the thousand, and must not fill the disk',
  run: async ({ start, isLong }) => {
    const calls = isLong ? 30_000 : 6_000
    const target = await start()
    const events = () =>
      withClient(target.ownerUrl, async (owner) => {
        const { rows } = await owner.query<{ refusals: string; bytes: string }>(
          `select (select count(*) from audit_event where kind = 'refusal') as refusals,
             pg_database_size(current_database()) as bytes`,
        )
        return { refusals: Number(rows[0]?.refusals), bytes: Number(rows[0]?.bytes) }
      })
    const before = await events()
    const { result, failed, figures } = await besideAttack(target, () => knock(target.address, calls))
    // A service that stops writes what it has counted.
    const { child } = target
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.send('close')
    await gone
    const after = await events()
    const added = after.refusals - before.refusals
    return {
      outcomes: [
        { says: `all ${calls} were refused`, held: result === calls },
        { says: 'they left a few rows and no row each', held: added > 0 && added < 20 },
        { says: 'nobody else was refused', held: failed === 0 },
      ],
      figures: [
        { what: 'rows added', figure: added, unit: 'rows' },
        { what: 'the database grew by', figure: (after.bytes - before.bytes) / 1024, unit: 'KiB' },
        ...figures,
      ],
    }
  },
}

const atOnce = 20

/** Returns how many were refused. */
const knock = async (address: string, calls: number): Promise<number> => {
  let left = calls
  let refused = 0
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const response = await fetch(`${address}${getProfile.path}`)
      await response.text()
      if (response.status === 401 || response.status === 429) refused += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return refused
}
