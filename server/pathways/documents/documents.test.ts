import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { uploadDocument } from '../../../contract/pathways/document.ts'
import {
  deleteDocument,
  deleteDocumentByAddress,
  downloadDocument,
  listDocuments,
  maximumFileBytes,
  restoreDocument,
} from '../../../contract/pathways/document.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { getPathway, savePathway } from '../../../contract/pathways/referral/pathway.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { aPathway, type Saved } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { verifyStages } from '../worklists/verify.ts'
import { ordinary, pdf } from './testing/files.ts'
import {
  aLetter,
  clinicLetter,
  countStored,
  documentsOf,
  fileOf,
  upload as uploadTo,
} from './testing/uploads.ts'
import { verifyDocuments } from './storage/verify.ts'

let service: TestService
let clinician: TestUser
let lead: TestUser
let typeId: number

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  lead = await service.as('Team Lead')
  typeId = await clinicLetter(service)
})
afterAll(() => service.close())

const upload = (pathwayId: number, more = {}, user: TestUser | null = clinician, headers = {}) =>
  uploadTo(service, user, pathwayId, more, headers)

const aDocument = async (pathwayId: number, more: Partial<InputOf<typeof uploadDocument>> = {}) => {
  const { status, body } = await upload(pathwayId, more)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as Saved
}

const list = (pathwayId: number, user = clinician, deletedToo = false) =>
  documentsOf(service, user, pathwayId, deletedToo)

const eventsOf = async (action: string) => {
  const { rows } = await service.db.owner.query<{ kind: string; records: unknown; pathway_ids: number[] }>(
    'select kind, records, pathway_ids::integer[] from audit_event where action = $1 order by id',
    [action],
  )
  return rows
}

