import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import type { FlagChip } from '../../../contract/patients/flags/chips.ts'
import { saveFlag } from '../../../contract/patients/flags/flag.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import {
  exportDemographicsSearch,
  exportNhsNumberSearch,
  exportWorkList,
} from '../../../contract/pathways/worklists/patientExports.ts'
import { exportPeople } from '../../../contract/app/listExport.ts'
import type { WorkListRow } from '../../../contract/pathways/worklists/listColumns.ts'
import { ownedReferrals, type OwnedReferral } from '../../../contract/pathways/owner.ts'
import { reportPeople } from '../../../contract/insight/report.ts'
import type { PatientRow } from '../../../contract/patients/search/search.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { patientColumns } from '../../../contract/patients/patientColumns.ts'
import { stages } from '../../../contract/stages/stage.ts'
import { saveTask } from '../../../contract/pathways/task.ts'
import { getToday, type Today } from '../../../contract/pathways/today.ts'
import { printWorkList, sheetNames, workLists } from '../../../contract/pathways/worklists/workList.ts'
import { aPathway, aPatient } from '../world/factories.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { readPdf } from '../reading/readPdf.ts'
import { bearer, requestOf } from '../values/request.ts'
import { aWorld, type World } from '../world/world.ts'

/* Every list of patients shows first what must be seen of the patient, and no number that must not be rung. */

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.service.close())

type Row = Record<string, unknown>
const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** Every row within a reply that names a patient by id and name. */
const rowsOf = (value: unknown): Row[] => {
  if (!isObject(value)) return []
  const inner = Object.values(value).flatMap(rowsOf)
  return 'patientId' in value && 'familyName' in value ? [value, ...inner] : inner
}

interface Schema {
  properties?: Record<string, Schema>
  [more: string]: unknown
}
/** Whether a reply has such rows by its contract. */
const listsPatients = (schema: unknown): boolean =>
  isObject(schema) &&
  (('patientId' in ((schema as Schema).properties ?? {}) &&
    'familyName' in ((schema as Schema).properties ?? {})) ||
    Object.values(schema).some(listsPatients))

