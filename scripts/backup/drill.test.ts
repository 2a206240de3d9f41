import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '../../server/platform/db/connection/withClient.ts'
import { loadReferenceData } from '../../db/reference/load.ts'
import { sealAudit } from '../../server/platform/audit/seal/sealer.ts'
import { connect } from '../../server/platform/db/connection/connect.ts'
import { grantLogin } from '../../server/platform/db/connection/grantApplication.ts'
import { migrate } from '../../server/platform/db/migrations/migrate.ts'
import { openDocuments } from '../../server/pathways/documents/documents.ts'
import {
  usualDocumentSettings,
  type DocumentSettings,
} from '../../server/pathways/documents/storage/settings.ts'
import { upload } from '../../server/pathways/documents/testing/uploads.ts'
import { startServer } from '../../server/app/server.ts'
import { aFrat, aPathway, aPatient } from '../../server/testing/world/factories.ts'
import { administer, urlOf } from '../../server/testing/process/globalSetup.ts'
import {
  installedPostgres,
  startCluster,
  type Cluster,
} from '../../server/testing/process/installedPostgres.ts'
import { testService } from '../../server/testing/process/service.ts'
import { carriesPatientData, canaries } from '../../server/testing/world/world.ts'
import { checkBackup } from './checkBackup.ts'
import { connectionEnvironment } from './connectionEnvironment.ts'
import { makeBackup } from './makeBackup.ts'
import { databaseFile, manifestFile } from './manifest.ts'
import { copyToStores } from './outsideDocuments.ts'
import { postgresProgram } from './postgresPrograms.ts'
import { restoreDatabase } from './restoreBackup.ts'
import { verifyRestored } from './verifyRestored.ts'

/* A backup is what comes back: into a cluster that has neither database nor roles, with every document. */

describe('a program of PostgreSQL that is too old', () => {
  it('is named, with what to install', () => {
    expect(() => postgresProgram('pg_dump', 99, null)).toThrow(
      /^pg_dump of PostgreSQL 99 or newer is needed and was not found.*please install the package postgresql-client-99/,
    )
  })
})

if (installedPostgres === undefined)
  it('the drill is left out here: PostgreSQL is not installed (Debian: apt-get install postgresql)', () => {
    process.stdout.write(
      'Left out: the restore drill, because PostgreSQL with pg_dump is not installed here\n',
    )
  })
else describe('the restore drill', drill)

const say = (): void => undefined