describe('a document', () => {
  it('is kept with its type, who and when, and comes back byte for byte as an attachment', async () => {
    const pathway = await aPathway(service, clinician)
    const content = aLetter(200_000)
    const saved = await aDocument(pathway.id, { file: fileOf(content, 'Ashworth – Übersicht "2026".txt') })
    expect(saved.version).toBe(1)
    const [shown, ...others] = await list(pathway.id)
    expect(others).toEqual([])
    expect(shown).toMatchObject({
      id: saved.id,
      isActive: true,
      pathwayId: pathway.id,
      documentTypeId: typeId,
      fileName: 'Ashworth – Übersicht _2026_.txt',
      kind: 'txt',
      sizeBytes: 200_000,
      availability: 'available',
      changedBy: null,
      names: { documentType: 'Clinic letter' },
    })
    expect(shown?.uploadedBy).toMatch(/^Robin Tester/)

    const { status, body, headers } = await service.ask(downloadDocument, { id: saved.id }, clinician)
    expect(status).toBe(200)
    expect((body as Buffer).equals(content)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': `attachment; filename="Ashworth _ U_bersicht _2026_.txt"; filename*=UTF-8''Ashworth%20%E2%80%93%20%C3%9Cbersicht%20_2026_.txt`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const [write] = (await eventsOf('POST /api/document/upload')).slice(-1)
    expect(write).toMatchObject({ kind: 'write', pathway_ids: [pathway.id] })
    const [read] = (await eventsOf('GET /api/document/download')).slice(-1)
    expect(read).toMatchObject({
      kind: 'read',
      pathway_ids: [pathway.id],
      records: [{ entity: 'document', id: saved.id, version: 1 }],
    })
  })

  it.each(Object.values(ordinary))(
    'may be $name, and is called what it is',
    async ({ name, type, content }) => {
      const pathway = await aPathway(service, clinician)
      const { id } = await aDocument(pathway.id, { file: fileOf(content, name, type) })
      const { headers } = await service.ask(downloadDocument, { id }, clinician)
      expect(headers['content-type']).toBe(type)
      expect(headers['content-disposition']).toContain(`filename="${name}"`)
    },
  )

  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\nurse\\letter.pdf', 'letter.pdf'],
    ['a\r\nSet-Cookie: b.pdf', 'aSet-Cookie_ b.pdf'],
    ['letter\u202efdp.pdf', 'letterfdp.pdf'],
    ['  .hidden<>:"|?*.pdf. ', 'hidden_______.pdf'],
    [`${'ä'.repeat(400)}.pdf`, `${'ä'.repeat(251)}.pdf`],
    [`${'😀'.repeat(200)}.pdf`, `${'😀'.repeat(125)}.pdf`],
  ])('given the name %j is shown as %j', async (given, shown) => {
    const pathway = await aPathway(service, clinician)
    const { payload, headers } = multipart(
      { ParentId: pathway.id, DocumentTypeId: typeId },
      { name: given, type: 'application/pdf', content: pdf() },
    )
    const response = await send(payload, headers)
    expect(response.statusCode).toBe(200)
    expect((await list(pathway.id))[0]?.fileName).toBe(shown)
    const { headers: sent } = await service.ask(downloadDocument, response.json<{ id: number }>(), clinician)
    expect(decodeURIComponent(String(sent['content-disposition']).split("UTF-8''")[1] ?? '')).toBe(shown)
    expect(String(sent['content-disposition'])).toMatch(/^[\x20-\x7e]+$/)
  })

  it('needs a document type and a file, and says so in the words of the form', async () => {
    const pathway = await aPathway(service, clinician)
    const before = await countStored(service)
    expect(
      await upload(pathway.id, { DocumentTypeId: '', file: undefined as unknown as File }),
    ).toMatchObject({
      status: 400,
      body: { DocumentTypeId: 'Document Type required', file: 'File required' },
    })
    const { payload, headers } = multipart(
      { ParentId: pathway.id, DocumentTypeId: typeId },
      { name: '', type: 'application/octet-stream', content: Buffer.alloc(0) },
    )
    expect((await send(payload, headers)).json()).toEqual({ file: 'File required' })
    expect((await upload(pathway.id, { file: fileOf(Buffer.alloc(0)) })).body).toEqual({
      file: 'The file is empty',
    })
    expect((await upload(pathway.id, { DocumentTypeId: 999_999 })).body).toEqual({
      DocumentTypeId: 'Choose from the list',
    })
    expect((await upload(pathway.id, { file: fileOf(pdf(), 'page.html') })).status).toBe(400)
    expect(await countStored(service)).toEqual(before)
  })

  it('cannot be of a type that is no longer in use, but one that was stays', async () => {
    const pathway = await aPathway(service, clinician)
    const { id } = await service.db.sql
      .insertInto('document_type')
      .values({ name: 'Old form' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await aDocument(pathway.id, { DocumentTypeId: id })
    await service.db.sql.updateTable('document_type').set({ is_active: false }).where('id', '=', id).execute()
    expect((await upload(pathway.id, { DocumentTypeId: id })).body).toEqual({
      DocumentTypeId: 'Choose from the list',
    })
    expect((await list(pathway.id))[0]?.names.documentType).toBe('Old form')
  })

  it('never changes where the pathway stands, and stays open on closed pathways', async () => {
    const pathway = await aPathway(service, clinician)
    const stageOf = async () =>
      ((await service.ask(getPathway, { id: pathway.id }, clinician)).body as { stage: object }).stage
    const before = await stageOf()
    const { id } = await aDocument(pathway.id)
    expect(await stageOf()).toEqual(before)
    for (const closing of [
      { cancel_referral_date: today() },
      { discharge_date: today(), cancel_referral_date: null },
    ]) {
      await service.db.sql.updateTable('pathway').set(closing).where('id', '=', pathway.id).execute()
      await aDocument(pathway.id)
      expect((await service.ask(downloadDocument, { id }, clinician)).status).toBe(200)
    }
    expect((await service.ask(deleteDocument, { id }, clinician)).status).toBe(200)
    await service.db.sql
      .updateTable('pathway')
      .set({ discharge_date: null, referral_date: addDays(today(), -30) })
      .where('id', '=', pathway.id)
      .execute()
    expect((await verifyStages(service.db.sql)).differences).toEqual([])
  })

  it.each(['pathway', 'patient'] as const)('of a removed %s is not there', async (removed) => {
    const pathway = await aPathway(service, clinician)
    const { id } = await aDocument(pathway.id)
    const row = removed === 'pathway' ? pathway.id : pathway.patientId
    await service.db.sql.updateTable(removed).set({ is_active: false }).where('id', '=', row).execute()
    const before = await countStored(service)
    const statuses = [
      await upload(pathway.id),
      await service.ask(listDocuments, { pathwayId: pathway.id }, clinician),
      await service.ask(downloadDocument, { id }, clinician),
      await service.ask(deleteDocument, { id }, clinician),
      await service.ask(deleteDocumentByAddress, { id }, clinician),
      await service.ask(restoreDocument, { id }, lead),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404])
    expect(await countStored(service)).toEqual(before)
  })
})

