import { Client } from 'pg'

/**
 * Does the work on a connection of its own and closes it afterwards. For the start and for scripts; calls use the pool.
 * @param connectWithinMs how long to wait for a connection; 0 leaves it to the operating system
 */
export const withClient = async <T>(
  url: string,
  work: (client: Client) => Promise<T>,
  connectWithinMs = 0,
): Promise<T> => {
  const client = new Client({
    connectionString: url,
    application_name: 'surefoot start',
    connectionTimeoutMillis: connectWithinMs,
  })
  // A connection that breaks also fails the running query and the next one, so nothing is lost by ignoring the error
  // here.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