/** Calls whose rows need no flags, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  '/api/patient/get': 'the row is of the next of kin; the patient has flags beside it',
  '/api/incomingReferral/get':
    'nobody in it is a patient before it is accepted; likely matches are compared by what identifies a person',
  '/api/caseFinding/people':
    'the row is as a list names somebody, without a number to ring; the record, which has the flags, is a link',
  '/api/merge/preview': 'the row is of the next of kin; two records are compared by what identifies a person',
}

const listing = knownCalls.filter(({ call }) => listsPatients(z.toJSONSchema(call.reply, { io: 'output' })))

describe('a row that names a patient has the flags of that patient', () => {
  it('is true of the lists that are known here', () => {
    expect(listing.map(({ call }) => call.path)).toEqual(
      expect.arrayContaining([
        ...stages.map((stage) => workLists[stage].path),
        '/api/today/get',
        '/api/owner/referrals',
        '/api/list/calls',
        '/api/search/nhsNumber',
      ]),
    )
  })

  it.each(listing.map(({ call, input }) => [call.path, call, input] as const))(
    '%s',
    async (path, call, input) => {
      const stage = stages.find((each) => path === `/api/list/${each}`)
      if (stage !== undefined) await world.service.db.owner.query('update work_list set stage = $1', [stage])
      const { body, statusCode } = await world.service.app.inject(
        requestOf(call, await input(world), bearer(world.user)),
      )
      expect(statusCode).toBe(200)
      const without = rowsOf(JSON.parse(body)).filter(({ flags }) => !Array.isArray(flags))
      if (exceptions[path] === undefined) expect(without).toEqual([])
    },
  )
})

describe('a patient who is not to be rung', () => {
  const number = '01632 960 042'
  const words = 'Her nephew takes the pension book'
  const refused = { id: 0, patientId: 0, familyName: 'Refusall' }
  const dead = { id: 0, patientId: 0, familyName: 'Deadwood' }

  beforeAll(async () => {
    const { service, user } = world
    for (const person of [refused, dead]) {
      const patient = await aPatient(service, user, { familyName: person.familyName, phoneMobile: number })
      const pathway = await aPathway(service, user, {
        patientId: patient.id,
        referralDate: addDays(today(), -40),
      })
      Object.assign(person, { id: pathway.id, patientId: patient.id })
      const task = { id: 0, pathwayId: pathway.id, text: 'Send the leaflet', dueDate: addDays(today(), -30) }
      expect((await service.ask(saveTask, task, user)).status).toBe(200)
    }
    const review = { id: 0, patientId: refused.patientId, reviewDate: addDays(today(), 30) }
    for (const flag of [
      { ...review, kind: 'consentRefused', category: 'calls', detail: 'said so on the doorstep' },
      { ...review, kind: 'homeVisitRisk', detail: words },
      { ...review, kind: 'safeguarding', detail: words },
    ] as const)
      expect((await service.ask(saveFlag, flag, user)).status).toBe(200)
    const view = (await service.ask(getPatient, { id: dead.patientId }, user)).body as PatientView
    const died = { ...view, deceasedDate: addDays(today(), -3) } as unknown as Row
    expect((await service.ask(savePatient, died as never, user)).status).toBe(200)
    await service.db.owner.query(
      `update work_list set stage = 'awaitingFollowup' where pathway_id = any($1)`,
      [[refused.id, dead.id]],
    )
  })

  const chips = (flags: readonly FlagChip[] | undefined) => flags?.map(({ kind }) => kind)
  const stage = 'awaitingFollowup'
  const reportName = 'referralsReceived'
  const diedWords = () => `Died ${formatDate(addDays(today(), -3))}`

  const counted = {
    dateFrom: addDays(today(), -41),
    dateTo: addDays(today(), -39),
    section: 0,
    row: null,
    column: 'undecided',
  }
  const askReport = (call: Endpoint, input: object) => {
    const { url, ...rest } = requestOf(call, { reportName, ...input }, bearer(world.user))
    return world.service.app.inject({ ...rest, url: String(url).replace('{reportName}', reportName) })
  }

  it.each(sheetNames)(
    'is so on paper, with the flags and no word that staff wrote of safeguarding: %s',
    async (sheet) => {
      for (const q of [refused.familyName, dead.familyName]) {
        const reply = await world.service.ask(printWorkList, { stage, sheet, q }, world.user)
        expect(reply.status).toBe(200)
        const { text } = await readPdf(reply.body as Buffer)
        const isDead = q === dead.familyName
        expect(text).toContain('Do not call')
        expect(text).not.toContain(number)
        expect(text).not.toContain('pension book')
        for (const flag of isDead ? [diedWords()] : ['Home-visit risk', 'Safeguarding', 'being rung'])
          expect(text.replaceAll(/\s+/g, ' ')).toContain(flag)
      }
    },
  )

  it('is so in a file of the list, behind its other columns', async () => {
    const reply = await world.service.ask(exportWorkList, { stage, type: 'csv' }, world.user)
    const [head = [], ...rows] = parse(reply.body as Buffer, { bom: true }) as string[][]
    expect(head.slice(0, 8)).toEqual(Object.values(patientColumns).map(({ title }) => title))
    expect(head.at(-1)).toBe('Flags')
    const rowOf = (name: string) => rows.find(([patient]) => patient?.startsWith(name.toUpperCase()))
    const telephone = head.indexOf('Telephone')
    expect(rowOf(dead.familyName)?.at(-1)).toBe(diedWords())
    expect(rowOf(dead.familyName)?.[telephone]).toBe('Do not call')
    expect(rowOf(refused.familyName)?.at(-1)).toContain('being rung')
    expect(rowOf(refused.familyName)?.[telephone]).toBe('Do not call')
    expect((reply.body as Buffer).toString()).not.toContain('pension book')
  })

  it('is so in files of what was found', async () => {
    const { service, user } = world
    const input = { familyName: dead.familyName, type: 'csv' as const }
    const files = [(await service.ask(exportDemographicsSearch, input, user)).body as Buffer]
    files.push((await askReport(exportPeople, { ...counted, type: 'csv' })).rawPayload)
    for (const file of files) {
      const [head = [], ...rows] = parse(file, { bom: true }) as string[][]
      expect(head).toEqual([...Object.values(patientColumns).map(({ title }) => title), 'Flags'])
      expect(rows.find(([name]) => name?.startsWith('DEADWOOD'))?.at(-1)).toBe(diedWords())
    }
    const people = (await askReport(reportPeople, counted)).json() as PatientRow[]
    expect(chips(people.find(({ patientId }) => patientId === dead.patientId)?.flags)).toEqual(['deceased'])
    const { nhsNumber } = (await service.ask(getPatient, { id: dead.patientId }, user)).body as PatientView
    const one = await service.ask(exportNhsNumberSearch, { nhsNumber, type: 'csv' } as never, user)
    expect((one.body as Buffer).toString()).toContain(diedWords())
  })

  it('is so on the lists, on Today and among the referrals of an owner', async () => {
    const { service, user } = world
    const listed = (await service.ask(workLists[stage], {}, user)).body as WorkListRow[]
    const shown = (await service.ask(getToday, {}, user)).body as Today
    const lines = [shown.unowned, shown.longLate].flatMap((part) => part?.lines ?? [])
    const owned = (await service.ask(ownedReferrals, {}, user)).body as { rows: OwnedReferral[] }
    for (const { patientId } of [refused, dead]) {
      const isDead = patientId === dead.patientId
      const kinds = isDead ? ['deceased'] : ['safeguarding', 'consentRefused', 'homeVisitRisk']
      const mine = <Each extends { patientId: number }>(rows: readonly Each[]) =>
        rows.filter((row) => row.patientId === patientId)
      expect(mine(lines).length).toBeGreaterThan(0)
      for (const row of [...mine(listed), ...mine(lines)])
        expect(row).toMatchObject({ telephone: null, doNotCall: true, deceased: isDead })
      for (const row of [...mine(listed), ...mine(lines), ...mine(owned.rows)]) {
        expect(chips(row.flags)).toEqual(kinds)
        // On paper each row says whose it is.
        expect(row).toMatchObject({
          dateOfBirth: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          nhsNumber: expect.stringMatching(/^\d{10}$/),
        })
      }
    }
    expect(JSON.stringify(shown)).not.toContain(words)
  })

  it('may be rung again once the flag that said so has ended, like a patient who refused something else', async () => {
    const { service, user } = world
    await service.db.owner.query(
      `update patient_flag set category = 'sharing' where patient_id = $1 and kind = 'consentRefused'`,
      [refused.patientId],
    )
    const listed = (await service.ask(workLists[stage], {}, user)).body as WorkListRow[]
    expect(listed.find(({ patientId }) => patientId === refused.patientId)).toMatchObject({
      telephone: number,
      doNotCall: false,
    })
  })
})
