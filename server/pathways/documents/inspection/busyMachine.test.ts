import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPathway } from '../../../testing/world/factories.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { ordinary } from '../testing/files.ts'
import { countStored, fileOf, upload } from '../testing/uploads.ts'
import { inspectApart } from './inspectionProcess.ts'

/* On a busy machine the process that inspects files has to wait. This must not count against the file. */

let service: TestService
let clinician: TestUser
let pathwayId: number
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  pathwayId = (await aPathway(service, clinician)).id
})
afterAll(() => service.close())

/** Process ids of the inspectors that this process started. */
const inspectors = async (): Promise<number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const ours = await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
      const [stat, command] = await Promise.all([read('stat'), read('cmdline')])
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return parent === process.pid && command.includes('inspector.ts')
    }),
  )
  return pids.filter((_, index) => ours[index])
}
/** An idle inspector may have been retired meanwhile, such as one left over from an earlier test file. */
const signal = (pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT') => {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

it('takes an honest file whose reading had to wait for a processor', async () => {
  const { name, content, type } = ordinary.pdf
  const send = () => upload(service, clinician, pathwayId, { file: fileOf(Buffer.from(content), name, type) })
  expect((await send()).status).toBe(200)
  const stopped = await inspectors()
  expect(stopped).not.toEqual([])
  signal(stopped, 'SIGSTOP')
  const sent = send()
  await sleep(6_000)
  signal(stopped, 'SIGCONT')
  expect(await sent).toMatchObject({ status: 200 })
})

it('asks to try again, and says nothing of the file, when it waited too long', async () => {
  const before = await countStored(service)
  await inspectApart(Buffer.from('Letter'), 'txt')
  signal(await inspectors(), 'SIGSTOP')
  await expect(inspectApart(Buffer.from('Letter'), 'txt', 500)).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
  })
  signal(await inspectors(), 'SIGCONT')
  expect(await countStored(service)).toEqual(before)
  expect((await upload(service, clinician, pathwayId)).status).toBe(200)
})
