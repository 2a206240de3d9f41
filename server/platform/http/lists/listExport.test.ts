import { read as readExcel, utils } from '@e965/xlsx'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import {
  exportAccesses,
  exportInError,
  exportMerges,
  exportOrganisations,
  exportOutstanding,
  exportPeople,
  exportPossibleDuplicates,
  exportUsers,
  listExports,
  lookupExports,
} from '../../../../contract/app/listExport.ts'
import {
  exportDemographicsSearch,
  exportNhsNumberSearch,
  exportPatientSearch,
  exportWorkList,
} from '../../../../contract/pathways/worklists/patientExports.ts'
import { accessColumns, listAccesses } from '../../../../contract/governance/restriction.ts'
import { stageColumn, workListColumns } from '../../../../contract/pathways/worklists/listColumns.ts'
import { lookupCalls } from '../../../../contract/reference/lookupCalls.ts'
import {
  lookupColumnsOf,
  lookupNames,
  lookups,
  type LookupName,
} from '../../../../contract/reference/lookups.ts'
import { listOrganisations, organisationColumns } from '../../../../contract/reference/organisation.ts'
import { flagsColumn, foundColumns, patientColumns } from '../../../../contract/patients/patientColumns.ts'
import type { Profile } from '../../../../contract/accounts/permissions.ts'
import { inErrorColumns, listInError } from '../../../../contract/governance/inError.ts'
import { listMerges, mergeColumns } from '../../../../contract/governance/merge.ts'
import { listOutstanding, outstandingColumns } from '../../../../contract/pathways/outstanding.ts'
import {
  listPossibleDuplicates,
  possibleDuplicateColumns,
} from '../../../../contract/patients/search/possibleDuplicate.ts'
import { reportPeople } from '../../../../contract/insight/report.ts'
import { mediaTypes } from '../../../../contract/platform/calls/file.ts'
import {
  searchDemographics,
  searchNhsNumber,
  searchPatients,
} from '../../../../contract/patients/search/search.ts'
import { listUsers, userColumns } from '../../../../contract/accounts/user.ts'
import { workLists } from '../../../../contract/pathways/worklists/workList.ts'
import { lookupTables } from '../../../reference/lookups/tables.ts'
import {
  manyChoices,
  manyOrganisations,
  manyPairs,
  manyPatients,
  manyUsers,
  many,
} from '../../../testing/world/longLists.ts'
import { bearer, requestOf, type Wire } from '../../../testing/values/request.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { representatives } from '../../../../contract/testing/representatives.ts'

/* Saves every grid of the product. The same rules apply to all. */

interface Grid {
  call: Endpoint
  /** The input that selects what is listed. */
  of: Wire
  /** The call that shows the list, and the input that its screen sends. */
  list: Endpoint
  shows: Wire
  columns: readonly { id: string; title: string; kind: string }[]
  /** The column that identifies a row. */
  known: string
  /** A profile that may see the list, and one that may not. */
  may: Profile
  mayNot: Profile
  /** SQL for every row in the database: its id and what the identifying column shows. */
  truth: string
  /** The audit trail's name for a row; null if rows are patients. */
  entity: string | null
  /** A list that is always short. */
  isShort?: true
}

const nhsNumber = '9990000077'
const numberOfReport = {
  reportName: 'referralsReceived',
  dateFrom: '2026-01-01',
  dateTo: '2026-01-31',
  section: 0,
  row: ['2026-01'],
  column: 'undecided',
}
const patientTruth = `select patient.id::text, upper(family_name) || ', ' || first_name as shown from patient`
const ofPatients = {
  columns: [...Object.values(patientColumns), flagsColumn],
  known: 'patient',
  may: 'Clinician',
  mayNot: 'System Administrator',
  truth: patientTruth,
  entity: null,
} as const
const everybody = { includeInActive: 'true' }

const ofLookup = (of: LookupName): Grid => {
  const { table, name = 'name' } = lookupTables[of]
  const isForAll = lookups[of].read === 'lookup.read'
  return {
    call: lookupExports[of],
    of: {},
    list: lookupCalls[of].all,
    shows: everybody,
    columns: lookupColumnsOf(of),
    known: lookups[of].columns.some((id) => id === 'displayName') ? 'displayName' : 'name',
    may: isForAll ? 'System Administrator' : 'Information Governance',
    mayNot: isForAll ? 'External' : 'Team Lead',
    truth: `select id::text, ${name} as shown from ${table}`,
    entity: of,
  }
}

