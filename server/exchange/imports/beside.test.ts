import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect } from '../../platform/db/connection/connect.ts'
import { readMapping } from './files/mapping.ts'
import { ImportProblem } from './files/problem.ts'
import { runImport } from './runImport.ts'
import { importWorld, leavesAllSound, countsOf, fields, heads } from './testing/importWorld.ts'

const world = importWorld()
const { bring, people, said } = world

describe('when others are in the way', () => {
  const row = (name: string) => ({ patient: [`1,${name},Ann,F,01/02/1935,`] })

  it('waits for a lock again, and says in a sentence when it is not given', async () => {
    const first = await bring(row('Waitingham'), { source: 'Waiting' })
    expect(first.files[0]?.counts.added).toBe(1)
    const [person] = await people('Waitingham')
    const impatient = connect(world.service.db.url, { connections: 2 })
    impatient.pool.on('connect', (client) => void client.query('set lock_timeout = 50'))
    const holder = await world.service.db.owner.connect()
    try {
      await holder.query('begin')
      await holder.query('select from patient where id = $1 for update', [person?.id])
      const more = { ...row('Waitingham'), referral: ['1,1,01/02/2026,'] }
      const stopped = bring(more, { source: 'Waiting', sql: impatient.sql })
      await expect(stopped).rejects.toThrow(ImportProblem)
      await expect(stopped).rejects.toThrow(/^Somebody else was using the same records/)
      await holder.query('commit')
      const again = await bring(more, { source: 'Waiting', sql: impatient.sql })
      expect(countsOf(again)).toMatchObject({ patient: { before: 1 }, referral: { added: 1 } })
    } finally {
      holder.release()
      await impatient.close()
    }
  })

  it.each([
    ['a deadlock once', '40P01', 1, null],
    ['a deadlock each time', '40P01', 9, /^Somebody else was using/],
    ['a statement that takes too long', '57014', 1, /^The database was too slow, or unavailable/],
  ])('%s: a sentence at most, and the import goes on', async (name, code, times, message) => {
    const name_ = `Deadlock ${name}`
    await world.service.db.owner.query(`
      create sequence tried; grant usage on sequence tried to surefoot_app;
      create function in_the_way() returns trigger language plpgsql as $$
      begin
        if nextval('tried') <= ${times} then raise exception 'in the way' using errcode = '${code}'; end if;
        return new;
      end $$;
      create trigger in_the_way before insert on import_row for each row execute function in_the_way()`)
    try {
      const done = bring(row('Deadlockham'), { source: name_ })
      if (message === null) expect(countsOf(await done)).toEqual({ patient: { rows: 1, added: 1 } })
      else await expect(done).rejects.toThrow(message)
    } finally {
      await world.service.db.owner.query(
        'drop trigger in_the_way on import_row; drop function in_the_way; drop sequence tried',
      )
    }
    const again = await bring(row('Deadlockham'), { source: name_ })
    expect(countsOf(again)).toMatchObject({ patient: message === null ? { before: 1 } : { added: 1 } })
  })
})

describe('two entries of one kind', () => {
  const sheet = [
    'Id,Patient,Referred,Ended,First,Score 1,Second,Score 2',
    'R1,1,01/02/2026,,03/02/2026,3,09/02/2026,4',
  ]
  const frat = (which: string, score: string, part?: string) => ({
    ...{ file: 'sheet.csv', record: 'frat', key: 'Id', of: 'Id', ...(part !== undefined && { part }) },
    fields: { ...fields.frat, assessmentDate: { column: which, format: 'dd/MM/yyyy' }, fratScore: score },
  })
  const importSheet = async (source: string, ...entries: object[]) => {
    const paths = ['patient.csv', 'sheet.csv'].map((file) => join(world.folder, file))
    writeFileSync(paths[0] ?? '', `${heads.patient}\n1,${source},Ann,F,01/02/1935,`)
    writeFileSync(paths[1] ?? '', sheet.join('\n'))
    const files = [
      { file: 'patient.csv', record: 'patient', key: 'Id', fields: fields.patient },
      { file: 'sheet.csv', record: 'referral', key: 'Id', of: 'Patient', fields: fields.referral },
      ...entries,
    ]
    const mapping = readMapping(JSON.stringify({ source, files }))
    return runImport(world.service.db.sql, {
      mapping,
      paths,
      importer: world.importer,
      isDryRun: false,
      faultsPath: world.faultsPath,
    })
  }

  it('on one sheet are two records where each has a part', async () => {
    const entries = [frat('First', 'Score 1'), frat('Second', 'Score 2', 'second')]
    const done = await importSheet('Partham', ...entries)
    expect(said()).toEqual([])
    expect(done.files.map(({ record, part, counts }) => [record, part, counts.added])).toEqual([
      ['patient', undefined, 1],
      ['referral', undefined, 1],
      ['frat', undefined, 1],
      ['frat', 'second', 1],
    ])
    const again = await importSheet('Partham', ...entries)
    expect(again.files.map(({ counts }) => counts.before)).toEqual([1, 1, 1, 1])
  })

  it('say so where they have none', async () => {
    await importSheet('Partlessham', frat('First', 'Score 1'), frat('Second', 'Score 2'))
    expect(said()).toMatchObject([
      [
        'sheet.csv',
        '2',
        'Id',
        expect.stringMatching(/^Row 2 of sheet.csv has the same id with other details.*part/),
      ],
      ['sheet.csv', '2', 'Id', expect.anything()],
      ['sheet.csv', '2', '', expect.stringMatching(/^Waits/)],
    ])
  })

  it('can belong to parts: an attendance to the second plan of a sheet', async () => {
    const plan = { file: 'sheet.csv', record: 'exercise', key: 'Id', of: 'Id' }
    await importSheet(
      'Secondham',
      ...['First', 'Second'].map((column) => ({
        ...{ ...plan, part: column },
        fields: {
          ...fields.exercise,
          exercisePlanDate: { column, format: 'dd/MM/yyyy' },
          exercisePlan: column,
        },
      })),
      {
        ...{ file: 'sheet.csv', record: 'exerciseAttendance', key: 'Id', of: 'Id', ofPart: 'Second' },
        fields: { ...fields.exerciseAttendance, attendanceDate: { column: 'Second', format: 'dd/MM/yyyy' } },
      },
    )
    expect(said()).toEqual([])
    const { rows } = await world.service.db.owner.query(
      `select exercise_plan from exercise_attendance join exercise on exercise.id = exercise_id order by exercise_attendance.id desc limit 1`,
    )
    expect(rows).toEqual([{ exercise_plan: '09/02/2026' }])
  })
})

leavesAllSound(world)