function drill() {
  let here: Cluster
  let there: Cluster
  let folder: string
  let identity: string
  let recipient: string
  let documents: DocumentSettings
  let backup: string

  const ownerOf = (cluster: Cluster): string => {
    const url = new URL(urlOf(cluster.url, 'surefoot'))
    url.username = 'surefoot_owner'
    return url.toString()
  }

  /** What docs/operate/operations.md tells an administrator to do in a new cluster. */
  const prepare = async (cluster: Cluster): Promise<void> => {
    await administer(cluster.url, 'create role surefoot_owner login createrole createdb')
    await administer(cluster.url, 'create database surefoot owner surefoot_owner')
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'surefoot-drill-'))
    identity = await generateIdentity()
    recipient = await identityToRecipient(identity)
    documents = {
      ...usualDocumentSettings,
      store: 'folder',
      folder: join(folder, 'documents'),
      keys: [Buffer.alloc(32, 7)],
    }
    ;[here, there] = await Promise.all([startCluster(), startCluster()])
    await prepare(here)
    const url = ownerOf(here)
    await migrate(url)
    await grantLogin(url, url)
    await loadReferenceData(url)
    const owner = connect(url, { asOwner: true, connections: 2 })
    const application = connect(url)
    const drop = async (): Promise<void> => {
      await application.close()
      await owner.close()
    }
    const service = await testService({}, {}, { ...application, url, owner: owner.pool, drop })
    const clinician = await service.as('Clinician')
    const patient = await aPatient(service, clinician, { familyName: canaries.familyName })
    const pathway = await aPathway(service, clinician, { patientId: patient.id })
    await aFrat(service, clinician, pathway.id)
    // One document in the database and two outside it.
    for (const stored of [usualDocumentSettings, documents, documents]) {
      service.parts.documents = await openDocuments({ ...documents, store: stored.store })
      expect((await upload(service, clinician, pathway.id)).status).toBe(200)
    }
    await sealAudit(service.db.pool)
    await service.close()
    backup = join(folder, 'backup')
    await makeBackup({ ownerUrl: url, documents, recipient, programs: null, folder: backup, say })
  })
  afterAll(async () => {
    await Promise.all([here.stop(), there.stop()])
    await rm(folder, { recursive: true })
  })

  const restored = (cluster: Cluster, more: { folder?: string; identity?: string } = {}) =>
    restoreDatabase({ ownerUrl: ownerOf(cluster), identity, programs: null, folder: backup, say, ...more })

  it('writes nothing of a patient that can be read without the key', async () => {
    const manifest = await readFile(join(backup, manifestFile), 'utf8')
    expect(carriesPatientData(manifest)).toBe(false)
    expect((await readFile(join(backup, databaseFile))).subarray(0, 21).toString()).toBe(
      'age-encryption.org/v1',
    )
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('tries a backup out beside the database, and leaves nothing there', async () => {
    const options = { ownerUrl: ownerOf(here), identity, programs: null, folder: backup, say, documents }
    await administer(here.url, 'alter role surefoot_owner nocreatedb')
    await expect(checkBackup(options)).rejects.toThrow(
      /^The owner may not create a database: please run "alter role/,
    )
    await administer(here.url, 'alter role surefoot_owner createdb')
    expect(await checkBackup(options)).toEqual([])
    const { rows } = await withClient(here.url, (superuser) =>
      superuser.query(`select datname from pg_database where datname like '%check%'`),
    )
    expect(rows).toEqual([])
  })

  it('restores nothing with another key, or from a backup that was changed', async () => {
    await prepare(there)
    await expect(restored(there, { identity: await generateIdentity() })).rejects.toThrow(
      'The backup cannot be opened: BACKUP_IDENTITY is not the one that it was made for',
    )
    const changed = join(folder, 'changed')
    await cp(backup, changed, { recursive: true })
    const bytes = await readFile(join(changed, databaseFile))
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
    await writeFile(join(changed, databaseFile), bytes)
    await expect(restored(there, { folder: changed })).rejects.toThrow('its checksum differs')
  })

  it('brings all of it into an empty cluster, where the service starts', async () => {
    const elsewhere = { ...documents, folder: join(folder, 'documents there') }
    const manifest = await restored(there)
    await copyToStores(elsewhere, backup, manifest.documents, say)
    expect(manifest.documents).toHaveLength(2)
    expect(await verifyRestored(ownerOf(there), await openDocuments(elsewhere))).toEqual([])
    await migrate(ownerOf(there))
    await grantLogin(ownerOf(there), ownerOf(there))
    const server = await startServer({
      databaseUrl: ownerOf(there),
      host: '127.0.0.1',
      port: 0,
      logLevel: false,
      documents: elsewhere,
      web: null,
    })
    const answer = await fetch(`${server.address}/health/ready`)
    expect(await answer.json()).toMatchObject({ status: 'ok' })
    await server.close()
  })

  it('refuses a database that is not empty', async () => {
    await expect(restored(there)).rejects.toThrow('The database is not empty')
  })

  it('comes back by the commands of PostgreSQL alone, once the roles are there', async () => {
    await administer(there.url, 'drop database surefoot with (force)')
    await administer(there.url, 'create database surefoot owner surefoot_owner')
    const run = (name: 'pg_dump' | 'pg_restore', url: string, ...args: string[]) =>
      spawnSync(postgresProgram(name, 15, null), args, { env: connectionEnvironment(url), encoding: 'utf8' })
    const file = join(folder, 'surefoot.dump')
    expect(run('pg_dump', ownerOf(here), '-Fc', '-f', file)).toMatchObject({ status: 0, stderr: '' })
    const roles = await readFile(join(import.meta.dirname, '../../db/roles.sql'), 'utf8')
    await administer(ownerOf(there), roles)
    expect(
      run('pg_restore', ownerOf(there), '--exit-on-error', '--no-owner', '-d', 'surefoot', file),
    ).toMatchObject({ status: 0, stderr: '' })
    await migrate(ownerOf(there))
    await grantLogin(ownerOf(there), ownerOf(there))
    const db = connect(ownerOf(there))
    expect((await db.sql.selectFrom('patient').select('family_name').execute()).length).toBe(1)
    await db.close()
  })
}
