import { expect, it } from 'vitest'
import { testDatabase } from '../../../testing/process/database.ts'
import { startServerProcess } from '../../../testing/process/serverProcess.ts'

it.each([
  ['is said once, not for each call', {}, 1],
  ['is not said of a trusted one', { TRUSTED_PROXIES: '10.9.8.0/24, 127.0.0.1' }, 0],
])('DL-3: a proxy that nobody named %s', async (_, settings, times) => {
  const db = await testDatabase()
  const server = await startServerProcess({ DATABASE_URL: db.url, ...settings })
  const knock = (headers: Record<string, string>) => server.fetch('/health/live', { headers })
  await knock({})
  expect(server.log()).not.toContain('TRUSTED_PROXIES')
  for (let time = 0; time < 3; time += 1) await knock({ 'x-forwarded-for': '203.0.113.7' })
  const said = () => server.log().match(/TRUSTED_PROXIES/g) ?? []
  // The log line may appear after the reply.
  await expect.poll(said).toHaveLength(times)
  await server.stop()
  expect(said()).toHaveLength(times)
  expect(server.log()).not.toContain('203.0.113.7')
  await db.close()
})
