import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { today } from '../../../contract/platform/dates/dates.ts'
import { getPathway, pathwayHistory, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, type PatientView } from '../../../contract/patients/patient.ts'
import { aSubscriber } from '../testing/subscriber.ts'
import { importedRecords, readMapping } from './files/mapping.ts'
import { runImport } from './runImport.ts'
import { writeInventedExport } from './testing/inventedExport.ts'
import {
  importWorld,
  leavesAllSound,
  countsOf,
  fields,
  heads,
  practice,
  sound,
} from './testing/importWorld.ts'

const world = importWorld()
const { bring, faults, findings, pathwaysOf, people, totals } = world

describe('a service that moves in', () => {
  it('has its patients, referrals and history, in its own lists, and all of it is sound', async () => {
    const { mapping, files } = writeInventedExport(world.folder, {
      patients: 260,
      seed: 7,
      today: today(),
      practice,
    })
    const run = (isDryRun: boolean) =>
      runImport(world.service.db.sql, {
        mapping: readMapping(mapping),
        paths: files,
        importer: world.importer,
        isDryRun,
        faultsPath: world.faultsPath,
      })
    const administrator = await world.service.as('System Administrator')
    await aSubscriber(world.service, administrator, { endpoint: 'https://record.example.org/hook' })
    const before = await totals()
    const tried = await run(true)
    expect(await totals()).toEqual(before)
    const done = await run(false)
    expect(countsOf(done)).toEqual(countsOf(tried))
    expect(countsOf(done)).toMatchObject({
      patient: { rows: 260, added: 260 },
      referral: { rows: 260, added: 260 },
    })
    expect(faults()).toEqual([])
    expect(await findings()).toEqual(sound)
    // History is no news to those who are told of changes (decision 162).
    expect(await world.service.db.sql.selectFrom('fhir_notice').select('id').execute()).toEqual([])
    const stages = await world.service.db.sql
      .selectFrom('work_list')
      .select(['stage', ({ fn }) => fn.countAll<string>().as('count')])
      .groupBy('stage')
      .execute()
    expect(stages.map(({ stage }) => stage).toSorted()).toEqual(['awaitingAssessment', 'awaitingWellbeing'])

    const after = await totals()
    const again = await run(false)
    expect(countsOf(again)).toMatchObject({
      patient: { rows: 260, before: 260 },
      frat: { before: expect.any(Number) as number },
    })
    expect(await totals()).toEqual(after)
  })

  it('says in the history of each record who brought it in, and from what', async () => {
    await bring(
      { patient: ['H1,Historyford,Edna,F,01/02/1940,'], referral: ['H1,H1,01/02/2026,'] },
      { source: 'Old system' },
    )
    const [patient] = await people('Historyford')
    const [pathway] = await pathwaysOf(patient?.id ?? 0)
    const { body } = await world.service.ask(pathwayHistory, { id: pathway?.id ?? 0 }, world.lead)
    expect(body).toMatchObject([{ what: 'recorded', by: expect.stringContaining('Tester') as string }])
    const { rows } = await world.service.db.owner.query(
      `select action, user_id, role, criteria, patient_ids from audit_event where patient_ids @> array[$1::bigint] and kind = 'write'`,
      [patient?.id],
    )
    expect(rows).toEqual([
      {
        action: 'command import',
        user_id: world.lead.userId,
        role: 'Team Lead',
        criteria: { source: 'Old system', files: ['patient.csv', 'referral.csv'] },
        patient_ids: expect.anything() as unknown,
      },
    ])
    const view = (await world.service.ask(getPatient, { id: patient?.id ?? 0 }, world.lead))
      .body as PatientView
    expect(view).toMatchObject({
      dateOfBirth: '1940-02-01',
      nhsNumberUnknown: true,
      names: { gender: 'Female' },
    })
  })

  it('opens the tasks that a save would open', async () => {
    await bring({ patient: ['T1,Taskham,Edna,F,01/02/1940,'], referral: ['T1,T1,01/02/2024,'] })
    const [patient] = await people('Taskham')
    const view = await pathwaysOf(patient?.id ?? 0)
    const tasks = await world.service.db.sql
      .selectFrom('task')
      .select('kind')
      .where('pathway_id', '=', view[0]?.id ?? 0)
      .execute()
    expect(tasks.length).toBeGreaterThan(0)
  })
})