const grids: readonly Grid[] = [
  {
    ...ofPatients,
    columns: workListColumns.filter((column) => column !== stageColumn),
    call: exportWorkList,
    of: { stage: 'awaitingAssessment' },
    list: workLists.awaitingAssessment,
    shows: {},
  },
  {
    ...ofPatients,
    call: exportNhsNumberSearch,
    of: { nhsNumber },
    list: searchNhsNumber,
    shows: { nhsNumber },
    truth: `${patientTruth} where nhs_number = '${nhsNumber}'`,
    isShort: true,
  },
  {
    ...ofPatients,
    call: exportDemographicsSearch,
    of: { firstName: 'nr' },
    list: searchDemographics,
    shows: { firstName: 'nr' },
    truth: `${patientTruth} where first_name_key like 'nr%'`,
  },
  {
    ...ofPatients,
    columns: [...Object.values(patientColumns), ...foundColumns, flagsColumn],
    call: exportPatientSearch,
    of: { text: 'nr' },
    list: searchPatients,
    shows: { text: 'nr' },
    truth: `${patientTruth} where first_name_key like 'nr%'`,
  },
  {
    ...ofPatients,
    call: exportPeople,
    of: numberOfReport,
    list: reportPeople,
    shows: numberOfReport,
  },
  ...lookupNames.map(ofLookup),
  {
    call: exportOrganisations,
    of: {},
    list: listOrganisations,
    shows: everybody,
    columns: organisationColumns,
    known: 'name',
    may: 'Information Governance',
    mayNot: 'Clinician',
    truth: 'select id, name as shown from organisation',
    entity: 'organisation',
  },
  {
    call: exportUsers,
    of: {},
    list: listUsers,
    shows: everybody,
    columns: userColumns,
    known: 'displayName',
    may: 'System Administrator',
    mayNot: 'Information Governance',
    truth: 'select id::text, display_name as shown from app_user',
    entity: 'user',
  },
  {
    call: exportPossibleDuplicates,
    of: {},
    list: listPossibleDuplicates,
    shows: {},
    columns: possibleDuplicateColumns,
    known: 'first',
    may: 'Team Lead',
    mayNot: 'Clinician',
    truth: `select pair.id::text, upper(family_name) || ', ' || first_name as shown
      from possible_duplicate as pair join patient on patient.id = pair.patient_id`,
    entity: 'possibleDuplicate',
  },
  {
    call: exportMerges,
    of: {},
    list: listMerges,
    shows: {},
    columns: mergeColumns,
    known: 'survivor',
    may: 'Information Governance',
    mayNot: 'Admissions',
    truth: `select merge.id::text, upper(family_name) || ', ' || first_name as shown
      from patient_merge as merge join patient on patient.id = merge.survivor_id`,
    entity: 'merge',
  },
  {
    call: exportOutstanding,
    of: {},
    list: listOutstanding,
    shows: {},
    columns: outstandingColumns,
    known: 'patient',
    may: 'Clinician',
    mayNot: 'System Administrator',
    truth: `select thing.id::text, upper(family_name) || ', ' || first_name as shown
      from equipment_assessment as thing join pathway on pathway.id = thing.pathway_id join patient on patient.id = pathway.patient_id`,
    entity: 'equipmentAssessment',
  },
  {
    call: exportInError,
    of: {},
    list: listInError,
    shows: {},
    columns: inErrorColumns,
    known: 'patient',
    may: 'Team Lead',
    mayNot: 'Clinician',
    truth: `select gone.id::text, upper(family_name) || ', ' || first_name as shown
      from registered_in_error as gone join patient on patient.id = gone.patient_id`,
    entity: 'registeredInError',
  },
  {
    call: exportAccesses,
    of: {},
    list: listAccesses,
    shows: {},
    columns: accessColumns,
    known: 'patient',
    may: 'Information Governance',
    mayNot: 'Team Lead',
    truth: `select access.id::text, upper(family_name) || ', ' || first_name as shown
      from restricted_access as access join patient on patient.id = access.patient_id`,
    entity: 'restrictedAccess',
  },
]

