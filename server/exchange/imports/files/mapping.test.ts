import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { usualSettings } from '../../../accounts/settings/settings.ts'
import { findImporter } from '../importer.ts'
import { readMapping } from './mapping.ts'
import { ImportProblem } from './problem.ts'
import { runImport } from '../runImport.ts'
import { importWorld, heads } from '../testing/importWorld.ts'

const world = importWorld()
const { bring } = world

describe('a mapping', () => {
  const wrong: readonly [name: string, mapping: unknown, message: RegExp][] = [
    ['that is not JSON', '{', /^The mapping is not JSON/],
    ['that is a file of patients', '1,Secretham,Ann', /^The mapping is not JSON(?!.*Secret)/],
    ['without a source', { files: [] }, /source: name the other system/],
    [
      'with a record that is none',
      { source: 'x', files: [{ file: 'patient.csv', record: 'person', key: 'Id', fields: {} }] },
      /choose one of patient/,
    ],
    [
      'with an unknown word',
      { source: 'x', fils: [], files: [{ file: 'patient.csv', record: 'patient', key: 'Id', fields: {} }] },
      /fils/,
    ],
    [
      'with a column that is not there',
      {
        source: 'x',
        files: [{ file: 'patient.csv', record: 'patient', key: 'Id', fields: { familyName: 'Name' } }],
      },
      /no column “Name” among the 6 of the row that names them/,
    ],
    [
      'with a field that is not there',
      {
        source: 'x',
        files: [{ file: 'patient.csv', record: 'patient', key: 'Id', fields: { surname: 'Surname' } }],
      },
      /“surname” is not a field of patient.*familyName/,
    ],
    [
      'with an entry that is not there',
      {
        source: 'x',
        files: [
          {
            file: 'patient.csv',
            record: 'patient',
            key: 'Id',
            fields: { genderId: { column: 'Sex', values: { M: 'Man' } } },
          },
        ],
      },
      /“Man”: This word is not in the list/,
    ],
    [
      'with a form of days that is none',
      {
        source: 'x',
        files: [
          {
            file: 'patient.csv',
            record: 'patient',
            key: 'Id',
            fields: { dateOfBirth: { column: 'DOB', format: 'dd/MM' } },
          },
        ],
      },
      /not a format for days/,
    ],
    [
      'with a year of two digits',
      {
        source: 'x',
        files: [
          {
            file: 'patient.csv',
            record: 'patient',
            key: 'Id',
            fields: { dateOfBirth: { column: 'DOB', format: 'dd/MM/yy' } },
          },
        ],
      },
      /yearsFrom/,
    ],
    [
      'of another file',
      { source: 'x', files: [{ file: 'other.csv', record: 'patient', key: 'Id', fields: {} }] },
      /patient.csv is not in the mapping/,
    ],
  ]
  it.each(wrong)('%s is refused before anything is read', async (_name, mapping, message) => {
    const path = join(world.folder, 'patient.csv')
    writeFileSync(path, heads.patient)
    const text = typeof mapping === 'string' ? mapping : JSON.stringify(mapping)
    const attempt = async () =>
      runImport(world.service.db.sql, {
        mapping: readMapping(text),
        paths: [path],
        importer: world.importer,
        isDryRun: false,
        faultsPath: world.faultsPath,
      })
    await expect(attempt()).rejects.toThrow(ImportProblem)
    await expect(attempt()).rejects.toThrow(message)
  })

  it('is told that a column is missing without a word of the first patient', async () => {
    const attempt = bring({ patient: { text: '1,Secretham,Ann,F,01/02/1935,\n' } })
    await expect(attempt).rejects.toThrow(
      /^patient.csv has no column “Id”, “Surname”, .* among the 5 of the row that names them/,
    )
    await expect(attempt).rejects.not.toThrow(/Secretham|1935/)
    await expect(bring({ patient: { text: heads.patient.replace('Surname', 'SURNAME') } })).rejects.toThrow(
      /no column “Surname” \(but it has “SURNAME”\)/,
    )
  })

  it('is used in the name of somebody who may do all of it', async () => {
    const administrator = await world.service.as('System Administrator')
    await expect(findImporter(world.service.db.sql, administrator.userName, usualSettings)).rejects.toThrow(
      /may not register/,
    )
    await expect(findImporter(world.service.db.sql, 'nobody.here', usualSettings)).rejects.toThrow(
      /No active user/,
    )
  })
})