it('takes every kind of record, each with what belongs to it', async () => {
  const clinicianId = { constant: 'OKAFOR, Ada (physiotherapist)' }
  const locationId = { constant: 'Outpatient clinic' }
  const day = (column: string) => ({ column, format: 'dd/MM/yyyy' })
  const [concern, second] = await world.service.db.sql
    .selectFrom('concern')
    .select('name')
    .where('is_active', '=', true)
    .where('red_flag_sign', 'is', null)
    .orderBy('id')
    .limit(2)
    .execute()
  const exerciseType = await world.service.db.sql
    .selectFrom('exercise_type')
    .select('name')
    .executeTakeFirstOrThrow()
  const equipment = await world.service.db.sql
    .selectFrom('equipment')
    .select('name')
    .where('code', 'is', null)
    .executeTakeFirst()
  const referTo = await world.service.db.sql.selectFrom('refer_to').select('name').executeTakeFirstOrThrow()
  const kinds: Record<string, { row: string; fields: object }> = {
    nextOfKin: { row: 'K1,P1,Kindham', fields: { familyName: 'A' } },
    referral: {
      row: 'R1,P1,01/02/2026',
      fields: {
        referralDate: day('A'),
        referrerId: { constant: 'GP' },
        referralMethodId: { constant: 'Letter' },
      },
    },
    frat: {
      row: 'A1,R1,02/02/2026',
      fields: { ...fields.frat, assessmentDate: day('A'), fratScore: { constant: 4 } },
    },
    wellbeing: {
      row: `W1,R1,03/02/2026,${concern?.name ?? ''}|${second?.name ?? ''}`,
      fields: { assessmentDate: day('A'), clinicianId, locationId, concerns: { column: 'B', between: '|' } },
    },
    treatmentPlan: {
      row: 'T1,R1,04/02/2026,Walk to the shop',
      fields: {
        treatmentDate: day('A'),
        assessmentDate: day('A'),
        clinicianId,
        locationId,
        patientGoals: 'B',
      },
    },
    exercise: {
      row: 'E1,R1,05/02/2026,Otago',
      fields: { exercisePlanDate: day('A'), clinicianId, exercisePlan: 'B' },
    },
    exerciseAttendance: {
      row: 'S1,E1,12/02/2026',
      fields: {
        ...{ attendanceDate: day('A'), locationId, exerciseTypeId: { constant: exerciseType.name } },
        attendanceStatus: { constant: '5' },
      },
    },
    followup: {
      row: 'C1,R1,20/03/2026,2',
      fields: { callDate: day('A'), clinicianId, fallsSinceContact: 'B' },
    },
    equipmentAssessment: { row: 'Q1,R1', fields: { equipmentId: { constant: equipment?.name ?? '' } } },
    onwardReferral: {
      row: 'O1,R1,06/02/2026',
      fields: {
        ...{ referralDate: day('A'), referralClinicianId: clinicianId },
        ...{ referToId: { constant: referTo.name }, referralMethodId: { constant: 'Letter' } },
      },
    },
    bmi: { row: 'B1,P1,07/02/2026,23.4', fields: { assessmentDate: day('A'), bmi: 'B' } },
    contactNote: {
      row: 'N1,R1,07/02/2026,Seen at home',
      fields: { contactDate: day('A'), contactType: { constant: 'visit' }, note: 'B' },
    },
    fall: { row: 'F1,P1,02/02/2026,The stairs', fields: { fallDate: day('A'), place: 'B' } },
    measure: {
      row: 'M1,R1,08/02/2026,14.2',
      fields: { measuredDate: day('A'), value: 'B', measure: { constant: 'timedUpAndGo' }, clinicianId },
    },
    medicinesReview: {
      row: 'D1,R1,08/02/2026',
      fields: { assessmentDate: day('A'), fallRiskMedicines: { constant: 'yes' } },
    },
    fallsChecklist: {
      row: 'L1,R1,08/02/2026',
      fields: { assessmentDate: day('A'), clinicianId, vision: { constant: 'done' } },
    },
    appointment: {
      row: 'V1,R1,08/02/2026,10:30',
      fields: {
        ...{ appointmentDate: day('A'), startTime: 'B', minutes: { constant: '45' }, clinicianId },
        ...{ appointmentType: { constant: 'visit' }, locationId },
      },
    },
  }
  const patient = join(world.folder, 'patient.csv')
  writeFileSync(patient, `${heads.patient}\nP1,Kindsham,Ann,F,01/02/1935,\n`)
  const sections: object[] = [{ file: 'patient.csv', record: 'patient', key: 'Id', fields: fields.patient }]
  const paths = [patient]
  for (const [record, { row, fields: own }] of Object.entries(kinds)) {
    const columns = ['Id', 'Of', 'A', 'B']
    const cells = row.split(',')
    writeFileSync(
      join(world.folder, `${record}.csv`),
      `${columns.slice(0, cells.length).join(',')}\n${row}\n`,
    )
    paths.push(join(world.folder, `${record}.csv`))
    sections.push({ file: `${record}.csv`, record, key: 'Id', of: 'Of', fields: own })
  }
  const mapping = readMapping(JSON.stringify({ source: 'Kinds', files: sections }))
  const run = () =>
    runImport(world.service.db.sql, {
      mapping,
      paths,
      importer: world.importer,
      isDryRun: false,
      faultsPath: world.faultsPath,
    })
  const done = await run()
  expect(faults()).toEqual([])
  expect(Object.values(countsOf(done))).toEqual(paths.map(() => ({ rows: 1, added: 1 })))
  const [person] = await people('Kindsham')
  const [pathway] = await pathwaysOf(person?.id ?? 0)
  const view = (await world.service.ask(getPathway, { id: pathway?.id ?? 0 }, world.lead)).body as PathwayView
  expect(view.wellbeing[0]?.concerns.map(({ name }) => name).toSorted()).toEqual(
    [concern?.name, second?.name].toSorted(),
  )
  for (const kind of [...importedRecords].filter(
    (each) => !['patient', 'nextOfKin', 'referral', 'noPlanDecision'].includes(each),
  ))
    expect([kind, (view[kind as 'frat'] as readonly unknown[]).length]).toEqual([kind, 1])
  const again = await run()
  expect(Object.values(countsOf(again))).toEqual(paths.map(() => ({ rows: 1, before: 1 })))
})

it('takes the example of the documentation as it stands there', async () => {
  const example = join(import.meta.dirname, '../../../docs/import')
  const report = await runImport(world.service.db.sql, {
    mapping: readMapping(readFileSync(join(example, 'mapping.json'), 'utf8')),
    paths: ['patients.csv', 'referrals.csv', 'frat.csv'].map((file) => join(example, file)),
    ...{ importer: world.importer, isDryRun: false, faultsPath: world.faultsPath },
  })
  expect(faults()).toEqual([])
  expect(countsOf(report)).toEqual({
    patient: { rows: 4, added: 4 },
    referral: { rows: 4, added: 4 },
    frat: { rows: 2, added: 2 },
  })
  expect(await people('Brackenthwaite')).toMatchObject([{ deceased_date: '2026-05-02' }])
})

leavesAllSound(world)
