import { readConfig } from '../server/app/config.ts'
import { connect } from '../server/platform/db/connection/connect.ts'
import { resealStored } from '../server/app/secretKey/reseal.ts'
import { commandLine } from '../server/platform/settings/commandLine.ts'
import { openDatabase } from './openDatabase.ts'
import { runCommand } from './runCommand.ts'

/*
 * `npm run reseal`: seals with SECRET_KEY what SECRET_OLD_KEY sealed, so that the old key can be given up (OP-7,
 * docs/operate/operations.md). It may be run while the service works with both keys, and as often as wanted. Exit code 1 when
 * something opens with neither key.
 */
await runCommand(`Use: ${commandLine('reseal')}, with SECRET_KEY and SECRET_OLD_KEY`, async () => {
  const config = readConfig(process.env)
  if (config.secretKey === undefined || Buffer.isBuffer(config.secretKey))
    throw new Error('SECRET_KEY and SECRET_OLD_KEY are needed: the new key and the one before')
  const [newest, before] = config.secretKey
  const opened = await openDatabase(config)
  const db = connect(opened.applicationUrl, { connections: 1 })
  try {
    const done = await resealStored(db.pool, { newest, before })
    for (const { what, resealed, current, unopened } of done)
      console.log(
        `${what}: ${resealed} sealed with the new key, ${current} were already${unopened > 0 ? `, ${unopened} open with neither key` : ''}`,
      )
    process.exitCode = done.every(({ unopened }) => unopened === 0) ? 0 : 1
  } finally {
    await db.close()
    await opened.close()
  }
})
