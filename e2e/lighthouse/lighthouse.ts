import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

/*
 * Lighthouse is not among the project's packages: with what it stands on it is 114 packages and 176 MB, for a figure that is taken
 * now and then (decision 92). It is fetched into a folder of its own the first time, in one pinned version and without its
 * install scripts.
 */
const version = '13.5.0'

const run = promisify(execFile)
const mostOutput = 64 * 1024 * 1024

/** Where Lighthouse is, fetched where it is not there yet. */
export const fetchLighthouse = async (): Promise<string> => {
  const folder = join(tmpdir(), `surefoot-lighthouse-${version}`)
  const command = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')
  if (!existsSync(command)) {
    console.log(`Fetching Lighthouse ${version} into ${folder}`)
    const asked = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save']
    await run('npm', ['install', '--prefix', folder, ...asked, `lighthouse@${version}`])
  }
  return command
}

const score = z.object({ score: z.number().nullable() })
const figure = z.object({ numericValue: z.number() })
const reply = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  finalDisplayedUrl: z.string(),
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.object({
    performance: score,
    accessibility: score.extend({ auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  }),
  audits: z
    .object({
      'first-contentful-paint': figure,
      'largest-contentful-paint': figure,
      'total-blocking-time': figure,
      'cumulative-layout-shift': figure,
    })
    .catchall(z.object({ title: z.string(), score: z.number().nullable() })),
})

export interface Look {
  /** Of 100, both. */
  accessibility: number
  performance: number
  /** In milliseconds, on the link that Lighthouse makes slow. */
  firstContentfulPaint: number
  largestContentfulPaint: number
  blocked: number
  shift: number
  /** How fast this machine's processor is in a browser, as Lighthouse measures it: a good desktop has 1,500 to 2,000, a phone 125 to 800. */
  benchmarkIndex: number
  /** What accessibility lacks, in Lighthouse's words. */
  faults: string[]
}

const ofHundred = ({ score: part }: z.output<typeof score>): number => Math.round((part ?? 0) * 100)

/**
 * One look at a page with the mobile profile that Lighthouse has unless told otherwise.
 * @param slowdown how many times slower the processor is taken to be
 */
export const lookAt = async (
  command: string,
  address: string,
  { browserPort, slowdown }: { browserPort: number; slowdown: number },
): Promise<Look> => {
  const { stdout } = await run(
    process.execPath,
    [
      ...[command, address, `--port=${browserPort}`, '--output=json', '--output-path=stdout', '--quiet'],
      ...['--only-categories=performance,accessibility', '--form-factor=mobile'],
      `--throttling.cpuSlowdownMultiplier=${slowdown}`,
      // The session of the tab stays, and nothing is told to anybody.
      ...['--disable-storage-reset', '--no-enable-error-reporting'],
    ],
    { maxBuffer: mostOutput },
  )
  const { runtimeError, finalDisplayedUrl, environment, categories, audits } = reply.parse(JSON.parse(stdout))
  if (runtimeError !== undefined) throw new Error(`${address}: ${runtimeError.message}`)
  if (!finalDisplayedUrl.startsWith(address))
    throw new Error(`${address} led to ${finalDisplayedUrl}: nobody is signed in`)
  const { performance, accessibility } = categories
  const inMs = (audit: z.output<typeof figure>): number => Math.round(audit.numericValue)
  return {
    accessibility: ofHundred(accessibility),
    performance: ofHundred(performance),
    firstContentfulPaint: inMs(audits['first-contentful-paint']),
    largestContentfulPaint: inMs(audits['largest-contentful-paint']),
    blocked: inMs(audits['total-blocking-time']),
    shift: audits['cumulative-layout-shift'].numericValue,
    benchmarkIndex: environment.benchmarkIndex,
    faults: accessibility.auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id]
      return weight > 0 && audit !== undefined && 'score' in audit && audit.score === 0 ? [audit.title] : []
    }),
  }
}
