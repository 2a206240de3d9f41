import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, it } from 'vitest'
import { checkPatient, tracePerson, type TraceReply } from '../../contract/exchange/pds/pds.ts'
import { savePatient } from '../../contract/patients/patient.ts'
import { loadReferenceData } from '../../db/reference/load.ts'
import { openPds } from '../../server/exchange/pds/openPds.ts'
import { startStandIn } from '../../server/exchange/pds/standIn/standIn.ts'
import { acceptedFrom, secrets, sensitivePerson } from '../../server/exchange/testing/sensitivePerson.ts'
import { usualDocumentSettings } from '../../server/pathways/documents/storage/settings.ts'
import { connect } from '../../server/platform/db/connection/connect.ts'
import { grantLogin } from '../../server/platform/db/connection/grantApplication.ts'
import { migrate } from '../../server/platform/db/migrations/migrate.ts'
import { administer, urlOf } from '../../server/testing/process/globalSetup.ts'
import { installedPostgres, startCluster } from '../../server/testing/process/installedPostgres.ts'
import { testService } from '../../server/testing/process/service.ts'
import { firstOf, type Saved } from '../../server/testing/world/factories.ts'
import { makeBackup } from './makeBackup.ts'
import { databaseFile } from './manifest.ts'
import { postgresProgram } from './postgresPrograms.ts'

/* What PDS sends of a sensitive person, which it must not, is in no backup. */

if (installedPostgres === undefined)
  it('the backup is left out here: PostgreSQL is not installed (Debian: apt-get install postgresql)', () => {
    process.stdout.write(
      'Left out: the backup of a sensitive person, because pg_dump is not installed here\n',
    )
  })
else it('where a sensitive person is, is in no backup', backUp)

async function backUp() {
  const folder = await mkdtemp(join(tmpdir(), 'surefoot-sensitive-'))
  const [cluster, standIn] = await Promise.all([startCluster(), startStandIn()])
  await administer(cluster.url, 'create role surefoot_owner login createrole createdb')
  await administer(cluster.url, 'create database surefoot owner surefoot_owner')
  const ownerUrl = Object.assign(new URL(urlOf(cluster.url, 'surefoot')), {
    username: 'surefoot_owner',
  }).toString()
  await migrate(ownerUrl)
  await grantLogin(ownerUrl, ownerUrl)
  await loadReferenceData(ownerUrl)
  const owner = connect(ownerUrl, { asOwner: true, connections: 2 })
  const application = connect(ownerUrl)
  const drop = async (): Promise<void> => {
    await application.close()
    await owner.close()
  }
  const service = await testService({}, {}, { ...application, url: ownerUrl, owner: owner.pool, drop })
  try {
    const clerk = await service.as('Admissions')
    service.parts.pds = openPds(standIn.settings)
    standIn.fault = 'leaks'
    const { traceId, person } = (
      await service.ask(tracePerson, { nhsNumber: sensitivePerson.nhsNumber }, clerk)
    ).body as TraceReply
    if (person === null) throw new Error('PDS found nobody')
    const { id } = (
      await service.ask(
        savePatient,
        {
          id: 0,
          ...acceptedFrom(person),
          familyName: 'Hideaway',
          genderId: await firstOf(service, 'gender'),
          pdsTraceId: traceId,
        },
        clerk,
      )
    ).body as Saved
    expect((await service.ask(checkPatient, { patientId: id }, clerk)).status).toBe(200)

    const identity = await generateIdentity()
    const backup = join(folder, 'backup')
    const say = (): void => undefined
    const recipient = await identityToRecipient(identity)
    await makeBackup({
      ...{ ownerUrl, recipient, programs: null, folder: backup, say },
      documents: usualDocumentSettings,
    })
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    const dump = join(folder, 'database.dump')
    await writeFile(dump, await decrypter.decrypt(await readFile(join(backup, databaseFile))))
    // As text: in the dump itself the rows are compressed.
    const { status, stdout } = spawnSync(postgresProgram('pg_restore', 15, null), ['-f', '-', dump], {
      encoding: 'utf8',
      maxBuffer: 1024 * 1024 * 1024,
    })
    expect(status).toBe(0)
    expect(stdout).toContain('Hideaway')
    expect(secrets.exec(stdout)?.[0]).toBeUndefined()
  } finally {
    await service.close()
    await Promise.all([cluster.stop(), standIn.close()])
    await rm(folder, { recursive: true })
  }
}
