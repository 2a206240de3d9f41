import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'

/* The last log lines of a process, with and without a reader. */

const script = `
  const { pino } = await import('pino')
  const { lastLines } = await import(${JSON.stringify(join(import.meta.dirname, 'lastLines.ts'))})
  const output = pino.destination(1)
  const log = pino({}, output)
  process.on('message', async () => {
    for (const line of ['one', 'two', 'three']) log.info(line)
    await lastLines(output)
    process.exit(0)
  })
  process.send('begun')`

const begin = async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

it('ends where nobody reads what it says', async () => {
  const child = await begin()
  child.stdout?.destroy()
  await once(child.stdout as NodeJS.ReadableStream, 'close')
  const ended = once(child, 'exit')
  child.send('end')
  expect(await Promise.race([ended, sleep(60_000, ['never'], { ref: false })])).toEqual([0, null])
})

it('has said all of it where somebody does', async () => {
  const child = await begin()
  let said = ''
  child.stdout?.on('data', (text: Buffer) => (said += text.toString()))
  const closed = once(child, 'close')
  child.send('end')
  await closed
  expect(said.match(/"msg":"\w+"/g)).toEqual(['"msg":"one"', '"msg":"two"', '"msg":"three"'])
})
