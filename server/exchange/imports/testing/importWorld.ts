import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPathway, type PathwayView } from '../../../../contract/pathways/referral/pathway.ts'
import { usualSettings } from '../../../accounts/settings/settings.ts'
import { verifyOwners } from '../../../pathways/owners/verify.ts'
import { auditFindings } from '../../../testing/reading/auditFindings.ts'
import { aClinician, aTeamMember } from '../../../testing/world/factories.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { verifyStages } from '../../../pathways/worklists/verify.ts'
import { findImporter, type Importer } from '../importer.ts'
import { readMapping, type Section } from '../files/mapping.ts'
import { runImport, type ImportReport } from '../runImport.ts'

/* A service into which test files are imported. */

export const practice = 'Z99001'

export type Given = Partial<Omit<Section, 'fields'>> & { text: string | Buffer; fields?: object }

export const fields = {
  patient: {
    familyName: 'Surname',
    firstName: 'Forename',
    genderId: { column: 'Sex', values: { M: 'Male', F: 'Female', '': 'X' } },
    dateOfBirth: { column: 'DOB', format: ['dd/MM/yyyy', 'yyyy-MM-dd'] },
    nhsNumber: 'NHS',
    nhsNumberUnknown: { emptyOf: 'nhsNumber' },
  },
  referral: {
    referralDate: { column: 'Referred', format: 'dd/MM/yyyy' },
    referrerId: { constant: 'GP' },
    referralMethodId: { constant: 'Letter' },
    dischargeDate: { column: 'Ended', format: 'dd/MM/yyyy' },
  },
  frat: {
    assessmentDate: { column: 'Date', format: 'dd/MM/yyyy' },
    teamMemberId: { constant: 'BELL, Jo (therapy assistant)' },
    locationId: { constant: 'Outpatient clinic' },
    fratScore: 'Score',
  },
  nextOfKin: { familyName: 'Name' },
  exercise: {
    exercisePlanDate: { column: 'Date', format: 'dd/MM/yyyy' },
    clinicianId: { constant: 'OKAFOR, Ada (physiotherapist)' },
    exercisePlan: 'Plan',
  },
  exerciseAttendance: {
    attendanceDate: { column: 'Date', format: 'dd/MM/yyyy' },
    locationId: { constant: 'Outpatient clinic' },
    exerciseTypeId: { constant: 'Tai Chi' },
    attendanceStatus: { constant: '5' },
  },
} as const

export const heads = {
  patient: 'Id,Surname,Forename,Sex,DOB,NHS',
  referral: 'Id,Patient,Referred,Ended',
  frat: 'Id,Ref,Date,Score',
  nextOfKin: 'Id,Patient,Name',
  exercise: 'Id,Ref,Date,Plan',
  exerciseAttendance: 'Id,Ref,Date',
} as const
export type Kind = keyof typeof heads
export const parentColumn = {
  ...{ patient: undefined, referral: 'Patient', nextOfKin: 'Patient' },
  ...{ frat: 'Ref', exercise: 'Ref', exerciseAttendance: 'Ref' },
} as const

export type Files = Partial<Record<Kind, readonly string[] | Given>>

export const countsOf = ({ files }: ImportReport) =>
  Object.fromEntries(
    files.map(({ record, counts }) => [
      record,
      Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
    ]),
  )
export const tables = [
  'patient',
  'pathway',
  'frat',
  'import_row',
  'stage_transition',
  'audit_event',
  'task',
] as const
export const sound = { stages: [], owners: [], audit: [] }

/** A service with an importer, which a file of tests uses alone. To be called at the top of the file. */
export const importWorld = () => {
  let service: TestService
  let lead: TestUser
  let importer: Importer
  let folder: string
  let faultsPath: string

  beforeAll(async () => {
    service = await testService()
    lead = await service.as('Team Lead')
    importer = await findImporter(service.db.sql, lead.userName, usualSettings)
    await service.db.owner.query(
      `insert into organisation (id, type, name, name_key, is_active) values ($1, 'GP Practices', 'Example surgery', 'examplesurgery', true)`,
      [practice],
    )
    await aTeamMember(service)
    await aClinician(service)
    folder = mkdtempSync(join(tmpdir(), 'surefoot-import-'))
    faultsPath = join(folder, 'import-errors.csv')
  })
  afterAll(async () => {
    await service.close()
    rmSync(folder, { recursive: true })
  })

  let imports = 0
  /** Imports rows under the usual columns, or files as given. Each import has its own source unless one is named. */
  const bring = async (
    files: Files,
    options: { source?: string; isDryRun?: boolean; sql?: typeof service.db.sql; importer?: Importer } = {},
  ) => {
    imports += 1
    const sections: object[] = []
    const paths: string[] = []
    for (const [record, given] of Object.entries(files) as [Kind, readonly string[] | Given][]) {
      const { text, ...section }: Given = Array.isArray(given)
        ? { text: [heads[record], ...(given as readonly string[])].join('\n') }
        : (given as Given)
      const file = `${record}.csv`
      const path = join(folder, file)
      writeFileSync(path, text)
      paths.push(path)
      sections.push({ file, record, key: 'Id', of: parentColumn[record], fields: fields[record], ...section })
    }
    const mapping = readMapping(
      JSON.stringify({ source: options.source ?? `System ${imports}`, files: sections }),
    )
    const report = await runImport(options.sql ?? service.db.sql, {
      ...{ mapping, paths, faultsPath },
      importer: options.importer ?? importer,
      isDryRun: options.isDryRun ?? false,
    })
    return report
  }

  const faults = () => {
    const [, ...rows] = parse(readFileSync(faultsPath, 'utf8'), { bom: true }) as unknown as string[][]
    return rows
  }
  const said = () => faults().map(([file, row, , column, , message]) => [file, row, column, message])
  const people = async (familyName: string) =>
    service.db.sql
      .selectFrom('patient')
      .selectAll()
      .where('family_name', '=', familyName)
      .orderBy('id')
      .execute()
  const pathwaysOf = async (patientId: number) =>
    service.db.sql
      .selectFrom('pathway')
      .leftJoin('work_list', 'work_list.pathway_id', 'pathway.id')
      .select(['pathway.id', 'pathway.discharge_date', 'work_list.stage'])
      .where('pathway.patient_id', '=', patientId)
      .orderBy('pathway.id')
      .execute()
  const totals = async (): Promise<number[]> => {
    const { rows } = await service.db.owner.query<Record<string, string>>(
      `select ${tables.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')}`,
    )
    return tables.map((table) => Number(rows[0]?.[table]))
  }
  const findings = async () => ({
    stages: (await verifyStages(service.db.sql)).differences,
    owners: (await verifyOwners(service.db.sql)).problems,
    audit: await auditFindings(service.db.owner, { patient: 0, pathway: 0 }),
  })

  return {
    get service() {
      return service
    },
    get lead() {
      return lead
    },
    get importer() {
      return importer
    },
    get folder() {
      return folder
    },
    get faultsPath() {
      return faultsPath
    },
    ...{ bring, faults, said, people, pathwaysOf, totals, findings },
  }
}

/** Declares the test that the imports of the file left stages, owners and the audit trail as they must be. */
export const leavesAllSound = (world: ReturnType<typeof importWorld>): void => {
  it('leaves everything sound', async () => {
    expect(await world.findings()).toEqual(sound)
    const view = await world.service.db.sql
      .selectFrom('pathway')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const shown = (await world.service.ask(getPathway, { id: view.id }, world.lead)).body as PathwayView
    expect(shown.stage).toBeDefined()
  })
}
