import { describe, expect, it } from 'vitest'
import { listPossibleDuplicates } from '../../../../contract/patients/search/possibleDuplicate.ts'
import { aPatient, nextNhsNumber } from '../../../testing/world/factories.ts'
import { importWorld, leavesAllSound, countsOf, fields, type Given } from '../testing/importWorld.ts'

const world = importWorld()
const { bring, faults, pathwaysOf, people, said } = world

const [numberB, numberC] = [nextNhsNumber(), nextNhsNumber()]

describe('who may be registered already', () => {
  it('has its own UBRN: one that is open already, or stands twice in the file, is refused', async () => {
    const withUbrn = (...rows: string[]): Given => ({
      text: ['Id,Patient,Referred,Ended,UBRN', ...rows].join('\n'),
      fields: { ...fields.referral, ubrn: 'UBRN' },
    })
    const names = ['Ubrnone', 'Ubrntwo', 'Ubrnthree', 'Ubrnfour', 'Ubrnfive']
    const report = await bring({
      patient: names.map((name, place) => `${place + 1},${name},A,F,0${place + 1}/05/1941,`),
      referral: withUbrn(
        'r1,1,05/01/2026,,0000 7000 5001',
        'r2,2,05/01/2026,,000070005001',
        'r3,3,05/01/2026,05/02/2026,000070005001',
        'r4,4,05/01/2026,,7000 5001',
        'r5,5,05/01/2026,,',
      ),
    })
    expect(countsOf(report)['referral']).toEqual({ rows: 5, added: 3, refused: 2 })
    expect(said()).toEqual([
      [
        'referral.csv',
        '3',
        'UBRN',
        expect.stringContaining('Another open referral has this UBRN.') as string,
      ],
      ['referral.csv', '5', 'UBRN', 'A UBRN has 12 digits'],
    ])
    await bring({
      patient: ['1,Ubrnsix,A,F,06/05/1941,'],
      referral: withUbrn('r1,1,05/01/2026,,000070005001'),
    })
    expect(said()).toHaveLength(1)
  })

  it('is one patient where number, birth and name agree, and a question where they do not', async () => {
    const known = await aPatient(world.service, world.lead, {
      ...{ familyName: 'Alreadyham', firstName: 'Edith', dateOfBirth: '1938-05-06', nhsNumber: numberB },
    })
    const report = await bring({
      patient: [`1,Alreadyham,Edith,F,06/05/1938,${numberB}`, `2,Otherwell,Jim,M,07/08/1950,${numberB}`],
      referral: ['1,1,01/02/2026,', '2,2,01/02/2026,'],
    })
    expect(countsOf(report)).toEqual({
      patient: { rows: 2, linked: 1, refused: 1 },
      referral: { rows: 2, added: 1, waiting: 1 },
    })
    expect(await pathwaysOf(known.id)).toHaveLength(1)
    expect(faults()[0]?.[5]).toMatch(/^Another patient has or had this NHS number, with another name/)
  })

  it('is one patient by a number that PDS replaced, and keeps the present one', async () => {
    const present = nextNhsNumber()
    const former = nextNhsNumber()
    const known = await aPatient(world.service, world.lead, {
      ...{ familyName: 'Renumberham', firstName: 'Edith', dateOfBirth: '1937-05-06', nhsNumber: present },
    })
    await world.service.db.owner.query(`insert into former_number (patient_id, nhs_number) values ($1, $2)`, [
      known.id,
      former,
    ])
    const report = await bring({
      patient: [`1,Renumberham,Edith,F,06/05/1937,${former}`, `2,Otherwell,Tom,M,07/08/1951,${former}`],
      referral: ['1,1,01/02/2026,', '2,2,01/02/2026,'],
    })
    expect(countsOf(report)).toEqual({
      patient: { rows: 2, linked: 1, refused: 1 },
      referral: { rows: 2, added: 1, waiting: 1 },
    })
    expect(await pathwaysOf(known.id)).toHaveLength(1)
    expect(await people('Renumberham')).toMatchObject([{ nhs_number: present }])
  })

  it('stands once where a sheet has a row for each referral', async () => {
    await bring({
      patient: [`1,Sheetham,Ann,F,06/05/1939,${numberC}`, `2,Sheetham,Ann,F,06/05/1939,${numberC}`],
      referral: ['1,1,01/02/2024,01/03/2024', '2,2,01/02/2026,'],
    })
    const [person, second] = await people('Sheetham')
    expect(second).toBeUndefined()
    expect(await pathwaysOf(person?.id ?? 0)).toHaveLength(2)
  })

  it('is registered, and stands in the list of possible duplicates', async () => {
    await aPatient(world.service, world.lead, {
      familyName: 'Pairham',
      firstName: 'Margaret',
      dateOfBirth: '1937-03-04',
    })
    const report = await bring({
      patient: [
        '1,Pairham,Peggy,F,04/03/1937,',
        '2,Twinwell,Ann,F,05/03/1936,',
        '3,Twinwell,Anne,F,05/03/1936,',
      ],
    })
    expect(report.pairs).toBe(2)
    const { body } = await world.service.ask(listPossibleDuplicates, {}, world.lead)
    const names = JSON.stringify(body)
    expect(names).toMatch(/PAIRHAM.*PAIRHAM/)
    expect(names).toMatch(/TWINWELL.*TWINWELL/)
  })
})

leavesAllSound(world)
