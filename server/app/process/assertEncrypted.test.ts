import { describe, expect, it } from 'vitest'
import { assertEncrypted } from './assertEncrypted.ts'

const refusalOf = (urls: Partial<Parameters<typeof assertEncrypted>[0]>): string[] => {
  try {
    assertEncrypted({
      ...{ databaseUrl: undefined, databaseOwnerUrl: undefined, databaseDirectUrl: undefined },
      ...{ databaseReplicaUrl: undefined, isDatabaseNetworkPrivate: false },
      ...urls,
    })
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

const remote = 'postgres://surefoot:secret@db.example.org:5432/surefoot'

describe('DP-6: an address of the database', () => {
  it.each([
    ['with the whole check', `${remote}?sslmode=verify-full`],
    ['with TLS asked for', `${remote}?sslmode=require`],
    ['with ssl', `${remote}?ssl=true`],
    ['with an authority', `${remote}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`],
    ['with an authority alone', `${remote}?sslrootcert=/nowhere/ca.pem`],
    ['of this machine', 'postgres://surefoot@127.0.0.1:5432/surefoot'],
    ['of this machine by name', 'postgres://surefoot@localhost/surefoot'],
    ['of this machine in the other family', 'postgres://surefoot@[::1]:5432/surefoot'],
    ['of a socket', 'postgres://surefoot@localhost/surefoot?host=/var/run/postgresql'],
    ['of a socket in its place', 'postgres://surefoot@%2Fvar%2Frun%2Fpostgresql/surefoot'],
  ])('%s is taken', (_, databaseUrl) => {
    expect(refusalOf({ databaseUrl, databaseOwnerUrl: databaseUrl })).toEqual([])
  })

  it.each([
    ['without a word of it', remote],
    ['with TLS switched off', `${remote}?sslmode=disable`],
    ['with ssl switched off', `${remote}?ssl=0`],
    ['with an authority that is not filled in', `${remote}?sslrootcert=`],
    ['with an authority and TLS switched off', `${remote}?sslmode=disable&sslrootcert=/nowhere/ca.pem`],
    ['of another machine by number', 'postgres://surefoot:secret@10.0.0.7/surefoot'],
    [
      'of a machine that is called like this one',
      'postgres://surefoot:secret@localhost.example.org/surefoot',
    ],
  ])('%s is refused in one line without the password', (_, databaseUrl) => {
    const lines = refusalOf({ databaseUrl, databaseOwnerUrl: databaseUrl })
    expect(lines).toEqual([
      expect.stringMatching(/^DATABASE_URL: .*sslmode=verify-full.*DATABASE_NETWORK_PRIVATE=yes/),
    ])
    expect(lines.join()).not.toContain('secret')
    expect(refusalOf({ databaseUrl, isDatabaseNetworkPrivate: true })).toEqual([])
  })

  it('is named for each setting that has one', () => {
    const lines = refusalOf({
      databaseUrl: `${remote}?sslmode=verify-full`,
      databaseOwnerUrl: remote,
      databaseDirectUrl: remote,
      databaseReplicaUrl: remote,
    })
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'DATABASE_OWNER_URL',
      'DATABASE_DIRECT_URL',
      'DATABASE_REPLICA_URL',
    ])
  })
})