let service: TestService
const users = new Map<Profile, TestUser>()
beforeAll(async () => {
  service = await testService()
  for (const profile of new Set(grids.flatMap(({ may, mayNot }) => [may, mayNot])))
    users.set(profile, await service.as(profile))
  await manyPatients(service, userOf('Clinician'))
  await service.db.owner.query(
    `update patient set nhs_number = $1, family_name = '=Alone', first_name = 'Fifth', first_name_key = 'fifth'
     where first_name_key not like 'nr%'`,
    [nhsNumber],
  )
  await service.db.owner.query(
    `update work_list set family_name = '=Alone', first_name = 'Fifth', name_key = '=alone fifth'
     where first_name not like 'Nr %'`,
  )
  for (const of of lookupNames) await manyChoices(service, of)
  await manyOrganisations(service)
  await manyUsers(service)
  await manyPairs(service)
  await service.db.owner.query(
    `insert into restricted_access (patient_id, user_id, session_id, reason, words, expires_at)
     select id, $1, 1, 'care', 'Covers for a colleague', clock_timestamp() + interval '1 hour' from patient where is_active`,
    [userOf('Clinician').userId],
  )
  await service.db.owner.query(
    `insert into equipment_assessment (pathway_id, equipment_id, ordered_date)
     select pathway.id, (select min(id) from equipment), current_date - 20 from pathway`,
  )
})
afterAll(() => service.close())

const userOf = (profile: Profile): TestUser => {
  const user = users.get(profile)
  if (user === undefined) throw new Error(`Nobody is ${profile}`)
  return user
}

const send = async (call: Endpoint, input: Wire, profile: Profile) => {
  const { url, ...rest } = requestOf(call, input, bearer(userOf(profile)))
  const { statusCode, headers, rawPayload } = await service.app.inject({
    ...rest,
    url: String(url).replace('{reportName}', numberOfReport.reportName),
  })
  return { status: statusCode, headers, bytes: rawPayload, text: rawPayload.toString('utf8') }
}
const save = (grid: Grid, asked: Wire, profile = grid.may) =>
  send(grid.call, { ...grid.of, type: 'csv', ...asked }, profile)

interface Truth {
  id: string
  shown: string
}
const truthOf = async ({ truth }: Grid): Promise<Truth[]> => (await service.db.owner.query<Truth>(truth)).rows

const rowsOf = (csv: string): string[][] => parse(csv, { bom: true })
const knownIn = ({ columns, known }: Grid, rows: readonly string[][]): string[] => {
  const place = columns.findIndex(({ id }) => id === known)
  return rows.map((row) => row[place] ?? '')
}
/** The text in CSV, with a quote in front of what a spreadsheet would run. */
const inCsv = ({ shown }: Truth): string => (/^[=+\-@]/.test(shown) ? `'${shown}` : shown)

const lastEvent = async () => {
  const { rows } = await service.db.owner.query<{
    kind: string
    action: string
    status: number
    patient_ids: number[]
    records: { entity: string; id: number | string }[] | null
    criteria: object | null
  }>('select kind, action, status, patient_ids, records, criteria from audit_event order by id desc limit 1')
  return rows[0]
}
/** What the audit trail records of a grid's rows. */
const namedIn = (grid: Grid, event: Awaited<ReturnType<typeof lastEvent>>): string[] =>
  grid.entity === null
    ? (event?.patient_ids ?? []).map(String)
    : (event?.records ?? []).map(({ entity, id }) => `${entity} ${id}`)
const named = (grid: Grid, rows: readonly Truth[]): string[] =>
  rows.map(({ id }) => (grid.entity === null ? id : `${grid.entity} ${id}`))

it('is said for every grid that can be saved', () => {
  // Each question to the audit trail adds an event to it, so its exports have their own test (server/insight/audit).
  const others = listExports.filter(({ path }) => !path.startsWith('/api/audit/'))
  expect(grids.map(({ call }) => call.path)).toEqual(others.map(({ path }) => path))
})

