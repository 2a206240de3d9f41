import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { loadReferenceData } from '../../../db/reference/load.ts'
import { dropDatabase } from '../../platform/db/connection/dropDatabase.ts'
import { startEmbedded } from '../../platform/db/embedded/embedded.ts'
import { makeDataFolder } from '../../platform/db/embedded/makeDataFolder.ts'
import { grantLogin } from '../../platform/db/connection/grantApplication.ts'
import { migrate } from '../../platform/db/migrations/migrate.ts'
import type { Passwords } from '../../platform/db/connection/roles.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a login that may create databases. */
    ownerUrl: string
    /** A migrated database with the reference data, copied for each test file. */
    template: string
  }
}

/**
 * One PostgreSQL for the whole run: the one of DATABASE_URL, else an embedded one of its own. Its template database
 * is migrated and filled once; every test file works on a copy.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const outside = process.env['DATABASE_URL']
  const server = outside === undefined ? await startOwn() : { ownerUrl: outside, stop: async () => undefined }
  const template = `surefoot_test_${process.pid}`
  await administer(server.ownerUrl, `create database ${template}`)
  const templateUrl = urlOf(server.ownerUrl, template)
  await migrate(templateUrl)
  await grantLogin(templateUrl, templateUrl)
  await loadReferenceData(templateUrl)
  project.provide('ownerUrl', server.ownerUrl)
  project.provide('template', template)
  return async () => {
    await dropDatabase(server.ownerUrl, template)
    await server.stop()
  }
}

const startOwn = async () => {
  const folder = await makeDataFolder()
  const database = await startEmbedded({ dataFolder: folder })
  await spareTheDisk(folder, database.ownerUrl)
  return {
    ownerUrl: database.ownerUrl,
    stop: async () => {
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** These data need not outlive the machine, so a commit does not wait for the disk, and writes no whole pages for it. A killed server still loses none. */
const spareTheDisk = async (folder: string, ownerUrl: string): Promise<void> => {
  const { superuser } = JSON.parse(
    await readFile(join(folder, 'postgres/passwords.json'), 'utf8'),
  ) as Passwords
  const url = new URL(urlOf(ownerUrl, 'postgres'))
  url.username = 'postgres'
  url.password = superuser
  await administer(url.toString(), 'alter system set fsync = off')
  await administer(url.toString(), 'alter system set full_page_writes = off')
  await administer(url.toString(), 'select pg_reload_conf()')
}

export const urlOf = (serverUrl: string, database: string): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.toString()
}

export const administer = async (url: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
