import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { runUntilStopped } from '../../scripts/runUntilStopped.ts'
import { addStaff, type Staff } from '../service.ts'
import { sayFindings } from '../sayFindings.ts'
import { accidents, type Accident } from './accidents.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { findPrograms } from './programs.ts'
import { openScreen } from './screen.ts'
import { underLoad } from './underLoad.ts'

/*
 * `npm run cluster`: several machines tried on one, with the files of deploy/cluster, until it is stopped. With `-- --faults [name …]`
 * accidents happen to it while people work; whether what was acknowledged stands decides how that ends. Nothing of it is left behind.
 */

const usage = 'Use: npm run cluster [-- --faults [--screen] [name …]]'

const options = {
  faults: { type: 'boolean', default: false },
  // Keeps a list open in Chromium as well.
  screen: { type: 'boolean', default: false },
} as const

const chosen = (): { accidents: readonly Accident[]; withScreen: boolean } | null => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const unknown = positionals.filter((name) => !accidents.some((accident) => accident.name === name))
  if (unknown.length > 0 || ((positionals.length > 0 || values.screen) && !values.faults))
    throw new Error(`${usage}. Faults are: ${accidents.map(({ name }) => name).join(', ')}`)
  if (!values.faults) return null
  return {
    accidents:
      positionals.length === 0 ? accidents : accidents.filter(({ name }) => positionals.includes(name)),
    withScreen: values.screen,
  }
}

const describe = async ({ address, databases, ownerUrl, plan }: Cluster): Promise<string> => {
  const administrator = await addStaff(ownerUrl, 'System Administrator')
  const lead = await addStaff(ownerUrl, 'Team Lead')
  return [
    `Surefoot is at ${address}, through nginx before two processes.`,
    `  System Administrator: ${administrator.userName}, password ${administrator.password}`,
    `  Team Lead: ${lead.userName}, password ${lead.password}`,
    'Patroni says who is the primary:',
    ...databases.map(
      ({ name, ports }) =>
        `  ${name}: curl --cacert ${plan.folder}/ca.crt https://127.0.0.1:${ports.rest}/cluster`,
    ),
    `The database as its owner, on whichever is the primary: ${ownerUrl}`,
    `Files and logs are in ${plan.folder}. Ctrl-C stops it all and removes them.`,
  ].join('\n')
}

await runUntilStopped(async ({ signal, opened, fail }) => {
  const asked = chosen()
  const programs = findPrograms()
  const stopped = once(signal, 'abort')
  const say = (sentence: string): void => {
    if (!signal.aborted) console.log(sentence)
  }
  const work = async (): Promise<void> => {
    const cluster = await startCluster(programs, opened, say)
    if (asked === null) {
      console.log(await describe(cluster))
      await stopped
      return
    }
    const people = await Promise.all([1, 2, 3].map(() => addStaff(cluster.ownerUrl, 'Team Lead')))
    const headers = people.map((person) => person.headers)
    let held = 0
    let broken = 0
    for (const [n, accident] of asked.accidents.entries()) {
      console.log(`\n${accident.name}: ${accident.says}`)
      // Opened for each: a session that is to be renewed while nobody can ends, as the specification has it.
      const screen = asked.withScreen ? await openScreen(cluster.address, people[0] as Staff) : null
      try {
        const found = sayFindings(await underLoad(cluster, headers, accident, 100_000 * (n + 1), screen))
        held += found.held
        broken += found.broken
      } finally {
        await screen?.stop()
      }
    }
    console.log(`\n${held} held, ${broken} broken`)
    if (broken > 0) fail(new Error('Not everything held'))
  }
  await Promise.race([work(), stopped])
})
