import { describe, expect, it } from 'vitest'
import { mergePatients } from '../../../../contract/governance/merge.ts'
import { exercise } from '../../../../contract/pathways/records/exercise.ts'
import { endRestriction, restrictRecord } from '../../../../contract/governance/restriction.ts'
import { usualSettings } from '../../../accounts/settings/settings.ts'
import { aPatient, expectSaved, nextNhsNumber } from '../../../testing/world/factories.ts'
import { findImporter } from '../importer.ts'
import { importWorld, leavesAllSound, type Files } from '../testing/importWorld.ts'

const world = importWorld()
const { bring, faults, pathwaysOf, people, said } = world

describe('rows that come after an earlier import', () => {
  const ann = (name: string) => [`1,${name},Ann,F,01/02/1935,`]
  const open = ['1,1,01/02/2026,']
  const exercises = ['1,1,05/02/2026,Otago']
  const exerciseAttendance = ['1,1,06/02/2026']
  /** Imports the patient with an open referral, runs `meanwhile`, and imports again with more rows. */
  const after = async (
    name: string,
    meanwhile: (found: { patientId: number; pathwayId: number }) => Promise<void>,
    more: Files,
    first: Files = {},
  ) => {
    const files = { patient: ann(name), referral: open, ...first }
    await bring(files, { source: name })
    expect(faults()).toEqual([])
    const [person] = await people(name)
    const patientId = person?.id ?? 0
    const [pathway] = await pathwaysOf(patientId)
    await meanwhile({ patientId, pathwayId: pathway?.id ?? 0 })
    await bring({ ...files, ...more }, { source: name })
    return { patientId, pathwayId: pathway?.id ?? 0 }
  }
  const versionOf = async (id: number): Promise<number> => {
    const [row] = await world.service.db.sql
      .selectFrom('patient')
      .select('version')
      .where('id', '=', id)
      .execute()
    return row?.version ?? 0
  }
  const mergeInto = async (survivorId: number, mergedId: number) =>
    expectSaved(
      'merge',
      await world.service.ask(
        mergePatients,
        {
          ...{ survivorId, mergedId, takes: [], deathBeforeRecordsConfirmed: true },
          survivorVersion: await versionOf(survivorId),
          mergedVersion: await versionOf(mergedId),
        },
        world.lead,
      ),
    )
  const nothing = async () => undefined

  it('wait with their exercise plan when that is refused', async () => {
    await after('Planham', nothing, { exercise: ['1,1,05/02/2026,'], exerciseAttendance })
    expect(said()).toEqual([
      ['exercise.csv', '2', 'Plan', 'Exercise Plan required'],
      ['exerciseAttendance.csv', '2', '', 'Waits for row 2 of exercise.csv, which was refused'],
    ])
  })

  it('are refused where their exercise plan was deleted', async () => {
    await after(
      'Deletedham',
      async ({ pathwayId }) => {
        const { rows } = await world.service.db.owner.query<{ id: number }>(
          'select id from exercise where pathway_id = $1',
          [pathwayId],
        )
        const deleted = await world.service.ask(
          exercise.delete,
          { id: Number(rows[0]?.id), version: 1 },
          world.lead,
        )
        expect(deleted.status).toBe(200)
      },
      { exercise: exercises, exerciseAttendance },
      { exercise: exercises },
    )
    expect(said()).toEqual([
      ['exerciseAttendance.csv', '2', '', 'The exercise plan no longer exists: it was deleted'],
    ])
  })

  it('are refused where an assessment is of another referral now', async () => {
    await after(
      'Movedham',
      nothing,
      { referral: ['1,1,01/02/2026,', '2,1,01/02/2025,01/03/2025'], frat: ['1,2,05/02/2025,3'] },
      { frat: ['1,1,05/02/2026,3'] },
    )
    expect(said()).toEqual([
      [
        'referral.csv',
        '3',
        '',
        'Waits for row 2 of frat.csv, which was refused: a referral is brought in whole or not at all',
      ],
      ['frat.csv', '2', '', expect.stringMatching(/^Brought in before, and changed/)],
    ])
  })

  it('are refused where the record is restricted, and their referral is not looked at', async () => {
    const { patientId } = await after(
      'Restrictedham',
      async (found) => {
        const { patientId: id } = found
        const restricted = await world.service.ask(
          restrictRecord,
          { patientId: id, kind: 'safety', reason: 'Not safe at home' },
          await world.service.as('Information Governance'),
        )
        expect(restricted.status).toBe(200)
      },
      {
        referral: [...open, '2,1,01/02/2025,01/03/2025'],
        nextOfKin: ['1,1,Kin'],
        frat: ['1,1,05/02/2026,3'],
      },
    )
    const message = 'This record is restricted: record it in Surefoot, where you say why you need to see it'
    expect(said()).toEqual([
      ['nextOfKin.csv', '2', '', message],
      ['frat.csv', '2', '', message],
      ['referral.csv', '3', '', message],
    ])
    expect(await pathwaysOf(patientId)).toHaveLength(1)
  })
  it.each([
    ['the same person', 'Hiddenham', 'Edith,F,06/05/1938'],
    ['another', 'Coveredwell', 'Jim,M,07/08/1950'],
  ])(
    'say no more of a restricted record with the NHS number than a registration, of %s',
    async (_of, familyName, details) => {
      const nhsNumber = nextNhsNumber()
      const known = await aPatient(world.service, world.lead, {
        ...{ familyName, firstName: 'Edith', dateOfBirth: '1938-05-06', nhsNumber },
      })
      const governance = await world.service.as('Information Governance')
      const { id, version } = expectSaved(
        'restriction',
        await world.service.ask(
          restrictRecord,
          { patientId: known.id, kind: 'safety', reason: 'A word' },
          governance,
        ),
      )
      // The user who registers a patient takes part in the care, so the import runs as another user.
      const other = await findImporter(
        world.service.db.sql,
        (await world.service.as('Team Lead')).userName,
        usualSettings,
      )
      const row = `1,${familyName},${details},${nhsNumber}`
      await bring({ patient: [row], referral: ['1,1,01/02/2026,'] }, { importer: other })
      expect(said()).toEqual([
        [
          'patient.csv',
          '2',
          'NHS',
          'Another patient already has this NHS number. Search for it to open that record.',
        ],
        ['referral.csv', '2', '', 'Waits for row 2 of patient.csv, which was refused'],
      ])
      expect(await pathwaysOf(known.id)).toEqual([])
      await world.service.ask(endRestriction, { id, version, endedNote: 'Over' }, governance)
    },
  )

  it('follow a record that was merged with another, also in two steps', async () => {
    const [stays, middle] = [
      await aPatient(world.service, world.lead, { nhsNumber: null, nhsNumberUnknown: true }),
      await aPatient(world.service, world.lead, { nhsNumber: null, nhsNumberUnknown: true }),
    ]
    const { pathwayId } = await after(
      'Mergedham',
      async ({ patientId }) => {
        await mergeInto(middle.id, patientId)
        await mergeInto(stays.id, middle.id)
      },
      {
        referral: [...open, '2,1,01/02/2025,01/03/2025'],
        frat: ['1,1,05/02/2026,3', '2,2,05/02/2025,2'],
        nextOfKin: ['1,1,Kin'],
      },
    )
    expect(said()).toEqual([])
    const pathways = await pathwaysOf(stays.id)
    expect(pathways).toMatchObject([{ id: pathwayId, stage: 'awaitingWellbeing' }, { stage: null }])
  })

  it('see what was stored while they waited for a lock', async () => {
    const { patientId, pathwayId } = await after('Lockham', nothing, {})
    const holder = await world.service.db.owner.connect()
    try {
      await holder.query('begin')
      await holder.query('select from patient where id = $1 for update', [patientId])
      await holder.query(`update pathway set discharge_date = '2026-02-20' where id = $1`, [pathwayId])
      const imported = bring(
        { patient: ann('Lockham'), referral: open, frat: ['1,1,05/02/2026,3'] },
        { source: 'Lockham' },
      )
      await expect
        .poll(async () => {
          const { rows } = await holder.query('select from pg_locks where not granted')
          return rows.length
        })
        .toBeGreaterThan(0)
      await holder.query('commit')
      await imported
    } finally {
      holder.release()
    }
    expect(said()).toEqual([['frat.csv', '2', '', expect.stringMatching(/^This referral was discharged on/)]])
    await world.service.db.owner.query(`update pathway set discharge_date = null where id = $1`, [pathwayId])
  })
})

leavesAllSound(world)
