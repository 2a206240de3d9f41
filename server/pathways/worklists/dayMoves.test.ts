import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connect } from '../../platform/db/connection/connect.ts'
import { migrate } from '../../platform/db/migrations/migrate.ts'
import { dropDatabase } from '../../platform/db/connection/dropDatabase.ts'
import { administer, urlOf } from '../../testing/process/globalSetup.ts'
import { aGround, aRecord, caseOf } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { placeAtStart } from './dayMoves.ts'
import { verifyStages } from './verify.ts'

describe('the first start after the rule changed', () => {
  let service: TestService
  let clinician: TestUser
  beforeAll(async () => {
    service = await testService()
    clinician = await service.as('Clinician')
  })
  afterAll(() => service.close())

  it('places what the earlier rule placed, and only that', async () => {
    const grounds = []
    for (let made = 0; made < 6; made += 1) grounds.push(await aGround(service, clinician))
    for (const ground of grounds.slice(0, 3)) await aRecord(service, clinician, caseOf('followup'), ground)
    const changed = async () =>
      (
        await service.db.owner.query<{ command: string; to: string }>(
          `select command, to_stage as to from stage_transition where command = 'rule' order by id`,
        )
      ).rows
    // As an earlier rule left them: another list for three, another reason for one, and another sort name for one.
    const stale = grounds.slice(0, 3).map(({ pathwayId }) => pathwayId)
    await service.db.owner.query(
      `with moved as (
         update work_list set stage = 'awaitingFollowup' where pathway_id = any($1) returning pathway_id)
       insert into stage_transition (pathway_id, from_stage, to_stage, command)
       select pathway_id, 'inExercise', 'awaitingFollowup', 'before' from moved`,
      [stale],
    )
    await service.db.owner.query(`update work_list set reason = 'old' where pathway_id = $1`, [
      grounds[3]?.pathwayId,
    ])
    await service.db.owner.query(`update work_list set name_key = 'aaa' where pathway_id = $1`, [
      grounds[4]?.pathwayId,
    ])
    await service.db.owner.query('update work_list_rule set rule = 1')
    expect((await verifyStages(service.db.sql)).differences).toHaveLength(5)

    // What each start does before the service answers (server/app/server.ts).
    const { pathways, ...again } = (await placeAtStart(service.db.sql)) ?? {}
    expect(again).toEqual({ placed: 5, moved: 3 })
    expect(pathways).toBeGreaterThanOrEqual(5)
    expect((await verifyStages(service.db.sql)).differences).toEqual([])
    const placed = stale.map(() => ({ command: 'rule', to: 'inExercise' }))
    expect(await changed()).toEqual(placed)

    expect(await placeAtStart(service.db.sql)).toBeNull()
    expect(await changed()).toEqual(placed)
  })
})

describe('the migration to the second rule', () => {
  const name = `${inject('template')}_second_rule_${process.pid}`
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'surefoot-before-'))
    const all = join(import.meta.dirname, '../../../db/migrations')
    for (const file of await readdir(all)) if (file < '0028') await cp(join(all, file), join(folder, file))
    await administer(inject('ownerUrl'), `create database ${name}`)
  })
  afterAll(async () => {
    await dropDatabase(inject('ownerUrl'), name)
    await rm(folder, { recursive: true })
  })

  it('keeps days and outcomes, and marks the rows that mean death, whatever administrators made of the lists', async () => {
    const url = urlOf(inject('ownerUrl'), name)
    await migrate(url, { folder })
    const owner = connect(url, { asOwner: true, connections: 1 })
    try {
      await owner.pool.query(`
        insert into discharge_reason (name, sort_order) values ('Goals achieved', 1), ('died ', 2);
        insert into declined_referral (name, sort_order) values ('Patient declined', 1);
        insert into gender (internal_code, name) values ('F', 'Female');
        insert into clinician (family_name, first_name, display_name) values ('Okafor', 'Ada', 'OKAFOR, Ada');
        insert into location (name) values ('Home');
        insert into goals_achieved (name, code) values ('Yes', 'yes');
        insert into patient (family_name, family_name_key, gender_id) select 'Rook', 'rook', id from gender;
        insert into pathway (patient_id) select id from patient;
        insert into treatment_plan (pathway_id, treatment_date, clinician_id, location_id, patient_goals, goals_achieved_id, goals_recorded_date)
        select pathway.id, '2026-01-05', clinician.id, location.id, 'Walk', plan.goals * goals_achieved.id, plan.ended
        from pathway, clinician, location, goals_achieved,
          (values (1, '2026-03-01'::date), (1, null), (null, null)) as plan (goals, ended)`)
      await migrate(url)
      const rows = async (text: string) => (await owner.pool.query<Record<string, unknown>>(text)).rows
      expect(await rows('select ended_date from treatment_plan order by id')).toEqual([
        { ended_date: '2026-03-01' },
        { ended_date: '2026-01-05' },
        { ended_date: null },
      ])
      expect(await rows(`select name, sort_order from discharge_reason where code = 'died'`)).toEqual([
        { name: 'died ', sort_order: 2 },
      ])
      expect(await rows(`select name, sort_order from declined_referral where code = 'died'`)).toEqual([
        { name: 'Died before assessment', sort_order: 2 },
      ])
      // The reference data fill an empty list.
      expect(await rows('select from discharged_to')).toEqual([])
      expect(await rows('select rule from work_list_rule')).toEqual([{ rule: 1 }])
    } finally {
      await owner.close()
    }
  })
})
