import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { downloadDocument } from '../../../../contract/pathways/document.ts'
import { aPathway } from '../../../testing/world/factories.ts'
import { freePort } from '../../../platform/db/embedded/freePort.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { sweepAbandoned } from './chores.ts'
import { openDocuments, type Documents } from '../documents.ts'
import { documentEncryption } from '../../../platform/crypto/keyedEncryption.ts'
import { usualDocumentSettings, type DocumentSettings } from './settings.ts'
import { aLetter, countStored, fileOf, upload } from '../testing/uploads.ts'
import { verifyDocuments } from './verify.ts'

/* FI-7 and DP-6, the same for each place that can store documents. */

let service: TestService
let clinician: TestUser
let usual: Documents
let folder: string
let bucket: { server: S3rver; endpoint: string }
const key = randomBytes(32)

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  usual = { ...service.documents }
  folder = await mkdtemp(join(tmpdir(), 'surefoot-documents-'))
  const port = await freePort()
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'falls' }],
  })
  await server.run()
  bucket = { server, endpoint: `http://127.0.0.1:${port}` }
})
afterAll(async () => {
  await bucket.server.close()
  await service.close()
  await rm(folder, { recursive: true })
})
afterEach(() => void Object.assign(service.documents, usual))

const settingsOf = (store: DocumentSettings['store'], keys = [key]): DocumentSettings => ({
  ...usualDocumentSettings,
  store,
  keys,
  folder: join(folder, 'files'),
  bucket: {
    bucket: 'falls',
    endpoint: bucket.endpoint,
    region: 'eu-west-2',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  },
})

const namesIn = async ({ storage }: Documents): Promise<string[]> => {
  const names: string[] = []
  for await (const name of storage.names(service.db.sql)) names.push(name)
  return names
}

describe.each(['postgres', 'folder', 's3'] as const)('documents in %s', (store) => {
  let pathwayId: number

  beforeEach(async () => {
    Object.assign(service.documents, await openDocuments(settingsOf(store)))
    pathwayId = (await aPathway(service, clinician)).id
    // The folder of the first document must exist before it is listed.
    await upload(service, clinician, pathwayId)
  })

  const expectNoOrphans = async () => {
    expect((await countStored(service)).pending).toBe(0)
    expect((await verifyDocuments(service.db.sql, service.documents)).problems).toEqual([])
  }

  it('come back byte for byte', async () => {
    const content = aLetter(3_000_000)
    const { body } = await upload(service, clinician, pathwayId, { file: fileOf(content) })
    const got = await service.ask(downloadDocument, { id: (body as { id: number }).id }, clinician)
    expect((got.body as Buffer).equals(content)).toBe(true)
    await expectNoOrphans()
  })

  it('refused after they were read leave nothing', async () => {
    const before = await namesIn(service.documents)
    const answers = [
      await upload(service, clinician, 999_999),
      await upload(service, clinician, pathwayId, { DocumentTypeId: 999_999 }),
      await upload(service, clinician, pathwayId, { patientId: 999_999 }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 409])
    expect(await namesIn(service.documents)).toEqual(before)
    await expectNoOrphans()
  })

  it('whose row cannot be written, at whatever step, leave nothing', async () => {
    const before = await namesIn(service.documents)
    const { storage } = service.documents
    const broken = async () => {
      throw new Error('broken on purpose')
    }
    for (const step of ['stage', 'keep'] as const) {
      service.documents.storage = { ...storage, [step]: broken }
      expect((await upload(service, clinician, pathwayId)).status).toBe(500)
    }
    service.documents.storage = {
      ...storage,
      keep: async (...given) => {
        await storage.keep(...given)
        await broken()
      },
    }
    expect((await upload(service, clinician, pathwayId)).status).toBe(500)
    service.documents.storage = storage
    expect(await namesIn(service.documents)).toEqual(before)
    await expectNoOrphans()
    expect((await upload(service, clinician, pathwayId)).status).toBe(200)
  })

  it('sent again with the same key are stored once', async () => {
    const file = fileOf(aLetter())
    const before = await namesIn(service.documents)
    for (let time = 0; time < 3; time += 1)
      expect(
        (await upload(service, clinician, pathwayId, { file }, { 'idempotency-key': `again-${store}` }))
          .status,
      ).toBe(200)
    expect(await namesIn(service.documents)).toHaveLength(before.length + 1)
    await expectNoOrphans()
  })
})

describe.each(['folder', 's3'] as const)('content in %s', (store) => {
  it('that a crash left without a document is deleted, and no other', async () => {
    Object.assign(service.documents, await openDocuments(settingsOf(store)))
    const pathwayId = (await aPathway(service, clinician)).id
    const { body } = await upload(service, clinician, pathwayId)
    const before = await namesIn(service.documents)
    const { storage } = service.documents
    service.documents.storage = {
      ...storage,
      keep: async () => {
        throw new Error('broken on purpose')
      },
      discardUnowned: async () => {
        throw new Error('the place is away')
      },
    }
    expect((await upload(service, clinician, pathwayId)).status).toBe(500)
    service.documents.storage = storage
    expect(await namesIn(service.documents)).toHaveLength(before.length + 1)
    await sweepAbandoned(service)
    expect((await countStored(service)).pending).toBe(1)
    await sweepAbandoned(service, '0 seconds')
    expect(await namesIn(service.documents)).toEqual(before)
    expect((await countStored(service)).pending).toBe(0)
    expect((await service.ask(downloadDocument, body as { id: number }, clinician)).status).toBe(200)
  })

  it('is still read when new documents go elsewhere, and after a change of keys', async () => {
    Object.assign(service.documents, await openDocuments(settingsOf(store)))
    const pathwayId = (await aPathway(service, clinician)).id
    const { body } = await upload(service, clinician, pathwayId)
    Object.assign(service.documents, await openDocuments(settingsOf('postgres', [randomBytes(32), key])))
    expect((await service.ask(downloadDocument, body as { id: number }, clinician)).status).toBe(200)
    Object.assign(service.documents, await openDocuments(settingsOf('postgres', [randomBytes(32)])))
    expect((await service.ask(downloadDocument, body as { id: number }, clinician)).status).toBe(500)
  })
})

describe('content in a folder', () => {
  it('cannot be read there, and does not open once it is changed or moved', async () => {
    Object.assign(service.documents, await openDocuments(settingsOf('folder')))
    const pathwayId = (await aPathway(service, clinician)).id
    const { body } = await upload(service, clinician, pathwayId, { file: fileOf(aLetter(200)) })
    const { stored_name: name } = await service.db.sql
      .selectFrom('document')
      .select('stored_name')
      .where('id', '=', (body as { id: number }).id)
      .executeTakeFirstOrThrow()
    const file = join(folder, 'files', name.slice(0, 2), name)
    const sealed = await readFile(file)
    expect(sealed.includes('Letter')).toBe(false)
    expect((await readdir(join(file, '..'))).filter((one) => one.endsWith('.part'))).toEqual([])
    sealed[60] = (sealed[60] ?? 0) ^ 1
    await writeFile(file, sealed)
    expect((await service.ask(downloadDocument, body as { id: number }, clinician)).status).toBe(500)
    await rm(file)
    expect((await verifyDocuments(service.db.sql, service.documents)).problems).toHaveLength(1)
  })

  it('is encrypted under its name', () => {
    const seal = documentEncryption([key])
    const sealed = seal.close('one', Buffer.from('words'))
    expect(seal.open('one', sealed)?.toString()).toBe('words')
    expect(seal.open('other', sealed)).toBeNull()
    expect(seal.open('one', sealed.subarray(0, 20))).toBeNull()
  })
})
