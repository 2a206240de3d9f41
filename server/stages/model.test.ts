import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addDays, today } from '../../contract/platform/dates/dates.ts'
import { cancelReferral, reinstateReferral, savePathway } from '../../contract/pathways/referral/pathway.ts'
import { stages } from '../../contract/stages/stage.ts'
import { savePatient } from '../../contract/patients/patient.ts'
import { counters } from '../../contract/stages/counters.ts'
import { workLists } from '../../contract/pathways/worklists/workList.ts'
import { totalHeader } from '../../contract/patients/search/search.ts'
import { askReport, readSections } from '../testing/values/askReport.ts'
import { aPathway, aPatient, patientInputOf } from '../testing/world/factories.ts'
import { bodyOf, caseOf, groundOf, type Ground } from '../testing/values/recordCases.ts'
import { testService, type TestService } from '../testing/process/service.ts'
import type { TestUser } from '../testing/world/users.ts'
import { moveByDay } from '../pathways/worklists/dayMoves.ts'
import { verifyStages } from '../pathways/worklists/verify.ts'

/*
 * Random commands of staff over HTTP, with days passing between them. After each sequence the sum of the counters, the
 * sum of the list lengths and the number of open pathways are equal, and every stored stage is what the records say.
 */

const sequences = Number(process.env['SUREFOOT_MODEL_SEQUENCES'] ?? 150)

let service: TestService
let teamLead: TestUser

beforeAll(async () => {
  // Days pass in this process. Nothing else is faked, and the database keeps its own clock.
  vi.useFakeTimers({ toFake: ['Date'] })
  service = await testService()
  teamLead = await service.as('Team Lead')
})
afterAll(async () => {
  vi.useRealTimers()
  await service.close()
})

type Kind =
  'frat' | 'wellbeing' | 'treatmentPlan' | 'exercise' | 'followup' | 'noPlanDecision' | 'appointment'
type Command =
  | { what: 'record'; kind: Kind; daysAgo: number; ends: boolean }
  | { what: 'delete' | 'restore'; kind: Kind }
  | { what: 'tellDeath' }
  | { what: 'cancel' | 'reinstate' | 'discharge' | 'reopen' | 'die' | 'live' | 'dieElsewhere' }
  | { what: 'pass'; days: number }

const kinds = fc.constantFrom<Kind>(
  'frat',
  'wellbeing',
  'treatmentPlan',
  'exercise',
  'followup',
  'noPlanDecision',
  'appointment',
)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('record' as const),
      kind: kinds,
      // Plans may be booked; other future days are refused.
      daysAgo: fc.integer({ min: -8, max: 28 }),
      ends: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('delete' as const, 'restore' as const), kind: kinds }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'cancel' as const,
        'reinstate' as const,
        'discharge' as const,
        'reopen' as const,
        'die' as const,
        'live' as const,
        'dieElsewhere' as const,
        'tellDeath' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 12 }) }),
  },
)

/** The usual course. A sequence follows it for a while before it diverges. */
const story: Command[] = [
  { what: 'delete', kind: 'exercise' },
  { what: 'record', kind: 'frat', daysAgo: 25, ends: false },
  { what: 'record', kind: 'wellbeing', daysAgo: 24, ends: false },
  { what: 'record', kind: 'treatmentPlan', daysAgo: 20, ends: true },
  { what: 'pass', days: 9 },
  { what: 'record', kind: 'followup', daysAgo: 3, ends: false },
  { what: 'record', kind: 'followup', daysAgo: 1, ends: false },
]
const sequence = fc
  .tuple(fc.nat(story.length), fc.array(command, { maxLength: 4 }))
  .map(([told, own]) => [...story.slice(0, told), ...own])

const dayField: Record<Kind, string> = {
  frat: 'assessmentDate',
  wellbeing: 'assessmentDate',
  treatmentPlan: 'treatmentDate',
  exercise: 'exercisePlanDate',
  followup: 'callDate',
  noPlanDecision: 'decisionDate',
  appointment: 'appointmentDate',
}

