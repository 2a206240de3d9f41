import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { Outline } from './histories.ts'
import type { InventedPerson } from './people.ts'

/** A patient in the ten-minute tour (docs/develop/screens.md). Who they are is fixed; everything else is random. */
interface TourStop {
  person: Pick<InventedPerson, 'familyName' | 'firstName' | 'isWoman' | 'ethnicity'> & { age: number }
  outline: Outline
  /** An earlier referral, discharged `waited` days ago. */
  before?: Outline
  /** Has a second record, made by mistake. */
  isTwice?: true
}

const woman = (familyName: string, firstName: string, age: number, ethnicity = 'A') => ({
  familyName,
  firstName,
  isWoman: true,
  ethnicity,
  age,
})
const man = (familyName: string, firstName: string, age: number, ethnicity = 'A') => ({
  ...woman(familyName, firstName, age, ethnicity),
  isWoman: false,
})

export const tourOf = (today: CalendarDate): readonly TourStop[] => [
  {
    person: woman('Ashworth', 'Edna', 87),
    outline: { aim: 'awaitingAssessment', care: 'both', waited: 140 },
  },
  {
    person: man('Metcalfe', 'Harold', 79),
    outline: { aim: 'awaitingTreatment', care: 'both', waited: 18, toFrat: 20, bookedIn: 6 },
  },
  {
    person: woman('Kaur', 'Surinder', 74, 'H'),
    outline: { aim: 'inExercise', care: 'both', waited: 60, toFrat: 12, goals: 'yes' },
  },
  {
    person: man('Campbell', 'Winston', 82, 'M'),
    outline: { aim: 'inExercise', care: 'class', waited: 150, toFrat: 15 },
  },
  {
    person: woman('Keogh', 'Bridget', 80, 'B'),
    outline: { aim: 'awaitingFollowup', care: 'both', waited: 104, toFrat: 16, goals: 'partially' },
  },
  {
    person: man('Pickles', 'Stanley', 84),
    outline: { aim: 'awaitingSecondFollowup', care: 'treatment', waited: 40, toFrat: 10, goals: 'yes' },
  },
  {
    person: woman('Hussain', 'Nasreen', 71, 'J'),
    outline: { aim: 'awaitingDischarge', care: 'class', waited: 3, toFrat: 22 },
  },
  {
    person: woman('Wrigley', 'Doris', 91),
    outline: {
      aim: 'inExercise',
      care: 'class',
      waited: 80,
      toFrat: 14,
      deceasedDate: addDays(today, -9),
    },
  },
  {
    person: woman('Robinson', 'Margaret', 77),
    outline: { aim: 'inTreatment', care: 'treatment', waited: 20, toFrat: 30 },
    isTwice: true,
  },
  {
    person: man('Firth', 'Kenneth', 76),
    outline: { aim: 'awaitingWellbeing', care: 'both', waited: 12, toFrat: 9 },
    before: { aim: 'discharged', care: 'both', waited: 300, toFrat: 40, goals: 'yes' },
  },
]
