import { parseArgs } from 'node:util'
import { makeAdministrator } from '../server/accounts/passwords/firstAdministrator.ts'
import { readConfig } from '../server/app/config.ts'
import { reachOwner } from '../server/platform/db/connection/reachDatabase.ts'
import { commandLine } from '../server/platform/settings/commandLine.ts'
import { runCommand } from './runCommand.ts'

/*
 * `npm run administrator -- userName`: makes the first System Administrator of a real service, or with --again lets one
 * in when nobody else can. Prints a one-time secret.
 */
const usage = `Please name one user: ${commandLine('administrator', 'userName')}`

await runCommand(usage, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { again: { type: 'boolean', default: false } },
  })
  const [userName] = positionals
  if (userName === undefined || positionals.length > 1) throw new Error(usage)
  const config = readConfig(process.env)
  const secret = await makeAdministrator(await reachOwner(config), { userName, again: values.again })
  const where = config.isPublicUrlNamed
    ? `at ${config.publicUrl}/login`
    : 'at /login of the address of your service (PUBLIC_URL is not set here)'
  console.log(`
${userName} is a System Administrator. Sign in within a day ${where}

  User name   ${userName}
  Password    ${secret}

You will be asked for a password of your own at once. This one is not shown again.
`)
})
