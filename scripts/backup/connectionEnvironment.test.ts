import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectionEnvironment } from './connectionEnvironment.ts'

/* What docs/operate/operations.md says to set for an authority of one's own reaches pg_dump and pg_restore. */

const address = 'postgres://owner:word@db.example.org/surefoot?sslmode=verify-full'

describe('the authority of a database', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('is that of PGSSLROOTCERT', () => {
    vi.stubEnv('PGSSLROOTCERT', '/etc/ssl/authority.pem')
    expect(connectionEnvironment(address)).toMatchObject({
      PGSSLMODE: 'verify-full',
      PGSSLROOTCERT: '/etc/ssl/authority.pem',
    })
  })

  it('is that of the address where it names one', () => {
    vi.stubEnv('PGSSLROOTCERT', '/etc/ssl/authority.pem')
    expect(connectionEnvironment(`${address}&sslrootcert=/other.pem`)['PGSSLROOTCERT']).toBe('/other.pem')
  })

  it('is left to PostgreSQL where nothing names it', () => {
    vi.stubEnv('PGSSLROOTCERT', undefined)
    expect(connectionEnvironment(address)).not.toHaveProperty('PGSSLROOTCERT')
  })
})