describe('ids that do not belong together', () => {
  it('are refused, and nothing is stored or changed (AZ-7, CS-1)', async () => {
    const mine = await aPathway(service, clinician)
    const other = await aPathway(service, clinician)
    const { id, version } = await aDocument(mine.id)
    const before = await countStored(service)
    expect((await upload(mine.id, { patientId: other.patientId })).status).toBe(409)
    expect((await upload(mine.id, { patientId: mine.patientId })).status).toBe(200)
    expect((await upload(999_999)).status).toBe(404)
    expect((await service.ask(downloadDocument, { id, ParentId: other.id }, clinician)).status).toBe(404)
    expect((await service.ask(downloadDocument, { id, ParentId: mine.id }, clinician)).status).toBe(200)
    for (const call of [deleteDocument, deleteDocumentByAddress, restoreDocument])
      expect((await service.ask(call, { id, version, ParentId: other.id }, lead)).status).toBe(409)
    expect((await service.ask(deleteDocument, { id: 999_999 }, clinician)).status).toBe(404)
    expect((await list(mine.id)).map((one) => [one.id, one.isActive])).toContainEqual([id, true])
    expect(await list(other.id)).toEqual([])
    expect(await countStored(service)).toMatchObject({ rows: before.rows + 1, contents: before.contents + 1 })
  })
})

