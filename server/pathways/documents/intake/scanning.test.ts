import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { downloadDocument } from '../../../../contract/pathways/document.ts'
import { freePort } from '../../../platform/db/embedded/freePort.ts'
import { aPathway } from '../../../testing/world/factories.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { scanWaiting } from '../storage/chores.ts'
import { clamdScanner } from './scanner.ts'
import { startStandInClamd, virusMark, type StandInClamd } from '../testing/standInClamd.ts'
import { aLetter, countStored, documentsOf, fileOf, upload } from '../testing/uploads.ts'

/*
 * FI-6: nothing can be opened before the scanner has found it clean. Without a working scanner nothing is found clean.
 */

let service: TestService
let clinician: TestUser
let clamd: StandInClamd
let pathwayId: number

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
})
afterAll(() => service.close())
beforeEach(async () => {
  clamd = await startStandInClamd()
  service.documents.scanner = clamdScanner(clamd.address)
  pathwayId = (await aPathway(service, clinician)).id
})
afterEach(() => clamd.stop())

/** Makes the scanner fail in this way, with a short timeout. */
const fails = (mood: StandInClamd['mood']): void => {
  clamd.mood = mood
  service.documents.scanner = clamdScanner(clamd.address, 300)
}
const runChores = (after?: number) => scanWaiting(service, after)
const download = (id: number) => service.ask(downloadDocument, { id }, clinician)
const letterId = async (content = aLetter()): Promise<number> => {
  const { status, body } = await upload(service, clinician, pathwayId, { file: fileOf(content) })
  expect(status).toBe(200)
  return (body as { id: number }).id
}
const availability = async () =>
  (await documentsOf(service, clinician, pathwayId)).map((document) => document.availability)
const infectedLetter = () => Buffer.from(`${virusMark} ${Math.random()}\n`)

describe('with a scanner', () => {
  it('a clean file can be had at once, and all of it was scanned', async () => {
    const id = await letterId(aLetter(1_000_000))
    expect(clamd.asked).toBe(1)
    expect(await availability()).toEqual(['available'])
    expect((await download(id)).status).toBe(200)
  })

  it('an infected file is refused, nothing is stored, and the audit trail says that it came', async () => {
    const before = await countStored(service)
    const { status, body } = await upload(service, clinician, pathwayId, { file: fileOf(infectedLetter()) })
    expect(status).toBe(400)
    expect(body).toEqual({
      file: 'A virus was found in this file. Nothing was stored. Please tell your IT service desk.',
    })
    expect(await countStored(service)).toEqual(before)
    const { rows } = await service.db.owner.query(
      `select user_id::integer from audit_event where criteria = '{"virus": true}' and pathway_ids = $1`,
      [[pathwayId]],
    )
    expect(rows).toEqual([{ user_id: clinician.userId }])
  })

  it.each(['silent', 'hangs up', 'complains', 'babbles', 'away'] as const)(
    'that is %s, a file is kept but cannot be had until the scanner finds it clean',
    async (mood) => {
      if (mood === 'away')
        service.documents.scanner = clamdScanner({ host: '127.0.0.1', port: await freePort() })
      else fails(mood)
      const id = await letterId()
      expect(await availability()).toEqual(['checking'])
      const { status, body } = await download(id)
      expect({ status, body }).toMatchObject({
        status: 409,
        body: {
          code: 'quarantined',
          message: 'This document is still being checked for viruses. Please try again in a few minutes.',
        },
      })
      await runChores()
      expect(await availability()).toEqual(['checking'])
      clamd.mood = 'well'
      service.documents.scanner = clamdScanner(clamd.address)
      await runChores()
      expect(await availability()).toEqual(['available'])
      expect((await download(id)).status).toBe(200)
      const { rows } = await service.db.owner.query(
        `select records from audit_event where action = 'document scan' and pathway_ids = $1`,
        [[pathwayId]],
      )
      expect(rows).toEqual([
        { records: [{ entity: 'document', id, before: { scan: 'waiting' }, after: { scan: 'clean' } }] },
      ])
    },
  )

  it('one that never has an answer does not keep the others waiting', async () => {
    fails('silent')
    const stuck = await letterId(infectedLetter())
    await letterId()
    clamd.mood = 'well'
    const scanner = clamdScanner(clamd.address)
    service.documents.scanner = {
      scan: async (content) => (content.includes(virusMark) ? 'unknown' : scanner.scan(content)),
      greet: () => scanner.greet(),
    }
    expect(await runChores(stuck - 1)).toBe(stuck)
    expect(await runChores(stuck)).toBe(0)
    expect(await availability()).toEqual(['available', 'checking'])
    // So that it does not affect the other tests.
    service.documents.scanner = scanner
    await runChores()
  })

  it('a file found infected later can never be opened again', async () => {
    fails('silent')
    const id = await letterId(infectedLetter())
    clamd.mood = 'well'
    service.documents.scanner = clamdScanner(clamd.address)
    await runChores()
    expect(await availability()).toEqual(['infected'])
    service.documents.scanner = null
    expect(await availability()).toEqual(['infected'])
    expect((await download(id)).body).toMatchObject({
      message: 'A virus was found in this document, so it cannot be opened.',
    })
  })
})

describe('a scanner that is', () => {
  it('set up later holds what was stored before it until it has looked', async () => {
    service.documents.scanner = null
    const id = await letterId()
    expect(await availability()).toEqual(['available'])
    service.documents.scanner = clamdScanner(clamd.address)
    expect(await availability()).toEqual(['checking'])
    expect((await download(id)).status).toBe(409)
    await runChores()
    expect(await availability()).toEqual(['available'])
  })

  it('removed does not release what it was asked about', async () => {
    fails('silent')
    const id = await letterId()
    service.documents.scanner = null
    expect(await availability()).toEqual(['checking'])
    expect((await download(id)).status).toBe(409)
  })
})
