import { accepts, closes, isOffered, leaves, placeFrom, refusesSlot, waits } from './classSteps.ts'
import { assessed, treatment, type Step } from './storySteps.ts'

const inTreatment = [assessed(280, 260), treatment(200)]
const treatedUntil100 = [assessed(280, 260), treatment(200, 100)]
const inClass = [assessed(280, 260), placeFrom(70)]

/** The stories of the road to a class and out of it. */
export const classStories: Readonly<Record<string, readonly Step[]>> = {
  'In treatment; since 40 days ago also waiting for a place in a class': [...inTreatment, waits(40)],
  'The same; a place is free today and accepted, and the class meets today': [
    ...inTreatment,
    waits(40),
    isOffered,
    accepts,
  ],
  'Treatment ended 100 days ago; after a wait of 40 days a place is accepted today': [
    ...treatedUntil100,
    waits(40),
    isOffered,
    accepts,
  ],
  'The same, but the offered place is refused': [
    ...treatedUntil100,
    waits(40),
    isOffered,
    leaves(0, { leftReason: 'declined', planAnswer: 'goesOn' }),
  ],
  'Referred herself; in a class for 28 days, not assessed': [placeFrom(28)],
  'Referred herself; waiting for a place since 10 days ago': [waits(10)],
  'In a class for 70 days; dropped out 35 days ago, unwell, and the plan stopped': [
    ...inClass,
    leaves(35, { leftReason: 'ill', planAnswer: 'stopped' }),
  ],
  'The same, and in another class since 7 days ago': [
    ...inClass,
    leaves(35, { leftReason: 'ill', planAnswer: 'stopped' }),
    placeFrom(7),
  ],
  'A class of 12 weeks is closed after 10, a week ago; the programme is finished': [
    ...inClass,
    closes(7, 'completed'),
  ],
  'The same, but the person goes on at home instead': [...inClass, closes(7, 'home')],
  'The same, but the service ended it, and the plan stopped': [...inClass, closes(7, 'stopped')],
  'In a class for 70 days; goes on in a leisure class since 14 days ago': [
    ...inClass,
    leaves(14, { leftReason: 'elsewhere', planAnswer: 'elsewhere', elsewhereTo: 'Leisure class' }),
  ],
  'Waiting for a place since 40 days ago, in a class that is closed today': [
    assessed(280, 260),
    waits(40),
    closes(0, 'completed'),
  ],
  'A free slot is offered, and refused': [refusesSlot],
}
