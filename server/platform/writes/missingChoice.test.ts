import { expect, it } from 'vitest'
import { ValidationProblem } from '../errors.ts'
import { missingChoice } from './missingChoice.ts'

const columns = { clinicianId: 'clinician_id', place2: 'place_2' }
const ofDatabase = (code: string, detail?: string) => Object.assign(new Error('made up'), { code, detail })

it.each([
  ['a column of the form', 'Key (clinician_id)=(7) is not present in table "clinician".', 'clinicianId'],
  ['a column with a number in its name', 'Key (place_2)=(7) is not present in table "location".', 'place2'],
  ['a column that no field stores', 'Key (owner_id)=(7) is not present in table "clinician".', 'form'],
  ['two columns', 'Key (clinician_id, place_2)=(7, 8) is not present in table "clinician".', 'form'],
  ['words that only hold such a one', 'Some Key (clinician_id)=(7) is not present.', 'form'],
  ['nothing', undefined, 'form'],
])('a row that is not there is said at the field where the database names %s', (_, detail, field) => {
  const told = missingChoice(ofDatabase('23503', detail), columns)
  expect(told).toBeInstanceOf(ValidationProblem)
  expect(told?.fields).toEqual({ [field]: 'Choose from the list' })
})

it('the row itself is asked for by its number', () => {
  expect(missingChoice(ofDatabase('23503'), { id: 'id' })?.fields).toEqual({ id: 'Choose from the list' })
})

it.each([ofDatabase('23505', 'Key (clinician_id)=(7) already exists.'), new Error('made up')])(
  'another error is somebody else’s to explain',
  (error) => {
    expect(missingChoice(error, columns)).toBeNull()
  },
)
