import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, inject, it } from 'vitest'
import { administer, urlOf } from '../../../testing/process/globalSetup.ts'
import { dropDatabase } from './dropDatabase.ts'

it('waits for a connection that only a superuser may end, such as an autovacuum worker', async () => {
  const serverUrl = inject('ownerUrl')
  const name = `surefoot_drop_${randomBytes(6).toString('hex')}`
  await administer(serverUrl, `create database ${name}`)
  await administer(serverUrl, `create role ${name} login password 'kettle'`)
  const url = new URL(urlOf(serverUrl, name))
  url.username = name
  url.password = 'kettle'
  const other = new Client(url.href)
  await other.connect()

  await expect(dropDatabase(serverUrl, name, 0)).rejects.toMatchObject({ code: '42501' })
  const dropping = dropDatabase(serverUrl, name)
  await setTimeout(300)
  await other.end()
  await dropping
  await administer(serverUrl, `drop role ${name}`)

  await expect(administer(urlOf(serverUrl, name), 'select')).rejects.toMatchObject({ code: '3D000' })
})

it('is refused at once for the database of another owner', async () => {
  await expect(dropDatabase(inject('ownerUrl'), 'template1')).rejects.toMatchObject({ code: '42501' })
})