describe('deleting by GET (AZ-9)', () => {
  const byGet = (id: number, headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    service.app.inject({ method, url: '/api/document/delete', query: { id: String(id) }, headers })
  const bearer = () => ({ authorization: `Bearer ${clinician.accessToken}` })

  it.each<[string, () => Record<string, string>]>([
    ['without a token', () => ({})],
    ['with the token in a cookie', () => ({ cookie: `access_token=${clinician.accessToken}` })],
    ['from another site', () => ({ ...bearer(), 'sec-fetch-site': 'cross-site' })],
    ['from another part of the site', () => ({ ...bearer(), 'sec-fetch-site': 'same-site' })],
    ['typed or bookmarked', () => ({ ...bearer(), 'sec-fetch-site': 'none' })],
    ['fetched ahead', () => ({ ...bearer(), 'sec-fetch-site': 'same-origin', purpose: 'prefetch' })],
    ['fetched ahead, as browsers now say it', () => ({ ...bearer(), 'sec-purpose': 'prefetch;prerender' })],
    ['previewed', () => ({ ...bearer(), 'x-purpose': 'preview' })],
  ])('%s does nothing', async (_, headersOf) => {
    const pathway = await aPathway(service, clinician)
    const { id } = await aDocument(pathway.id)
    const headers = headersOf()
    expect((await byGet(id, headers)).statusCode).toBe(headers['authorization'] === undefined ? 401 : 403)
    expect(await list(pathway.id)).toHaveLength(1)
  })

  it('is all that is asked where it comes from: other calls change nothing by GET', async () => {
    const headers = { ...bearer(), 'sec-fetch-site': 'none' }
    const { id, patientId } = await aPathway(service, clinician)
    const read = await service.app.inject({ url: getPathway.path, query: { id: String(id) }, headers })
    const change = { id, patientId, comments: 'Rang' }
    const written = await service.ask(savePathway, change, clinician, { 'sec-fetch-site': 'none' })
    expect([read.statusCode, written.status]).toEqual([200, 200])
  })

  it('is refused as HEAD, like the download', async () => {
    const pathway = await aPathway(service, clinician)
    const { id } = await aDocument(pathway.id)
    expect((await byGet(id, bearer(), 'HEAD')).statusCode).toBe(404)
    expect(await list(pathway.id)).toHaveLength(1)
  })

  it('deletes once, whatever is repeated, and leaves the file to be restored', async () => {
    const pathway = await aPathway(service, clinician)
    const { id } = await aDocument(pathway.id)
    const first = await byGet(id, { ...bearer(), 'sec-fetch-site': 'same-origin' })
    expect(first.json()).toEqual({ id, version: 2 })
    const repeats = await Promise.all(Array.from({ length: 5 }, () => byGet(id, bearer())))
    expect(repeats.map((one) => one.json<Saved>())).toEqual(Array(5).fill({ id, version: 2 }))
    expect(await list(pathway.id)).toEqual([])
    expect((await service.ask(downloadDocument, { id }, clinician)).status).toBe(404)
    expect((await service.ask(downloadDocument, { id }, lead)).status).toBe(404)
    const changes = (await eventsOf('GET /api/document/delete')).filter(
      ({ records }) => Array.isArray(records) && JSON.stringify(records).includes(`"id":${id}`),
    )
    expect(changes).toHaveLength(0 + 1)
  })

  it('that comes again after a restore does not delete a second time', async () => {
    const pathway = await aPathway(service, clinician)
    const { id } = await aDocument(pathway.id)
    await byGet(id, bearer())
    await service.ask(restoreDocument, { id }, lead)
    const late = await byGet(id, bearer())
    expect(late.statusCode).toBe(409)
    expect(late.json<{ message: string }>().message).toMatch(/^Robin Tester\d+ changed this record/)
    expect(await list(pathway.id)).toHaveLength(1)
  })
})

describe('deleting and restoring', () => {
  it('is told to the Team Lead alone: who deleted it and when, and the file comes back whole', async () => {
    const pathway = await aPathway(service, clinician)
    const content = aLetter()
    const { id, version } = await aDocument(pathway.id, { file: fileOf(content) })
    expect((await service.ask(deleteDocument, { id, version, ParentId: pathway.id }, clinician)).status).toBe(
      200,
    )
    expect(await list(pathway.id, lead)).toEqual([])
    const refusedList = await service.ask(
      listDocuments,
      { pathwayId: pathway.id, includeInActive: 'true' },
      clinician,
    )
    expect(refusedList.status).toBe(403)
    const [deleted] = await list(pathway.id, lead, true)
    expect(deleted).toMatchObject({ id, isActive: false, version: 2 })
    expect(deleted?.changedBy).toMatch(/^Robin Tester/)
    expect((await service.ask(restoreDocument, { id, version: 2 }, clinician)).status).toBe(403)
    expect((await service.ask(restoreDocument, { id, version: 1 }, lead)).status).toBe(409)
    expect((await service.ask(restoreDocument, { id, version: 2 }, lead)).body).toEqual({ id, version: 3 })
    expect((await service.ask(restoreDocument, { id }, lead)).body).toEqual({ id, version: 3 })
    const { body } = await service.ask(downloadDocument, { id }, clinician)
    expect((body as Buffer).equals(content)).toBe(true)
  })

  it('twice with the same version is the same success', async () => {
    const pathway = await aPathway(service, clinician)
    const { id, version } = await aDocument(pathway.id)
    for (let time = 0; time < 2; time += 1)
      expect(await service.ask(deleteDocument, { id, version }, clinician)).toMatchObject({
        status: 200,
        body: { id, version: 2 },
      })
  })

  it('with an old version is refused', async () => {
    const pathway = await aPathway(service, clinician)
    const { id, version } = await aDocument(pathway.id)
    await service.ask(deleteDocument, { id, version }, clinician)
    await service.ask(restoreDocument, { id, version: 2 }, lead)
    expect((await service.ask(deleteDocument, { id, version }, clinician)).status).toBe(409)
  })

  it('is possible for one who only knows the id, as the specification has it', async () => {
    const pathway = await aPathway(service, clinician)
    const { id } = await aDocument(pathway.id)
    expect((await service.ask(deleteDocumentByAddress, { id }, lead)).body).toEqual({ id, version: 2 })
  })

  it('never lets the application destroy or rewrite a document', async () => {
    const pathway = await aPathway(service, clinician)
    await aDocument(pathway.id)
    for (const statement of [
      'delete from document',
      'delete from document_content',
      "update document set file_name = 'x.pdf'",
      "update document set sha256 = repeat('0', 64)",
      'update document set pathway_id = 1',
      "update document_content set content = ''",
    ])
      await expect(service.db.pool.query(statement)).rejects.toThrow('permission denied')
  })
})

describe('an external reader', () => {
  it('sees no document, whether it exists or not', async () => {
    const pathway = await aPathway(service, clinician)
    const { id } = await aDocument(pathway.id)
    const external = await service.as('External')
    const answers = [
      await service.ask(downloadDocument, { id }, external),
      await service.ask(downloadDocument, { id: 999_999 }, external),
      await service.ask(listDocuments, { pathwayId: pathway.id }, external),
    ].map(({ status, body }) => ({ status, message: (body as { message: string }).message }))
    expect(answers).toEqual(Array(3).fill({ status: 404, message: 'Not found.' }))
  })
})

describe('the same upload again (DU-4)', () => {
  it('with its Idempotency-Key makes one document', async () => {
    const pathway = await aPathway(service, clinician)
    const file = fileOf(aLetter())
    const key = { 'idempotency-key': `upload-${pathway.id}` }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => upload(pathway.id, { file }, clinician, key)),
    )
    answers.push(await upload(pathway.id, { file }, clinician, key))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await list(pathway.id)).toHaveLength(1)
    const other = await upload(pathway.id, { file: fileOf(aLetter()) }, clinician, key)
    expect(other.status).toBe(422)
    expect(await list(pathway.id)).toHaveLength(1)
  })

  it('without a key, at once, makes one document; another file makes another', async () => {
    const pathway = await aPathway(service, clinician)
    const file = fileOf(aLetter())
    await Promise.all([upload(pathway.id, { file }), upload(pathway.id, { file })])
    expect(await list(pathway.id)).toHaveLength(1)
    await upload(pathway.id, { file: fileOf(aLetter()) })
    expect(await list(pathway.id)).toHaveLength(2)
  })
})

