import { spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/* Commands as steps of a longer run: what each is for, whether it passed, and how long it took. */

const root = join(import.meta.dirname, '..')

/** A program that a package brings. */
export const bin = (name: string): string => join(root, 'node_modules/.bin', name)

export interface Step {
  title: string
  command: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
}

export const step = (
  title: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Step => ({ title, command, args, env })

const passOrFail = ({ title }: Step, status: number | null, started: number): boolean => {
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`  ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s: ${title}`)
  return status === 0
}

/** What a started product compiles is kept for the next: tests start it a hundred times. */
const kept = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }

const start = ({ command, args, env }: Step, stdio: StdioOptions) =>
  spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...kept, ...env } })

/** Shows the output of the step as it comes. @returns whether it passed */
export const run = async (one: Step): Promise<boolean> => {
  console.log(`\n— ${one.title}`)
  const started = performance.now()
  const [status] = (await once(start(one, 'inherit'), 'close')) as [number | null]
  return passOrFail(one, status, started)
}

/** Shows the output of the step when it has ended, since another shows its own meanwhile. @returns whether it passed */
export const runBeside = async (one: Step): Promise<boolean> => {
  const started = performance.now()
  const child = start(one, ['ignore', 'pipe', 'pipe'])
  const [output, errors, [status]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  if (status !== 0 || output !== '' || errors !== '') console.log(`\n— ${one.title}\n${output}${errors}`)
  return passOrFail(one, status, started)
}

/** All of these, one after the other, whether one fails or not. @returns whether all passed */
export const runInTurn = async (steps: readonly Step[]): Promise<boolean> => {
  let arePassed = true
  for (const each of steps) arePassed = (await runBeside(each)) && arePassed
  return arePassed
}
