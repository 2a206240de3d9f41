import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { makeTemporaryFolder, remove } from '../server/platform/db/embedded/embeddedTesting.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { auditFindings, lastIds } from '../server/testing/reading/auditFindings.ts'
import { withDemonstration } from '../server/testing/process/ownDatabase.ts'
import { wireTo, type DatabaseWire } from '../server/testing/values/wire.ts'
import { signInAt } from '../server/testing/process/signInAt.ts'
import { firstOf, type Fault } from './fault.ts'
import { keepDoing } from './keepDoing.ts'
import { countByName, nameOf, register, type Registered } from './registered.ts'

const writers = 8
const users = ['clinician', 'teamlead', 'admissions']

export const dyingDatabase: Fault = {
  name: 'dying-database',
  says: 'PostgreSQL is killed under writes, and commits lose their answers: nobody is told wrongly that nothing was saved',
  run: async ({ start, isLong }) => {
    const folder = await makeTemporaryFolder()
    let database = await startEmbedded({ dataFolder: folder })
    let wire: DatabaseWire | null = null
    try {
      await withDemonstration(database.ownerUrl)
      const since = await withClient(database.ownerUrl, (owner) => lastIds(owner, ['patient']))
      const findings: string[] = []
      wire = await wireTo(database.applicationUrl)
      const { cutAtCommit, leadTo } = wire
      const target = await start({ databaseUrl: wire.url })
      // Several, because one person may not write so often.
      const people = await Promise.all(users.map((user) => signInAt(target.address, user)))
      const sent: Registered[] = []
      const send = (familyName: string, key: string): Promise<Registered> =>
        register(target.address, people[Number(key.split('-')[1]) % people.length] ?? {}, familyName, key)

      for (let lost = 0; lost < 20; lost += 1) {
        cutAtCommit(lost % 2 === 0 ? 'after' : 'before')
        sent.push(await send(nameOf(lost), `lost-${lost}`))
      }
      const rounds = isLong ? 8 : 1
      let next = 1_000
      for (let round = 0; round < rounds; round += 1) {
        const endWriting = keepDoing(writers, async () => {
          next += 1
          const one = await send(nameOf(next), `killed-${next}`)
          sent.push(one)
          if (one.status !== 200) await sleep(20)
        })
        await sleep(700)
        const [pid] = (await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')
        process.kill(Number(pid), 'SIGKILL')
        await sleep(300)
        await endWriting()
        await database.stop()
        database = await startEmbedded({ dataFolder: folder })
        findings.push(...(await withClient(database.ownerUrl, (owner) => auditFindings(owner, since))))
        leadTo(database.applicationUrl)
      }
      const standing = await countByName(database.ownerUrl)
      const isSaved = ({ familyName }: Registered): boolean => standing.has(familyName)
      const open = sent.filter(({ status }) => status !== 200)
      const wrong = open.filter((one) => isSaved(one) && /Nothing was saved/.test(one.said))
      const unheard = open.filter((one) => isSaved(one) && !/may have been/.test(one.said))
      const lost = sent.filter((one) => one.status === 200 && !isSaved(one))
      const other = open.filter(({ status }) => status !== 503)
      // By as many as wrote: all at once, they would wait for each other until the service says that it is busy.
      const left = [...new Set([...open.slice(0, 20), ...open.slice(-60)])]
      const again: Registered[] = []
      const sendAgain = async (): Promise<void> => {
        for (let one = left.pop(); one !== undefined; one = left.pop())
          again.push(await send(one.familyName, one.key))
      }
      await Promise.all(Array.from({ length: writers }, sendAgain))
      const after = await countByName(database.ownerUrl)
      const twice = sent.filter(({ familyName }) => (after.get(familyName) ?? 0) > 1)
      return {
        outcomes: [
          { says: 'nobody was told that nothing was saved while it was', held: wrong.length === 0 },
          {
            says: 'each save that is stored without a success reply was answered that it may be',
            held: unheard.length === 0,
          },
          { says: 'every other answer was 503', held: other.length === 0 },
          { says: 'what was acknowledged stands', held: lost.length === 0 },
          {
            says: `after each kill what stands has one event, and the sealed audit trail fits${firstOf(findings)}`,
            held: findings.length === 0,
          },
          {
            says: 'sent again under its key it is there once',
            held: again.every(({ status }) => status === 200) && twice.length === 0,
          },
        ],
        figures: [
          { what: 'writes sent', figure: sent.length, unit: 'writes' },
          { what: 'not acknowledged', figure: open.length, unit: 'writes' },
          { what: 'of these standing', figure: open.filter(isSaved).length, unit: 'writes' },
          { what: 'wrongly told that nothing was saved', figure: wrong.length, unit: 'writes' },
        ],
      }
    } finally {
      await wire?.cut()
      await database.stop()
      await remove(folder)
    }
  },
}
