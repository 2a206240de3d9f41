import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildPlain } from '../buildPlain.ts'

let root: string
let script: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'surefoot plain#'))
  script = join(root, 'server/script.ts')
  await mkdir(join(root, 'server'))
  await writeFile(join(root, 'package.json'), '{ "type": "module" }')
  await cp(import.meta.dirname, join(root, 'scripts/plain'), { recursive: true })
})
afterEach(() => rm(root, { recursive: true }))

/** What it prints: a word, and whether Node's compiler was loaded. */
const run = () =>
  spawnSync(process.execPath, ['--require', join(root, 'scripts/plain/use.mjs'), script], {
    encoding: 'utf8',
  })

const saying = (word: string): string =>
  `const list: string[] = (process as unknown as { moduleLoadList: string[] }).moduleLoadList
   console.log('${word}', list.some((name) => name.includes('amaro')))`

it('reads what the build wrote of a source, without the compiler', async () => {
  await writeFile(script, saying('one'))
  await buildPlain(root)
  expect(run()).toMatchObject({ stdout: 'one false\n', stderr: '' })
})

it('reads a source that has changed since the build, until it is built again', async () => {
  await writeFile(script, saying('one'))
  await buildPlain(root)
  await writeFile(script, saying('two'))
  expect(run().stdout).toBe('two true\n')
  await buildPlain(root)
  expect(run().stdout).toBe('two false\n')
})

it('reads sources where nothing is built', async () => {
  await writeFile(script, saying('one'))
  expect(run().stdout).toBe('one true\n')
})

it('tells of an error at the line of the source', async () => {
  await writeFile(
    script,
    'interface Left {\n  out: string\n}\nconst here: Left | null = null\nthrow new Error(`${here}`)',
  )
  await buildPlain(root)
  expect(run().stderr).toContain(`script.ts:5\n`)
})

it('runs a thread in the same way', async () => {
  await writeFile(
    script,
    `import { Worker } from 'node:worker_threads'
     new Worker(new URL('./thread.ts', import.meta.url), { env: {} })`,
  )
  await writeFile(join(root, 'server/thread.ts'), saying('thread'))
  await buildPlain(root)
  expect(run()).toMatchObject({ stdout: 'thread false\n', stderr: '' })
})
