import { Client } from 'pg'

/**
 * Does the work on a connection of its own, which is closed afterwards. For starts and scripts: calls use the pool.
 * @param connectWithinMs how long to wait for a connection; 0 for as long as the system does
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
  // A connection that breaks also fails the query that is running, and the next one: nothing is lost here.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
