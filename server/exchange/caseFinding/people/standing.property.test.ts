import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mergePatients, undoMerge } from '../../../../contract/governance/merge.ts'
import { listedPeople, type ListedPeople } from '../../../../contract/exchange/caseFinding/listedPeople.ts'
import { standingCodes } from '../../../../contract/exchange/caseFinding/listKind.ts'
import {
  acceptIncoming,
  askForMore,
  declineIncoming,
  recordAnswer,
  reopenIncoming,
} from '../../../../contract/exchange/incoming/incomingReferral.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { cancelReferral, reinstateReferral } from '../../../../contract/pathways/referral/pathway.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import {
  aPathway,
  aPatient,
  nextNhsNumber,
  patientInputOf,
  referralInputOf,
} from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { aList, toTriage } from '../../testing/listWorld.ts'
import { purgeLists } from './purgeLists.ts'

/*
 * Whatever happens to the people of two lists, and in whatever order, each has exactly one standing, the tabs add up to the
 * list, and each row is on the tab of its standing and on no other.
 */

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

const events = [
  'triage',
  'ask',
  'answer',
  'accept',
  'decline',
  'reopen',
  'register',
  'refer',
  'close',
  'reinstate',
  'die',
  'live',
  'merge',
  'unmerge',
  'optOut',
  'optIn',
  'passDay',
] as const
/** Beginnings come more often, because most of the others need one. */
const event = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('triage' as const, 'register' as const, 'refer' as const) },
  { weight: 3, arbitrary: fc.constantFrom(...events) },
)
const sequence = fc.array(fc.record({ what: event, who: fc.integer({ min: 0, max: 5 }) }), {
  minLength: 15,
  maxLength: 45,
  size: 'max',
})

const sql = (text: string, values: unknown[] = []) =>
  service.db.owner.query<Record<string, number>>(text, values)
const one = async (text: string, values: unknown[] = []) => (await sql(text, values)).rows[0]

/** Calls may be refused: what matters is what is then listed. */
const happen = async (what: (typeof events)[number], listed: number, nhsNumber: string): Promise<void> => {
  const incoming = await one(
    `select incoming.id, incoming.version from listed_person as listed
     join incoming_referral as incoming on incoming.id = listed.incoming_referral_id where listed.id = $1`,
    [listed],
  )
  const which = { id: Number(incoming?.['id'] ?? 0), version: Number(incoming?.['version'] ?? 1) }
  const patient = await one(`select id, version from patient where nhs_number = $1 and is_active`, [
    nhsNumber,
  ])
  const patientId = Number(patient?.['id'] ?? 0)
  const pathway = await one(
    `select id, version from pathway where patient_id = $1 and is_active order by id desc limit 1`,
    [patientId],
  )
  const pathwayId = Number(pathway?.['id'] ?? 0)
  const reasons = await sql('select id from declined_referral order by id')
  const declinedReferralId = Number(reasons.rows[(listed * 7) % reasons.rows.length]?.['id'])
  switch (what) {
    case 'triage':
      if (which.id === 0) await toTriage(service, listed)
      return
    case 'ask':
      await service.ask(askForMore, { ...which, askedWhat: 'Come?', chaseDate: addDays(today(), 3) }, lead)
      return
    case 'answer':
      await service.ask(recordAnswer, { ...which, answer: 'Yes' }, lead)
      return
    case 'accept': {
      const { referrerId, referralMethodId } = await referralInputOf(service, 1)
      const referral = { referralDate: today(), referrerId, referralMethodId, secondReferral: true }
      const person =
        patientId === 0 ? { patient: await patientInputOf(service, { nhsNumber }) } : { patientId }
      if (which.id !== 0) await service.ask(acceptIncoming, { ...which, ...person, referral }, lead)
      return
    }
    case 'decline':
      await service.ask(declineIncoming, { ...which, declinedReferralId }, lead)
      return
    case 'reopen':
      await service.ask(reopenIncoming, which, lead)
      return
    case 'register':
      if (patientId === 0) await aPatient(service, lead, { nhsNumber })
      return
    case 'refer':
      if (patientId !== 0)
        await aPathway(service, lead, { patientId, secondReferral: true, afterDeathConfirmed: true })
      return
    case 'close':
      await service.ask(
        cancelReferral,
        { id: pathwayId, cancelReferralDate: today(), declinedReferralId },
        lead,
      )
      return
    case 'reinstate':
      await service.ask(reinstateReferral, { id: pathwayId }, lead)
      return
    case 'die':
      await sql('update patient set deceased_date = current_date where id = $1', [patientId])
      return
    case 'live':
      await sql('update patient set deceased_date = null where id = $1', [patientId])
      return
    case 'merge': {
      if (patientId === 0) return
      const survivor = await aPatient(service, lead, { nhsNumber: null, nhsNumberUnknown: true })
      await service.ask(
        mergePatients,
        {
          ...{ survivorId: survivor.id, survivorVersion: survivor.version },
          ...{ mergedId: patientId, mergedVersion: Number(patient?.['version']), takes: [] },
        },
        lead,
      )
      return
    }
    case 'unmerge': {
      const merge = await one(
        'select id, version from patient_merge where undone_at is null order by id desc limit 1',
      )
      if (merge !== undefined)
        await service.ask(undoMerge, { id: Number(merge['id']), version: Number(merge['version']) }, lead)
      return
    }
    case 'optOut':
    case 'optIn':
      await sql('update listed_person set is_opted_out = $1 where id = $2', [what === 'optOut', listed])
      return
    case 'passDay':
      await sql(
        `update incoming_referral set asked_date = current_date - 9, chase_date = current_date - 1 where id = $1 and state = 'asked'`,
        [which.id],
      )
  }
}

