import { implausible, rules } from '../db/seed/demonstration/plausibility.ts'
import { readConfig } from '../server/app/config.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { openDatabase } from './openDatabase.ts'
import { runCommand } from './runCommand.ts'

/*
 * `npm run plausibility`: whether the demonstration of this data folder holds to the rules of what a clinician believes, as
 * of the day on which it was made. What people did in it since counts too. Exit code 1 when a rule does not hold.
 */
await runCommand('Use: DATA_FOLDER=./data npm run plausibility', async () => {
  const opened = await openDatabase({ ...readConfig(process.env), isDataFolderNamed: true })
  try {
    const wrong = await withClient(opened.ownerUrl, async (client) => {
      const { rows } = await client.query<{ day: string | null }>(
        `select to_char(min(created_at) at time zone 'Europe/London', 'YYYY-MM-DD') as day from app_user`,
      )
      return implausible(client, rows[0]?.day ?? '')
    })
    for (const each of wrong) console.log(each)
    console.log(`${rules.length - wrong.length} of ${rules.length} rules hold.`)
    process.exitCode = wrong.length === 0 ? 0 : 1
  } finally {
    await opened.close()
  }
})
