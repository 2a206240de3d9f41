import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aClinician, aTeamMember } from '../../../testing/world/factories.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aUserWithPassword } from '../../../testing/process/signIn.ts'
import { ownEnvironment } from '../../../testing/process/ownEnvironment.ts'

/* Runs the examples of docs/reference/api.md as a reader would, against a running server. */

const root = join(import.meta.dirname, '../../../..')
const password = 'walking frame on the landing'
const run = promisify(execFile)

let service: TestService
let folder: string
let environment: NodeJS.ProcessEnv
let guide: string

beforeAll(async () => {
  service = await testService()
  const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { userName } = await aUserWithPassword(service, ['Clinician'], password)
  await aClinician(service)
  await aTeamMember(service)
  environment = {
    ...ownEnvironment,
    SUREFOOT: address,
    SUREFOOT_USER: userName,
    SUREFOOT_PASSWORD: password,
  }
  guide = await readFile(join(root, 'docs/reference/api.md'), 'utf8')
  // Inside the repository, so that Node finds the packages.
  await mkdir(join(root, 'dist'), { recursive: true })
  folder = await mkdtemp(join(root, 'dist/api-guide-'))
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const examples = (language: string): string =>
  [...guide.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, written]) => written === language)
    .map(([, , example]) => example)
    .join('\n')

it('runs a whole pathway by a client that is generated from the document, once the compiler has checked it', async () => {
  const types = await openapiTypes(service.app.openApiText())
  await writeFile(join(folder, 'surefoot.ts'), astToString(types))
  const program = join(folder, 'guide.ts')
  await writeFile(program, examples('ts'))
  const compiler = join(root, 'node_modules/typescript7/bin/tsc')
  const options =
    '--noEmit --strict --noUncheckedIndexedAccess --module nodenext --target es2024 --types node --skipLibCheck'
  /** The compiler's errors. */
  const complaints = (file: string): Promise<string> =>
    run(process.execPath, [
      compiler,
      '--ignoreConfig',
      '--allowImportingTsExtensions',
      ...options.split(' '),
      file,
    ]).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
  expect(await complaints(program)).toBe('')

  const wrong = join(folder, 'wrong.ts')
  await writeFile(wrong, examples('ts').replaceAll('fratScore: 2', 'fratScore: null'))
  expect(await complaints(wrong)).toContain("Type 'null' is not assignable")

  const { stdout } = await run(process.execPath, [program], { env: environment })
  const [stages, conflict] = stdout.trim().split('\n')
  expect(stages).toBe(
    'awaitingAssessment > awaitingWellbeing > awaitingTreatment > awaitingFollowup > closed',
  )
  expect(conflict).toMatch(/^conflict \[ 'Robin Tester\d+: Town' \]$/)
})

it('runs the examples in curl, from signing in to signing out', async () => {
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', examples('sh')], { env: environment })
  expect(stdout).toContain(`"userName":"${environment['SUREFOOT_USER']}"`)
  expect(stdout).toMatch(/\{"id":\d+,"version":1\}/)
  expect(stdout).toContain('"familyName":"Family name required"')
})