const people = async (id: number, shown?: (typeof standingCodes)[number]): Promise<ListedPeople> => {
  const { status, body } = await service.ask(
    listedPeople,
    { id, ...(shown === undefined ? {} : { shown }) },
    lead,
  )
  expect(status).toBe(200)
  return body as ListedPeople
}

const addUp = async (id: number, size: number): Promise<void> => {
  const all = await people(id)
  expect(all.people).toBe(size)
  expect(Object.values(all.counts).reduce((sum, count) => sum + count, 0)).toBe(size)
  expect(all.rows.map(({ rowNumber }) => rowNumber)).toEqual(
    Array.from({ length: size }, (_, place) => place + 1),
  )
  const onTabs: number[] = []
  for (const standing of standingCodes) {
    const { rows } = await people(id, standing)
    expect(rows).toHaveLength(all.counts[standing])
    for (const row of rows) expect(row.standing).toBe(standing)
    onTabs.push(...rows.map((row) => row.id))
  }
  expect(onTabs.toSorted((a, b) => a - b)).toEqual(all.rows.map((row) => row.id).toSorted((a, b) => a - b))
}

it('nobody falls through, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (happenings) => {
      const numbers = Array.from({ length: 4 }, nextNhsNumber)
      const first = await aList(service, {
        people: numbers.slice(0, 3).map((nhsNumber) => ({ person: { nhsNumber } })),
      })
      const second = await aList(service, {
        sender: 'Another',
        people: numbers.slice(1).map((nhsNumber) => ({ person: { nhsNumber } })),
      })
      const listed = [...first.people, ...second.people]
      const numberOf = [...numbers.slice(0, 3), ...numbers.slice(1)]
      for (const { what, who } of happenings) await happen(what, listed[who] ?? 0, numberOf[who] ?? '')
      for (const { id } of [first, second]) await addUp(id, 3)
      // Once the words are removed, the standings stay.
      await sql(`update case_finding_list set list_date = current_date - 500 where id = $1`, [first.id])
      const aged = (await people(first.id)).counts
      await purgeLists(service.db.sql, Date.now())
      expect((await people(first.id)).counts).toEqual(aged)
      await addUp(first.id, 3)
    }),
    { numRuns: Number(process.env['SUREFOOT_STANDINGS'] ?? 8) },
  )
}, 120_000)
