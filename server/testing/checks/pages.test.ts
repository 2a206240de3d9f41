import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressFiles } from '../../../scripts/compressFiles.ts'
import { buildApp } from '../../app/app.ts'
import { earlyScriptsFile } from '../../platform/http/replies/earlyScripts.ts'
import { testDatabase, type TestDatabase } from '../process/database.ts'
import { partsOn } from '../process/parts.ts'

let folder: string
let db: TestDatabase
let app: FastifyInstance
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surefoot-pages-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Surefoot</title>')
  await writeFile(
    join(folder, earlyScriptsFile),
    JSON.stringify({
      '/falls': ['assets/frame.js', 'assets/frame.css'],
      '/falls/pathway/view': ['assets/pathway.js'],
    }),
  )
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(folder, 'licences.txt'), 'MIT License')
  await writeFile(join(folder, 'assets/index-abc.js'), 'export {}')
  await compressFiles(join(folder, 'assets'))
  db = await testDatabase()
  app = await buildApp(await partsOn(db), { web: folder, logLevel: false })
})
afterAll(async () => {
  await app.close()
  await db.close()
  await rm(folder, { recursive: true })
})

/** What a browser says when somebody opens an address. */
const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const get = (url: string, accept?: string) =>
  app.inject({ url, headers: accept === undefined ? {} : { accept } })

describe('IO-7: nothing may be kept but the built files and the page', () => {
  it.each([
    ['/api/user/profile', 401],
    ['/%61pi/user/profile', 401],
    ['/ap%69/user/profile', 401],
    ['/API/User/Profile', 401],
    ['/api/openapi.json', 200],
    ['/api/docs', 200],
    ['/%61pi/nowhere', 404],
    ['/oauth/nowhere', 404],
    ['/health/live', 200],
    ['/nowhere', 404],
    ['/nowhere.js', 404],
    ['/assets/index-gone.js', 404],
    ['/assets/', 404],
    ['/assets/%ff', 400],
    ['/%ff', 400],
  ])('%s answers %i, not to be kept', async (url, status) => {
    const response = await get(url)
    expect({ status: response.statusCode, kept: response.headers['cache-control'] }).toEqual({
      status,
      kept: 'no-store',
    })
  })

  it.each([
    ['/assets/index-abc.js', 'public, max-age=31536000, immutable'],
    ['/', 'no-cache'],
    ['/falls/patient/view?id=1', 'no-cache'],
    ['/%66alls', 'no-cache'],
    ['/favicon.svg', 'no-cache'],
    ['/licences.txt', 'no-cache'],
  ])('%s may be kept: %s', async (url, kept) => {
    const response = await get(url, html)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, kept])
  })
})

describe('a built file', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])(
    'is sent as it was compressed when it was built to a browser that reads %s',
    async (encoding, unpack) => {
      const response = await app.inject({
        url: '/assets/index-abc.js',
        headers: { 'accept-encoding': encoding },
      })
      expect(response.headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(response.headers.vary).toMatch(/accept-encoding/i)
      expect(unpack(response.rawPayload).toString()).toBe('export {}')
    },
  )

  it('is sent uncompressed to clients that read neither', async () => {
    const response = await app.inject({ url: '/assets/index-abc.js' })
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.body).toBe('export {}')
  })
})

describe('what an address needs soon', () => {
  const frame =
    '</assets/frame.js>; rel=modulepreload; crossorigin, </assets/frame.css>; rel=preload; as=style; crossorigin'
  it.each([
    ['/falls', frame],
    ['/falls/pathway', frame],
    ['/falls/pathway/viewed', frame],
    ['/Falls/Pathway/View?id=1', `${frame}, </assets/pathway.js>; rel=modulepreload; crossorigin`],
    ['/login', undefined],
    ['/', undefined],
    ['/fallsafe', undefined],
    ['/licences.txt', undefined],
  ])('is named for %s with the page: %s', async (url, link) => {
    expect((await get(url, html)).headers.link).toBe(link)
  })

  it('cannot be asked for as a file', async () => {
    expect((await get(`/${earlyScriptsFile}`)).statusCode).toBe(404)
  })
})

describe('an address that is nowhere', () => {
  it.each(['/nowhere', '/falls-list', '/patients/7?x=1', '/index.php', '/a/b/c.html', '/%6eowhere'])(
    '%s leads a browser to /falls',
    async (url) => {
      const response = await get(url, html)
      expect([response.statusCode, response.headers.location, response.headers['cache-control']]).toEqual([
        302,
        '/falls',
        'no-store',
      ])
    },
  )

  it.each([
    ['/nowhere', 'application/json'],
    ['/nowhere', '*/*'],
    ['/nowhere', undefined],
    ['/api/nowhere', html],
    ['/%61pi/nowhere', html],
    ['/API', html],
    ['/oauth/nowhere', html],
    ['/health/nowhere', html],
    ['/assets/nowhere.js', html],
  ])('%s is answered in JSON to a program (%s)', async (url, accept) => {
    const response = await get(url, accept)
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'not-found'])
  })
})
