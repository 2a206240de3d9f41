import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  searchDemographics,
  searchPatients,
  type PatientRow,
} from '../../../contract/patients/search/search.ts'
import { migrationsFolder } from '../../platform/db/connection/migrations.ts'
import { aPatient } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const migration = (name: string): Promise<string> => readFile(join(migrationsFolder, name), 'utf8')

it('finds those who were registered before the rare signs were folded', async () => {
  const { owner } = service.db
  const clerk = await service.as('Admissions')
  // Restores the database as it was before migration 0095.
  await owner.query(`
    drop index patient_by_later_names;
    alter table former_name drop column search_terms;
    drop function later_name_terms; drop function former_terms`)
  await owner.query(await migration('0078_quick_folding.sql'))
  const { id } = await aPatient(service, clerk, { familyName: 'Placeholder', dateOfBirth: '1931-01-02' })
  await owner.query(
    `update patient set family_name = 'O′Hara—Quirke', family_name_key = 'o′hara—quirke', first_name = 'Niʻa', first_name_key = 'niʻa'
     where id = $1`,
    [id],
  )
  await owner.query(
    `insert into former_name (patient_id, family_name, family_name_key, first_name, first_name_key) values
       ($1, 'Van−Dyke', 'van−dyke', 'Ann', 'ann'), ($1, 'Van—Dyke', 'van—dyke', 'Ann', 'ann'), ($1, 'Van-Dyke', 'vandyke', 'Ann', 'ann')`,
    [id],
  )
  await owner.query(
    `insert into organisation (id, type, name, name_key) values ('Z99777', 'GP Practices', 'Mill—Lane Surgery', 'mill—lanesurgery')`,
  )
  const versionBefore = await owner.query('select version, updated_at from patient where id = $1', [id])

  await owner.query(await migration('0095_names_found_as_written.sql'))

  const rowsOf = async (sql: string) => (await owner.query<Record<string, unknown>>(sql, [id])).rows
  expect(await rowsOf('select family_name_key, first_name_key from patient where id = $1')).toEqual([
    { family_name_key: 'oharaquirke', first_name_key: 'nia' },
  ])
  const former = `select family_name, family_name_key from former_name where patient_id = $1 and first_name = 'Ann'`
  expect(await rowsOf(former)).toEqual([{ family_name: 'Van-Dyke', family_name_key: 'vandyke' }])
  expect((await owner.query(`select name_key from organisation where id = 'Z99777'`)).rows).toEqual([
    { name_key: 'milllanesurgery' },
  ])
  expect((await owner.query('select version, updated_at from patient where id = $1', [id])).rows).toEqual(
    versionBefore.rows,
  )
  for (const familyName of ["O'Hara-Quirke", 'ohara', 'Quirke', 'O′Hara']) {
    const byDetails = (await service.ask(searchDemographics, { familyName, firstName: 'nia' }, clerk)).body
    const byText = (await service.ask(searchPatients, { text: `${familyName} Ni’a` }, clerk)).body
    for (const body of [byDetails, byText])
      expect([familyName, (body as PatientRow[]).map(({ patientId }) => patientId)]).toEqual([
        familyName,
        [id],
      ])
  }
  const { body } = await service.ask(searchPatients, { text: 'Quirle' }, clerk)
  expect(body).toMatchObject([{ patientId: id, isNear: true }])
})
