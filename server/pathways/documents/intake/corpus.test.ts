import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloadDocument, fileKinds, kindOfName } from '../../../../contract/pathways/document.ts'
import { aPathway } from '../../../testing/world/factories.ts'
import { readPdf } from '../../../testing/reading/readPdf.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { readObjects } from '../inspection/qpdf.ts'
import type { Hostile } from '../testing/hostile.ts'
import { hostileOffice } from '../testing/hostileOffice.ts'
import { hostileOthers } from '../testing/hostileOthers.ts'
import { hostilePdfs } from '../testing/hostilePdfs.ts'
import { lockedPdf } from '../testing/lockedPdf.ts'
import { countStored, fileOf, upload } from '../testing/uploads.ts'
import { representatives } from '../../../../contract/testing/representatives.ts'

/* FI-1 and FI-5 over HTTP: no hostile file is stored as it was sent, and every honest file is accepted. */

let service: TestService
let clinician: TestUser
let pathwayId: number
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  pathwayId = (await aPathway(service, clinician)).id
})
afterAll(() => service.close())

/**
 * A machine too busy to inspect a file answers so without judging the file. The file is then sent again, as the answer
 * asks.
 */
const send = async (name: string, content: Buffer, tries = 1): ReturnType<typeof upload> => {
  const kind = kindOfName(name)
  const type = kind === null ? '' : fileKinds[kind].types[0]
  const sent = await upload(service, clinician, pathwayId, { file: fileOf(content, name, type) })
  return sent.status === 503 && tries < 5 ? send(name, content, tries + 1) : sent
}
const stored = async (body: unknown): Promise<Buffer> =>
  (await service.ask(downloadDocument, { id: (body as { id: number }).id }, clinician)).body as Buffer

/** What no stored PDF may contain anywhere. */
const active =
  /"\/(?:JS|JavaScript|AA|Launch|SubmitForm|ImportData|GoToR|GoToE|EmbeddedFiles?|XFA|RichMedia|SaveAs)"|javascript:/

const expectHarmless = async (name: string, content: Buffer): Promise<void> => {
  for (const sign of ['<script', 'PK\u0005\u0006']) expect(content.includes(sign)).toBe(false)
  if (!name.endsWith('.pdf')) return
  expect(JSON.stringify(await readObjects(content))).not.toMatch(active)
  expect(content.toString('latin1')).not.toMatch(/\/(?:JavaScript|Launch|EmbeddedFile)/)
  const { pages, scripts, opens } = await readPdf(content)
  expect({ pages, scripts, opens }).toEqual({ pages: 1, scripts: false, opens: false })
}

describe('a hostile file', () => {
  const all: readonly Hostile[] = [...hostilePdfs, ...hostileOffice, ...hostileOthers].map((make) => make())

  it('is one of more than sixty', () => {
    const said = new Set(all.map(({ says }) => says))
    expect(said.size).toBeGreaterThan(60)
    expect(said.size).toBe(all.length)
  })

  const kindOf = ({ name }: { name: string }): string => name.slice(name.lastIndexOf('.'))
  it.each(representatives(all, kindOf).map((each) => [each.says, each] as const))(
    '%s',
    async (_, { name, content, why }) => {
      const before = await countStored(service)
      const { status, body } = await send(name, content)
      if (why === undefined) {
        expect({ status, body }).toMatchObject({ status: 200 })
        await expectHarmless(name, await stored(body))
        return
      }
      expect({ status, body }).toEqual({ status: 400, body: { file: expect.stringMatching(why) as string } })
      expect(await countStored(service)).toEqual(before)
    },
  )

  // Encryption may conceal dangerous content.
  it.each(
    representatives(
      all.filter(({ name }) => name.endsWith('.pdf')),
      (_, index) => index % 5,
    ).map((each) => [each.says, each] as const),
  )(
    '%s: locked against changes, it becomes what it becomes without the lock',
    async (_, { name, content, why }) => {
      const locked = await lockedPdf(content)
      // qpdf cannot lock what it cannot read.
      if (locked === null) return
      expect(locked.includes('/Encrypt')).toBe(true)
      const before = await countStored(service)
      const { status, body } = await send(name, locked)
      if (why === undefined || status === 200) {
        expect({ status, body }).toMatchObject({ status: 200 })
        await expectHarmless(name, await stored(body))
        return
      }
      expect({ status, body }).toEqual({ status: 400, body: { file: expect.stringMatching(why) as string } })
      expect(await countStored(service)).toEqual(before)
    },
  )
})

describe('an honest file', async () => {
  const folder = join(import.meta.dirname, '../testing/corpus')
  const names = (await readdir(folder)).filter((name) => kindOfName(name) !== null)

  it('is one of more than sixty', () => expect(names.length).toBeGreaterThan(60))

  it.each(representatives(names, (name) => name.slice(name.lastIndexOf('.'))))('%s', async (name) => {
    const content = await readFile(join(folder, name))
    const { status, body } = await send(name, content)
    expect({ status, body }).toMatchObject({ status: 200 })
    const kept = await stored(body)
    if (!name.endsWith('.pdf')) return
    const [sent, now] = [await readPdf(content), await readPdf(kept)]
    expect(now).toEqual(sent)
    expect(JSON.stringify(await readObjects(kept))).not.toMatch(active)
  })
})
