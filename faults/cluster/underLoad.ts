import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../../server/platform/db/connection/withClient.ts'
import { auditFindings, lastIds } from '../../server/testing/reading/auditFindings.ts'
import { firstOf, type Figure, type Findings, type Outcome } from '../fault.ts'
import { countByName, problemsOfRecords } from '../registered.ts'
import type { Accident } from './accidents.ts'
import type { Cluster } from './cluster.ts'
import { longestGapMs, refusedInWords, startLoad, type Kind, type Sent } from './load.ts'
import { askMembers, isWhole, untilMembers } from './patroni.ts'
import type { Screen } from './screen.ts'

/** Beside other work PostgreSQL takes its time. It ends a wait, and no outcome depends on it. */
const givenUpMs = 240_000

/** One accident while people work, with what was acknowledged compared with what stands once all is whole again. */
export const underLoad = async (
  cluster: Cluster,
  people: readonly Record<string, string>[],
  { promotes, strike }: Accident,
  first: number,
  screen: Screen | null,
): Promise<Findings> => {
  await untilMembers(cluster.databases, isWhole, givenUpMs)
  const before = await askMembers(cluster.databases)
  const since = await withClient(cluster.ownerUrl, (owner) => lastIds(owner, ['patient', 'pathway']))
  const failuresBefore = unexpected(cluster)
  const load = startLoad(cluster.address, people, first)
  await sleep(3_000)

  const struck = performance.now()
  const mend = await strike(cluster)
  // Not at once: the accident takes a moment to be seen.
  await sleep(1_500)
  await untilMembers(
    cluster.databases,
    ({ primary }) => primary !== null && (!promotes || primary !== before.primary),
    givenUpMs,
  )
  await untilServing(cluster)
  const served = performance.now()
  const followed = screen === null ? null : await untilFollowed(screen, served)
  await sleep(4_000)
  const mended = performance.now()
  await mend()
  await untilMembers(cluster.databases, isWhole, givenUpMs)
  const whole = performance.now()
  await untilServing(cluster)
  await sleep(3_000)
  const over = performance.now()
  await load.stop()
  const after = await askMembers(cluster.databases)

  const { answers, sent } = load
  const isDone = ({ patientId, pathwayId }: Sent): boolean => patientId !== null && pathwayId !== null
  const lost = await missing(cluster.ownerUrl, sent)
  const audit = await withClient(cluster.ownerUrl, (owner) => auditFindings(owner, since))
  const records = await problemsOfRecords(cluster.ownerUrl)
  const others = answers.filter(({ status }) => ![0, 200, 429, 502, 503, 504].includes(status))
  const counted = (kind: Kind): string => {
    const refused = refusedInWords(answers, kind)
    return `${answers.filter((each) => each.kind === kind).length}${refused === '' ? '' : ` (${refused})`}`
  }
  const seconds = (what: string, milliseconds: number): Figure => ({
    what,
    figure: milliseconds / 1_000,
    unit: 's',
  })
  return {
    outcomes: [
      {
        says: `each of ${sent.length} people who were registered and referred is stored once${firstOf(lost)}`,
        held: sent.length > 0 && sent.every(isDone) && lost.length === 0,
      },
      {
        says: `nobody was answered anything but success, or to try again${firstOf([...new Set(others.map(({ status }) => String(status)))])}`,
        held: others.length === 0,
      },
      {
        says: 'no process of the product failed unexpectedly, and both serve again by themselves',
        held: unexpected(cluster) === failuresBefore,
      },
      {
        says: `each has one event, and the sealed audit trail fits${firstOf(audit)}`,
        held: audit.length === 0,
      },
      {
        says: `every list, counter and owner is what the records say${firstOf(records)}`,
        held: records.length === 0,
      },
      ...(screen === null ? [] : [await followsOn(screen, cluster.ownerUrl)]),
      promotes
        ? {
            says: `${before.synchronous} took over from ${before.primary}, which follows it now`,
            held: after.primary === before.synchronous && after.synchronous === before.primary,
          }
        : {
            says: `${before.primary} is the primary as before`,
            held: after.primary === before.primary,
          },
    ],
    figures: [
      seconds(
        `writes: ${counted('write')}; longest without one acknowledged`,
        longestGapMs(answers, 'write', struck, over),
      ),
      seconds(`reads: ${counted('read')}; longest without one`, longestGapMs(answers, 'read', struck, over)),
      seconds(
        `reports: ${counted('report')}; longest without one`,
        longestGapMs(answers, 'report', struck, over),
      ),
      seconds('longest that anybody waited for an answer', Math.max(...answers.map(({ tookMs }) => tookMs))),
      seconds('until both processes were ready again', served - struck),
      ...(followed === null ? [] : [seconds('then until an open list followed again', followed)]),
      seconds('from mending until there was a standby that may be promoted', whole - mended),
    ],
  }
}

const untilServing = async ({ serving }: Cluster): Promise<void> => {
  const until = performance.now() + givenUpMs
  for (;;) {
    const ready = await Promise.all(serving.map(({ product }) => product.isReady()))
    if (ready.every(Boolean)) return
    if (performance.now() > until) throw new Error('The product does not serve again')
    await sleep(100)
  }
}

/** How long after a moment the open list changed by itself, in milliseconds. */
const untilFollowed = async ({ lastChange }: Screen, from: number): Promise<number> => {
  const until = from + givenUpMs
  while (lastChange() < from && performance.now() < until) await sleep(100)
  return Math.max(lastChange(), from) - from
}

/** The list that was open all the time, against what is stored. */
const followsOn = async ({ counted, isSamePage }: Screen, ownerUrl: string): Promise<Outcome> => {
  const stored = await withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ count: string }>('select count(*) from pathway')
    return Number(rows[0]?.count)
  })
  const until = performance.now() + 60_000
  while ((await counted()) !== stored && performance.now() < until) await sleep(200)
  const shown = await counted()
  return {
    says: `a list that is left open shows all ${stored} by itself${shown === stored ? '' : ` (${shown})`}`,
    held: shown === stored && (await isSamePage()),
  }
}

const unexpected = ({ serving }: Cluster): number =>
  serving
    .flatMap(({ product }) => product.lines())
    .filter(({ msg, level }) => msg === 'unexpected failure' || level === 'fatal').length

/** Who was sent and is not stored once, with one referral. */
const missing = async (ownerUrl: string, sent: readonly Sent[]): Promise<string[]> => {
  const patients = await countByName(ownerUrl)
  const pathways = await withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ id: string; patient_id: string }>(
      'select id, patient_id from pathway',
    )
    return rows.map((row) => ({ id: Number(row.id), patientId: Number(row.patient_id) }))
  })
  return sent.flatMap(({ familyName, patientId, pathwayId }) => {
    const times = patients.get(familyName) ?? 0
    const referrals = pathways.filter((each) => each.patientId === patientId)
    const isRight = times === 1 && referrals.length === 1 && referrals[0]?.id === pathwayId
    return isRight ? [] : [`${familyName} is there ${times} times with ${referrals.length} referrals`]
  })
}
