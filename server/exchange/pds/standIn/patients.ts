import { numberOf } from './people.ts'
import type { StandInPerson } from './person.ts'

/** A patient of the demonstration, as the stand-in needs to know them. */
export interface KnownPatient extends Omit<StandInPerson, 'security'> {
  /** Whether they have an open referral. */
  isOpen: boolean
}

/** What PDS says otherwise of a patient. */
type Story = (person: StandInPerson) => readonly StandInPerson[]

const newAddress = {
  lines: ['Flat 2', '9 Harbour Court', '', 'Sampletown', 'Exampleshire'],
  postcode: 'ZZ9 2HC',
}

const stories: readonly Story[] = [
  // Has moved, and is with another practice.
  (person) => [{ ...person, ...newAddress, practice: person.practice === 'Z99002' ? 'Z99004' : 'Z99002' }],
  (person) => [{ ...person, diedOn: '2026-11-20' }],
  (person) => {
    const replacement = { ...person, nhsNumber: numberOf(20) }
    return [{ ...person, replacedBy: replacement.nhsNumber }, replacement]
  },
  (person) => [{ ...person, security: 'R' }],
  (person) => [{ ...person, security: 'V' }],
]

/**
 * The patients of the demonstration as the stand-in knows them: the first with an open referral each in a way of their
 * own, all others as they are recorded.
 */
export const peopleOfDemonstration = (patients: readonly KnownPatient[]): StandInPerson[] => {
  const told = patients.filter(({ isOpen, diedOn }) => isOpen && diedOn === null)
  return patients.flatMap(({ isOpen: _, ...patient }) => {
    const person: StandInPerson = { ...patient, security: 'U' }
    const story = stories[told.findIndex(({ nhsNumber }) => nhsNumber === patient.nhsNumber)]
    return story?.(person) ?? [person]
  })
}