describe('room', () => {
  it('for one pathway is bounded, also when a deleted document is to come back', async () => {
    const { limits } = service.documents
    const usual = limits.pathwayBytes
    const pathway = await aPathway(service, clinician)
    try {
      limits.pathwayBytes = 5_000
      const first = await aDocument(pathway.id, { file: fileOf(aLetter(2_000)) })
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => upload(pathway.id, { file: fileOf(aLetter(1_500)) })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 413, 413])
      await service.ask(deleteDocument, first, clinician)
      await aDocument(pathway.id, { file: fileOf(aLetter(2_000)) })
      expect((await service.ask(restoreDocument, { id: first.id, version: 2 }, lead)).status).toBe(413)
    } finally {
      limits.pathwayBytes = usual
    }
  })

  it('for one person and day is bounded over all pathways', async () => {
    const { limits } = service.documents
    const usual = limits.dailyBytes
    const busy = await service.as('Clinician')
    const pathways = await Promise.all(Array.from({ length: 8 }, () => aPathway(service, clinician)))
    try {
      limits.dailyBytes = 5_000
      const answers = await Promise.all(
        pathways.map(({ id }) => upload(id, { file: fileOf(aLetter(2_000)) }, busy)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(6)
      expect((await upload(pathways[0]?.id ?? 0, {}, await service.as('Clinician'))).status).toBe(200)
    } finally {
      limits.dailyBytes = usual
    }
  })

  it('for one file ends at exactly 10 MB', async () => {
    const pathway = await aPathway(service, clinician)
    const sizes = [maximumFileBytes - 1, maximumFileBytes, maximumFileBytes + 1]
    const statuses: number[] = []
    for (const size of sizes) {
      const { status } = await upload(pathway.id, { file: fileOf(aLetter(size)) })
      statuses.push(status)
    }
    expect(statuses).toEqual([200, 200, 413])
    expect((await list(pathway.id)).map(({ sizeBytes }) => sizeBytes).sort()).toEqual([
      10_485_759, 10_485_760,
    ])
  })
})

it('finds every document as it was stored, and one that was tampered with', async () => {
  const pathway = await aPathway(service, clinician)
  const { id } = await aDocument(pathway.id)
  const sound = await verifyDocuments(service.db.sql, service.documents)
  expect(sound.problems).toEqual([])
  expect(sound.documents).toBeGreaterThan(20)
  await service.db.owner.query(
    `update document_content set content = set_byte(content, 9, 0)
     where stored_name = (select stored_name from document where id = $1)`,
    [id],
  )
  expect((await verifyDocuments(service.db.sql, service.documents)).problems).toEqual([
    { documentId: id, problem: 'is missing or not as it was stored' },
  ])
  const { status, body } = await service.ask(downloadDocument, { id }, clinician)
  expect({ status, body }).toMatchObject({ status: 500, body: { code: 'failed' } })
})

/** A form with any file name and content, as a careless or hostile sender might write it. */
const multipart = (
  fields: Record<string, unknown>,
  file: { name: string; type: string; content: Buffer },
): { payload: Buffer; headers: Record<string, string> } => {
  const boundary = 'x-boundary-x'
  const name = file.name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
  const parts = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${String(value)}\r\n`,
  )
  return {
    payload: Buffer.concat([
      Buffer.from(
        `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${file.type}\r\n\r\n`,
      ),
      file.content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

const send = (payload: Buffer, headers: Record<string, string>) =>
  service.app.inject({
    method: 'POST',
    url: '/api/document/upload',
    payload,
    headers: { authorization: `Bearer ${clinician.accessToken}`, ...headers },
  })