describe.each(representatives(grids, (_, index) => index % 5).map((grid) => [grid.call.path, grid] as const))(
  '%s',
  (_, grid) => {
    const action = `POST ${grid.call.path}`

    it('saves all rows as CSV, with the columns of the screen, and names them in the audit trail', async () => {
      const truth = await truthOf(grid)
      expect(truth.length).toBeGreaterThanOrEqual(grid.isShort ? 1 : many)
      const { status, headers, text } = await save(grid, {})
      expect(status).toBe(200)
      expect(headers['content-type']).toBe(mediaTypes.csv)
      expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.csv"$/)
      expect(text).toMatch(/^\ufeff/)
      const [head, ...rows] = rowsOf(text)
      expect(head).toEqual(grid.columns.map(({ title }) => title))
      expect(knownIn(grid, rows).sort()).toEqual(truth.map(inCsv).sort())
      const event = await lastEvent()
      expect(event).toMatchObject({
        kind: 'read',
        action,
        status: 200,
        criteria: { ...grid.of, type: 'csv' },
      })
      expect(namedIn(grid, event).sort()).toEqual(named(grid, truth).sort())
      // The list shows the name of a user or colleague and no secret.
      expect(text).not.toMatch(/hidden|argon2/i)
    })

    it('has text and no formula in it, in either form', async () => {
      const truth = await truthOf(grid)
      const formulas = truth.filter(({ shown }) => /^[=+\-@]/.test(shown))
      const starts = new Set(formulas.map(({ shown }) => shown.slice(0, 1)))
      expect([...starts].sort()).toEqual(grid.isShort ? ['='] : ['+', '-', '=', '@'])
      for (const cell of rowsOf((await save(grid, {})).text).flat()) expect(cell).not.toMatch(/^[=+\-@]/)

      const { status, headers, bytes } = await save(grid, { type: 'xlsx' })
      expect(status).toBe(200)
      expect(headers['content-type']).toBe(mediaTypes.xlsx)
      const book = readExcel(bytes, { type: 'buffer', cellFormula: true })
      expect(book.SheetNames).toHaveLength(1)
      const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
      const cells = Object.entries(sheet).filter(([place]) => !place.startsWith('!')) as [
        string,
        { t: string; f?: string },
      ][]
      for (const [place, { t, f }] of cells) {
        expect(f).toBeUndefined()
        const { r: row, c: column } = utils.decode_cell(place)
        expect(t).toBe(row > 0 && grid.columns[column]?.kind === 'number' ? 'n' : 's')
      }
      const [head, ...rows] = utils.sheet_to_json<string[]>(sheet, { header: 1, blankrows: true })
      expect(head).toEqual(grid.columns.map(({ title }) => title))
      expect(knownIn(grid, rows).sort()).toEqual(truth.map(({ shown }) => shown).sort())
      expect(namedIn(grid, await lastEvent()).sort()).toEqual(named(grid, truth).sort())
    })

    it('saves what the filter finds, and names that alone', async () => {
      const truth = (await truthOf(grid)).filter(({ shown }) => /fifth/i.test(shown))
      expect(truth.length).toBeGreaterThanOrEqual(grid.isShort ? 1 : Math.floor(many / 5))
      const { text } = await save(grid, { filter: ' fifTH' })
      expect(knownIn(grid, rowsOf(text).slice(1)).sort()).toEqual(truth.map(inCsv).sort())
      const event = await lastEvent()
      expect(event?.criteria).toMatchObject({ filter: 'fifTH' })
      expect(namedIn(grid, event).sort()).toEqual(named(grid, truth).sort())
      const none = await save(grid, { filter: 'nobody at all' })
      expect(rowsOf(none.text)).toHaveLength(1)
      expect(namedIn(grid, await lastEvent())).toEqual([])
    })

    it.each([false, true])('is in the order of the screen; from the end: %s', async (isDescending) => {
      const { compare } = new Intl.Collator('en-GB')
      const inOrder = (await truthOf(grid)).sort((a, b) => compare(a.shown, b.shown))
      const { text } = await save(grid, { sortBy: grid.known, isDescending })
      const expected = isDescending ? inOrder.toReversed() : inOrder
      expect(knownIn(grid, rowsOf(text).slice(1))).toEqual(expected.map(inCsv))
    })

    it('is refused for a column that the grid does not show', async () => {
      const { status, text } = await save(grid, { sortBy: 'familyName' })
      expect({ status, body: JSON.parse(text) as unknown }).toEqual({
        status: 400,
        body: { sortBy: 'Choose a column of the list' },
      })
    })

    it('is refused, as the list is, in a role that may not see it', async () => {
      const list = await send(grid.list, grid.shows, grid.mayNot)
      const refused = await save(grid, {}, grid.mayNot)
      expect([refused.status, list.status]).toEqual([403, 403])
      const { requestId: _own, ...said } = JSON.parse(refused.text) as Wire
      expect(JSON.parse(list.text)).toMatchObject(said)
      expect(namedIn(grid, await lastEvent())).toEqual([])
      expect((await send(grid.list, grid.shows, grid.may)).status).toBe(200)
    })
  },
)
