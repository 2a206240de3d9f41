import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importWorld, leavesAllSound, countsOf, fields, heads, type Files } from '../testing/importWorld.ts'

const world = importWorld()
const { bring, faults, pathwaysOf, people, said, totals } = world

describe('a row that cannot be read', () => {
  const cells = (row: string, found: number, wanted: number): [string, string, string, string] => {
    const [file = '', number = ''] = row.split(' ')
    return [
      `${file}.csv`,
      number,
      '',
      `${found} cells instead of ${wanted}: a separator or a quotation mark is missing, or one too many`,
    ]
  }
  const waits = (row: string, of: string): [string, string, string, string] => {
    const [[file = '', number = ''], [other = '', its = '']] = [row.split(' '), of.split(' ')]
    return [
      `${file}.csv`,
      number,
      '',
      expect.stringMatching(`^Waits for row ${its} of ${other}.csv, which was refused`) as string,
    ]
  }
  const doubled = (row: string, other: number): [string, string, string, string] => {
    const [file = '', number = ''] = row.split(' ')
    return [
      `${file}.csv`,
      number,
      file === 'patient' ? 'Id' : 'Id',
      `Row ${other} has the same id with other details: correct one of the two`,
    ]
  }
  const ann = ',Damagedham,Ann,F,01/02/1935,'
  /** The faults of each file, and how many referrals are imported nevertheless. */
  const files: readonly [
    name: string,
    files: Files,
    said: [string, string, string, string][],
    referrals: number,
  ][] = [
    [
      'of a patient',
      { patient: [`1${ann},extra`], referral: ['1,1,01/02/2026,'], nextOfKin: ['1,1,Kin'] },
      [cells('patient 2', 7, 6), waits('nextOfKin 2', 'patient 2'), waits('referral 2', 'patient 2')],
      0,
    ],
    [
      'of a referral',
      { patient: [`1${ann}`], referral: ['1,1,01/02/2026'], frat: ['1,1,05/02/2026,3'] },
      [cells('referral 2', 3, 4), waits('frat 2', 'referral 2')],
      0,
    ],
    [
      'of an assessment',
      { patient: [`1${ann}`], referral: ['1,1,01/02/2026,'], frat: ['1,1,05/02/2026'] },
      [cells('frat 2', 3, 4), waits('referral 2', 'frat 2')],
      0,
    ],
    [
      'of an assessment, with a cell too many before what it belongs to',
      { patient: [`1${ann}`], referral: ['R1,1,01/02/2026,'], frat: ['1,oops,R1,05/02/2026,3'] },
      [cells('frat 2', 5, 4), waits('referral 2', 'frat 2')],
      0,
    ],
    [
      'of an assessment, in which another was swallowed',
      {
        patient: [`1${ann}`],
        referral: ['R1,1,01/02/2025,01/03/2025', 'R2,1,01/02/2026,'],
        frat: ['1,R1,05/02/2025,"3', '2,R2,05/02/2026,3",'],
      },
      [cells('frat 2', 5, 4), waits('referral 2', 'frat 2'), waits('referral 3', 'frat 2')],
      0,
    ],
    [
      'of an assessment without an id',
      { patient: [`1${ann}`], referral: ['1,1,01/02/2026,'], frat: [',1,05/02/2026,3'] },
      [
        ['frat.csv', '2', 'Id', 'The id is empty, so the row cannot be recognised'],
        waits('referral 2', 'frat 2'),
      ],
      0,
    ],
    [
      'of an exercise plan',
      {
        patient: [`1${ann}`],
        referral: ['1,1,01/02/2026,'],
        exercise: ['1,1,05/02/2026'],
        exerciseAttendance: ['1,1,06/02/2026'],
      },
      [
        cells('exercise 2', 3, 4),
        waits('exerciseAttendance 2', 'exercise 2'),
        waits('referral 2', 'exercise 2'),
      ],
      0,
    ],
    [
      'of an attendance',
      {
        patient: [`1${ann}`],
        referral: ['1,1,01/02/2026,'],
        exercise: ['E1,1,05/02/2026,Otago'],
        exerciseAttendance: ['1,E1'],
      },
      [
        cells('exerciseAttendance 2', 2, 3),
        waits('referral 2', 'exerciseAttendance 2'),
        waits('exercise 2', 'exerciseAttendance 2'),
      ],
      0,
    ],
    [
      'of a patient that stands twice, with other details',
      { patient: [`1${ann}`, '1,Damagedham,Bert,M,01/02/1940,'], referral: ['1,1,01/02/2026,'] },
      [doubled('patient 2', 3), doubled('patient 3', 2), waits('referral 2', 'patient 2')],
      0,
    ],
    [
      'of an assessment that stands twice, for two referrals',
      {
        patient: [`1${ann}`],
        referral: ['1,1,01/02/2025,01/03/2025', '2,1,01/02/2026,', '3,1,01/02/2024,01/03/2024'],
        frat: ['1,1,05/02/2025,3', '1,2,05/02/2026,3'],
      },
      [
        doubled('frat 2', 3),
        doubled('frat 3', 2),
        waits('referral 2', 'frat 2'),
        waits('referral 3', 'frat 3'),
      ],
      1,
    ],
  ]
  it.each(files)('%s holds back what belongs to it', async (_name, given, wanted, referrals) => {
    const before = (await totals())[1]
    await bring(given)
    expect(said()).toEqual(wanted)
    expect((await totals())[1]).toBe((before ?? 0) + referrals)
  })
})

