import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { auditFindings, lastIds } from '../server/testing/reading/auditFindings.ts'
import { signInAt } from '../server/testing/process/signInAt.ts'
import { firstOf, type Fault } from './fault.ts'
import { keepDoing } from './keepDoing.ts'
import { countByName, nameOf, problemsOfRecords, register, type Registered } from './registered.ts'

const writers = 8

export const killedProduct: Fault = {
  name: 'killed-product',
  says: 'The product is killed without notice while eight people register patients, and started again.',
  run: async ({ start, isLong }) => {
    const rounds = isLong ? 50 : 3
    const sent: Registered[] = []
    const again: Registered[] = []
    let next = 20_000
    const findings: string[] = []
    let target = await start()
    const since = await withClient(target.ownerUrl, (owner) => lastIds(owner, ['patient']))
    for (let round = 0; round < rounds; round += 1) {
      const headers = await signInAt(target.address, 'admissions')
      const { address } = target
      const ofRound: Registered[] = []
      const endWriting = keepDoing(writers, async () => {
        next += 1
        const one = await register(address, headers, nameOf(next), `killed-product-${next}`)
        ofRound.push(one)
        if (one.status !== 200) await sleep(20)
      })
      await sleep(300 + (round % 5) * 100)
      await target.stop()
      await endWriting()
      target = await start()
      findings.push(...(await withClient(target.ownerUrl, (owner) => auditFindings(owner, since))))
      sent.push(...ofRound)
      // The browser does the same: a call without an answer is sent again under its key.
      for (const { familyName, key } of ofRound.filter(({ status }) => status !== 200).slice(0, 20))
        again.push(await register(target.address, headers, familyName, key))
    }
    const stored = await countByName(target.ownerUrl)
    const acknowledged = [...sent, ...again].filter(({ status }) => status === 200)
    const lost = acknowledged.filter(({ familyName }) => !stored.has(familyName))
    const twice = sent.filter(({ familyName }) => (stored.get(familyName) ?? 0) > 1)
    const problems = await problemsOfRecords(target.ownerUrl)
    return {
      outcomes: [
        {
          says: `each of ${acknowledged.length} acknowledged patients is stored`,
          held: acknowledged.length > 0 && lost.length === 0,
        },
        {
          says: `what got no answer was sent again under its key and is there once (${again.length})`,
          held: again.every(({ status }) => status === 200) && twice.length === 0,
        },
        {
          says: `after each kill every stored patient has one event, and the sealed audit trail fits${firstOf(findings)}`,
          held: findings.length === 0,
        },
        {
          says: `every list, counter and owner is what the records say${firstOf(problems)}`,
          held: problems.length === 0,
        },
      ],
      figures: [
        { what: 'times killed', figure: rounds, unit: 'times' },
        { what: 'registrations sent', figure: sent.length, unit: 'registrations' },
      ],
    }
  },
}