interface World {
  ground: Ground
  records: Map<Kind, number[]>
  goalsAchievedId: number
  dischargedTo: number
  /** The choice that says that the patient died before an assessment. */
  died: number
  patient: Record<string, unknown>
}

let keys = 0

const run = async (each: Command, world: World): Promise<number> => {
  const { ground, records } = world
  const pathway = { id: ground.pathwayId, patientId: ground.patientId }
  const ask: TestService['ask'] = (endpoint, input) => {
    keys += 1
    return service.ask(endpoint, input, teamLead, { 'idempotency-key': `model-${keys}` })
  }
  const versioned = async (table: string, id: number) => {
    const { rows } = await service.db.owner.query<{ version: number }>(
      `select version from ${table} where id = $1`,
      [id],
    )
    return rows[0]?.version
  }
  switch (each.what) {
    case 'record': {
      const ending: Record<Kind, Record<string, unknown>> = {
        frat: { dischargedTo: world.dischargedTo },
        wellbeing: {},
        treatmentPlan: { goalsAchievedId: world.goalsAchievedId },
        exercise: { completedDate: today() },
        followup: { outcome: 'noAnswer' },
        noPlanDecision: {},
        // The patient was not seen. If it is the first day of a plan, the plan waits for a new day.
        appointment: { outcome: each.daysAgo < 0 ? 'cancelledByPatient' : 'didNotAttend' },
      }
      const made = caseOf(each.kind)
      const body = bodyOf(made, ground, {
        [dayField[each.kind]]: addDays(today(), -each.daysAgo),
        afterDeathConfirmed: true,
        ...(each.kind === 'followup' ? { countsEarly: each.daysAgo % 3 === 0 ? null : false } : {}),
        ...(each.kind === 'appointment' ? { startTime: '10:00', outcome: null } : {}),
        ...(each.ends ? ending[each.kind] : {}),
      })
      const { status, body: saved } = await ask(made.calls.save, body)
      if (status === 200) records.get(each.kind)?.push((saved as { id: number }).id)
      return status
    }
    case 'delete':
    case 'restore': {
      const made = caseOf(each.kind)
      const id = records.get(each.kind)?.at(-1)
      if (id === undefined) return 0
      const version = await versioned(made.table, id)
      return (await ask(made.calls[each.what], each.what === 'delete' ? { id, version } : { id })).status
    }
    case 'pass':
      vi.setSystemTime(Date.now() + each.days * 86_400_000)
      // Sessions have ended meanwhile, so a user signs in on the new day.
      service.time.now = Date.now()
      teamLead = await service.as('Team Lead')
      await moveByDay(service.db.sql)
      return 0
    case 'tellDeath': {
      const body = bodyOf(caseOf('followup'), ground, { callDate: today(), outcome: 'died' })
      const { status, body: saved } = await ask(caseOf('followup').calls.save, body)
      if (status === 200) records.get('followup')?.push((saved as { id: number }).id)
      return status
    }
    case 'dieElsewhere': {
      const { id } = await aPathway(service, teamLead, {
        patientId: pathway.patientId,
        secondReferral: true,
        afterDeathConfirmed: true,
      })
      return (
        await ask(cancelReferral, {
          id,
          version: await versioned('pathway', id),
          cancelReferralDate: today(),
          declinedReferralId: world.died,
        })
      ).status
    }
    case 'cancel':
      return (
        await ask(cancelReferral, {
          ...pathway,
          version: await versioned('pathway', pathway.id),
          cancelReferralDate: today(),
        })
      ).status
    case 'reinstate':
      return (await ask(reinstateReferral, { ...pathway, version: await versioned('pathway', pathway.id) }))
        .status
    case 'discharge':
    case 'reopen':
      return (
        await ask(savePathway, {
          ...pathway,
          version: await versioned('pathway', pathway.id),
          dischargeDate: each.what === 'discharge' ? today() : null,
          openPlansConfirmed: true,
        })
      ).status
    case 'die':
    case 'live':
      return (
        await ask(savePatient, {
          ...world.patient,
          id: ground.patientId,
          version: await versioned('patient', ground.patientId),
          deceasedDate: each.what === 'die' ? today() : null,
        } as never)
      ).status
  }
}