describe('what is refused', () => {
  it('holds back the whole referral, which comes in once it is put right', async () => {
    const source = 'Corrected'
    const patient = ['1,Waitham,Ann,F,01/02/1935,']
    const referral = ['1,1,01/02/2026,', '2,1,01/02/2024,01/03/2024']
    const first = await bring(
      { patient, referral, frat: ['1,1,05/02/2026,9', '2,1,06/02/2026,2'] },
      { source },
    )
    expect(countsOf(first)).toEqual({
      patient: { rows: 1, added: 1 },
      referral: { rows: 2, added: 1, waiting: 1 },
      frat: { rows: 2, refused: 1, waiting: 1 },
    })
    expect(said()).toEqual([
      [
        'referral.csv',
        '2',
        '',
        'Waits for row 2 of frat.csv, which was refused: a referral is brought in whole or not at all',
      ],
      ['frat.csv', '2', 'Score', 'FRAT score invalid'],
      [
        'frat.csv',
        '3',
        '',
        'Waits for row 2 of frat.csv, which was refused: a referral is brought in whole or not at all',
      ],
    ])
    const second = await bring(
      { patient, referral, frat: ['1,1,05/02/2026,4', '2,1,06/02/2026,2'] },
      { source },
    )
    expect(countsOf(second)).toEqual({
      patient: { rows: 1, before: 1 },
      referral: { rows: 2, added: 1, before: 1 },
      frat: { rows: 2, added: 2 },
    })
    const [person] = await people('Waitham')
    expect((await pathwaysOf(person?.id ?? 0)).map(({ stage }) => stage)).toEqual([null, 'awaitingWellbeing'])
    const changed = await bring({ patient: ['1,Waithamm,Ann,F,01/02/1935,'], referral }, { source })
    expect(countsOf(changed)).toMatchObject({ patient: { rows: 1, changed: 1 } })
    expect(await people('Waitham')).toHaveLength(1)
  })

  it('stands in a file that its owner alone may read, and formulas in it are not run', async () => {
    writeFileSync(world.faultsPath, '')
    chmodSync(world.faultsPath, 0o644)
    await bring({ patient: ['=1+1,,Ann,F,01/02/1935,'] })
    expect(statSync(world.faultsPath).mode & 0o777).toBe(0o600)
    expect(readFileSync(world.faultsPath, 'utf8')).toContain(`'=1+1`)
  })

  it('is a second open referral, unless the mapping says that it is meant', async () => {
    const patient = ['1,Twiceham,Ann,F,01/02/1935,']
    const referral = ['1,1,01/02/2026,', '2,1,01/03/2026,']
    await bring({ patient, referral }, { source: 'Twice' })
    expect(faults()).toMatchObject([
      ['referral.csv', '3', '2', 'secondReferral', '', expect.stringMatching(/open referral/)],
    ])
    const meant = { ...fields.referral, secondReferral: { constant: true } }
    await bring(
      { patient, referral: { text: [heads.referral, ...referral].join('\n'), fields: meant } },
      { source: 'Twice' },
    )
    const [person] = await people('Twiceham')
    expect(await pathwaysOf(person?.id ?? 0)).toHaveLength(2)
  })
})

it('brings how exercise plans ended, and refuses a stopped one without a reason', async () => {
  const day = { format: 'dd/MM/yyyy' }
  await bring({
    patient: ['1,Endingham,Ann,F,01/02/1935,', '2,Whyham,Bea,F,01/02/1936,'],
    referral: ['1,1,01/02/2026,', '2,2,01/02/2026,'],
    exercise: {
      text: [
        'Id,Ref,Date,Plan,Ended,How,Why,Where',
        '1,1,05/02/2026,Otago,06/03/2026,D,noContact,',
        '2,1,07/03/2026,Otago,06/04/2026,E,,Leisure centre',
        '3,1,07/04/2026,Otago,06/05/2026,C,,',
        '4,2,07/05/2026,Otago,06/06/2026,D,,',
      ].join('\n'),
      fields: {
        ...fields.exercise,
        completedDate: { column: 'Ended', ...day },
        endedHow: { column: 'How', values: { C: 'completed', D: 'stopped', E: 'elsewhere' } },
        ...{ stoppedReason: 'Why', elsewhereTo: 'Where' },
      },
    },
  })
  expect(said()).toContainEqual(['exercise.csv', '5', 'Why', 'Say why the plan stopped'])
  const [person] = await people('Endingham')
  const { rows } = await world.service.db.owner.query(
    `select ended_how, stopped_reason, elsewhere_to from exercise join pathway on pathway.id = pathway_id
     where patient_id = $1 order by exercise_plan_date`,
    [person?.id],
  )
  expect(rows).toEqual([
    { ended_how: 'stopped', stopped_reason: 'noContact', elsewhere_to: null },
    { ended_how: 'elsewhere', stopped_reason: null, elsewhere_to: 'Leisure centre' },
    { ended_how: 'completed', stopped_reason: null, elsewhere_to: null },
  ])
})

leavesAllSound(world)
