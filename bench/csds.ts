import { setTimeout as sleep } from 'node:timers/promises'
import {
  downloadSubmission,
  getSubmission,
  monthsToReturn,
  startSubmission,
} from '../contract/insight/csds/submission.ts'
import { signInAt } from '../server/testing/process/signInAt.ts'
import { memoryOf, type Served } from './measure.ts'
import { report } from './report.ts'

/**
 * The national return of last month, from the press of the button to the files.
 * @param startWorking starts the server that makes it
 */
export const measureCsds = async (startWorking: () => Promise<Served>): Promise<void> => {
  const working = await startWorking()
  const headers = await signInAt(working.address, 'teamlead')
  const ask = async (path: string, body?: object): Promise<Response> => {
    const response = await fetch(`${working.address}${path}`, {
      headers: { ...headers, 'idempotency-key': `csds-${performance.now()}` },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const [month = ''] = monthsToReturn()
  for (const kind of ['primary', 'refresh'] as const) {
    const began = performance.now()
    const { id } = startSubmission.reply.parse(
      await (await ask(startSubmission.path, { month, kind })).json(),
    )
    for (;;) {
      await sleep(100)
      const { state, rows, failure } = getSubmission.reply.parse(
        await (await ask(`${getSubmission.path}?id=${id}`)).json(),
      )
      if (state === 'failed') throw new Error(failure ?? 'It failed')
      if (state === 'ready') {
        const seconds = (performance.now() - began) / 1000
        report({
          what: `National return, ${kind}, ${rows ?? 0} rows`,
          figure: seconds,
          unit: 's',
          digits: 1,
          atMost: 60,
        })
        break
      }
    }
    const fetched = performance.now()
    const bytes = (await (await ask(`${downloadSubmission.path}?id=${id}`)).arrayBuffer()).byteLength
    report({
      what: `  its files, ${Math.round(bytes / 1024)} KiB`,
      figure: (performance.now() - fetched) / 1000,
      unit: 's',
      digits: 1,
    })
  }
  report({
    what: '  memory of the server that made it',
    figure: (await memoryOf(working)).resident,
    unit: 'MiB',
  })
  working.child.kill()
}