const idOf = async (table: 'goals_achieved' | 'discharged_to') =>
  (await service.db.sql.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()).id

/** How many wait in each band of weeks, over all lists, according to the waiting list report. */
const bandsOfAll = async (): Promise<number[]> => {
  const { text } = await askReport(service, teamLead, {
    reportName: 'currentWaitingList',
    dateFrom: today(),
    dateTo: today(),
    type: 'csv',
  })
  const section = readSections(text).get('Each list by weeks waited')
  const all = section?.rows.find(([name]) => name === 'All') ?? []
  return (section?.columns ?? []).flatMap((column, index) =>
    /weeks$|^No date$/.test(column) && !/^%|^Within/.test(column) ? Number(all[index]) : [],
  )
}

const numbers = async () => {
  const counted = await Promise.all(stages.map((stage) => service.ask(counters[stage], {}, teamLead)))
  const listed = await Promise.all(
    stages.map((stage) => service.ask(workLists[stage], { limit: 1 }, teamLead)),
  )
  const { rows } = await service.db.owner.query<{ open: number }>(
    `select count(*)::integer as open from pathway join patient on patient.id = pathway.patient_id
     where pathway.is_active and patient.is_active and discharge_date is null and cancel_referral_date is null`,
  )
  const bands = await bandsOfAll()
  const sum = (all: number[]) => all.reduce((total, each) => total + each, 0)
  return {
    counters: sum(counted.map(({ body }) => body as number)),
    lists: sum(listed.map(({ headers }) => Number(headers[totalHeader.toLowerCase()]))),
    bands: sum(bands),
    open: rows[0]?.open,
  }
}

it(`keeps every open pathway on exactly one list through ${sequences} random sequences`, async () => {
  const reached = new Set<string>()
  const outcomes = new Set<number>()
  const [goalsAchievedId, dischargedTo] = [await idOf('goals_achieved'), await idOf('discharged_to')]
  const { id: died } = await service.db.sql
    .selectFrom('declined_referral')
    .select('id')
    .where('code', '=', 'died')
    .executeTakeFirstOrThrow()
  const patient = await patientInputOf(service)
  let people = 0
  await fc.assert(
    fc.asyncProperty(sequence, async (commands) => {
      // As old as any patient, however many years have passed, and with a birthday that no other patient has.
      const dateOfBirth = addDays(today(), -25_000 - (((people += 1) * 37) % 9_000))
      const { id: patientId } = await aPatient(service, teamLead, { dateOfBirth })
      const { id: pathwayId } = await aPathway(service, teamLead, { patientId })
      const ground = await groundOf(service, teamLead, { pathwayId, patientId })
      const { nhs_number: nhsNumber } = await service.db.sql
        .selectFrom('patient')
        .select('nhs_number')
        .where('id', '=', ground.patientId)
        .executeTakeFirstOrThrow()
      const world: World = {
        ground,
        records: new Map([
          ['frat', []],
          ['wellbeing', []],
          ['treatmentPlan', []],
          ['exercise', [ground.exerciseId]],
          ['followup', []],
          ['noPlanDecision', []],
          ['appointment', []],
        ]),
        goalsAchievedId,
        dischargedTo,
        died,
        patient: { ...patient, nhsNumber, dateOfBirth },
      }
      for (const each of commands) {
        const status = await run(each, world)
        outcomes.add(status)
        expect([0, 200, 400, 404, 409]).toContain(status)
      }
      const counted = await numbers()
      expect(counted.counters).toBe(counted.open)
      expect(counted.lists).toBe(counted.open)
      expect(counted.bands).toBe(counted.open)
      expect((await verifyStages(service.db.sql)).differences).toEqual([])
      const { rows } = await service.db.owner.query<{ stage: string }>('select distinct stage from work_list')
      for (const { stage } of rows) reached.add(stage)
    }),
    { numRuns: sequences, endOnFailure: true },
  )
  // The commands are varied enough: every stage is reached, and the rules refuse some of them.
  expect([...reached].sort()).toEqual([...stages].sort())
  expect([...outcomes].sort()).toEqual(expect.arrayContaining([200, 409]))
}, 3_600_000)
