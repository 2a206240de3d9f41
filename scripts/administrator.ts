import { parseArgs } from 'node:util'
import { makeAdministrator } from '../server/accounts/passwords/firstAdministrator.ts'
import { readConfig } from '../server/config.ts'

/*
 * `npm run administrator -- userName`: makes the first System Administrator of a real service, or with --again lets one
 * in when nobody else can. Prints a one-time secret.
 */
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { again: { type: 'boolean', default: false } },
  })
  const [userName] = positionals
  if (userName === undefined || positionals.length > 1)
    throw new Error('Please name one user: npm run administrator -- userName')
  const { databaseOwnerUrl, publicUrl } = readConfig(process.env)
  if (databaseOwnerUrl === undefined)
    throw new Error(
      'DATABASE_URL or DATABASE_OWNER_URL is missing: the address of the database of the service',
    )
  const secret = await makeAdministrator(databaseOwnerUrl, { userName, again: values.again })
  console.log(`
${userName} is a System Administrator. Sign in within a day at ${publicUrl}/login

  User name   ${userName}
  Password    ${secret}

You will be asked for a password of your own at once. This one is not shown again.
`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
