import { faultInWords } from '../../settings/faultInWords.ts'
import { withClient } from './withClient.ts'

const mostMs = 10_000

/** Connects once. Throws a sentence that names the setting, the host and what to do, but not the password. */
export const reachDatabase = async (setting: string, url: string): Promise<void> => {
  const { host, pathname, username } = new URL(url)
  try {
    await withClient(url, async () => undefined, mostMs)
  } catch (error) {
    throw new Error(
      `${setting}: the database ${decodeURIComponent(pathname.slice(1))} at ${host} does not let ${decodeURIComponent(username)} in: ${faultInWords(error)}.`,
      { cause: error },
    )
  }
}

/** The same for commands outside the service, which work as the owner. Returns the owner's URL. */
export const reachOwner = async ({
  databaseUrl,
  databaseOwnerUrl,
}: {
  databaseUrl: string | undefined
  databaseOwnerUrl: string | undefined
}): Promise<string> => {
  if (databaseOwnerUrl === undefined)
    throw new Error('DATABASE_URL or DATABASE_OWNER_URL is missing: the URL of the database of the service')
  await reachDatabase(
    databaseUrl === databaseOwnerUrl ? 'DATABASE_URL' : 'DATABASE_OWNER_URL',
    databaseOwnerUrl,
  )
  return databaseOwnerUrl
}
