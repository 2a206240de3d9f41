import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { ContactType } from '../../../contract/pathways/records/contactNote.ts'
import type { Injury } from '../../../contract/pathways/records/fall.ts'
import type { Invented, Referred } from './invented.ts'

/* Contact notes, and the falls that people reported when they were assessed. */

interface Contact {
  type: ContactType
  minutes: number | null
  said: readonly string[]
}

const visit: Contact = {
  type: 'visit',
  minutes: 60,
  said: [
    'Seen at home. Walks indoors holding on to furniture; loose rug in the hall, agreed to take it up. Night light talked about.',
    'Seen at home. Stands up from the chair at the second try. Home exercises gone through, sheet left.',
    'Seen at home. Steps to the back door are steep and without a rail. Worried about the bath most of all.',
    'Seen at home. Gets up twice in the night without the light on. Slippers worn out; written advice left.',
  ],
}
const clinic: Contact = {
  type: 'clinic',
  minutes: 40,
  said: [
    'Came by taxi. Balance better with the stick in the left hand. Wants to manage the stairs alone.',
    'Came with a relative. Less afraid of going out than before. Exercises done on most days.',
    'Dizzy on standing in the mornings; told to sit on the edge of the bed first, and to tell the GP.',
  ],
}
const letter: Contact = {
  type: 'letter',
  minutes: null,
  said: [
    'Letter to the GP about the medicines, with the question of a review.',
    'Letter with the dates of the class and how to get there.',
  ],
}
const otherCall: Contact = {
  type: 'call',
  minutes: 10,
  said: [
    'Rang to say that the next visit has to be in the afternoon.',
    'Daughter rang about the rail; it was fitted last week.',
  ],
}
const additions = [
  'It was the other knee.',
  'The rug has gone since.',
  'The relative who came was the niece, not the daughter.',
]
const present = ['Daughter', 'Son', 'Carer of the morning visit', 'Husband or wife', 'Neighbour'] as const

const places = [
  ['The bathroom', 'Getting out of the bath'],
  ['The hall', 'Hurrying to the telephone'],
  ['The bedroom', 'Getting up in the night'],
  ['The kitchen', 'Reaching up to a shelf'],
  ['The garden', 'Hanging out the washing'],
  ['The street', 'Stepping off the kerb'],
  ['The stairs', 'Coming down with both hands full'],
] as const
const injuries: readonly Injury[] = [
  'none',
  'none',
  'minor',
  'minor',
  'minor',
  'minor',
  'other',
  'headInjury',
  'fracture',
]

export const addCareNotes = (invented: Invented): void => {
  for (const referred of invented.referred) {
    addNotes(invented, referred)
    addFalls(invented, referred)
  }
}

const addNotes = ({ random, today, add, stamp }: Invented, { id, subject, history }: Referred): void => {
  const last = subject.deceasedDate ?? today
  const write = (day: CalendarDate, { type, minutes, said }: Contact): void => {
    const isVisit = type === 'visit' || type === 'clinic'
    const note = { ...stamp(day), pathway_id: id, contact_date: day, contact_type: type }
    const noteId = add('contact_note', {
      ...note,
      minutes: minutes === null ? null : minutes + 5 * random.between(-1, 3),
      who_was_there: isVisit && random.chance(0.4) ? random.pick(present) : null,
      note: random.pick(said),
    })
    // A week later, at the next contact.
    const later = addDays(day, 7)
    if (random.chance(0.1) && later <= last)
      add('contact_note', { ...note, ...stamp(later), adds_to_id: noteId, note: random.pick(additions) })
  }
  const { wellbeing, plan, exercise, sessions } = history
  if (wellbeing !== null && random.chance(0.8)) write(wellbeing, visit)
  if (plan?.endedDate != null && random.chance(0.6)) write(plan.endedDate, clinic)
  if (exercise !== null && wellbeing !== null && random.chance(0.3)) write(wellbeing, letter)
  const session = sessions.at(-1)
  if (session !== undefined && random.chance(0.2)) write(session.day, otherCall)
}

/** People who said at an assessment that they fell in the last 12 months also said where and how, or how often. */
const addFalls = ({ random, add, stamp }: Invented, { subject, history }: Referred): void => {
  const asked = history.frats.find(({ answers: [fell] }) => fell)?.assessmentDate
  if (asked === undefined) return
  const before = (days: number): CalendarDate => addDays(asked, -days)
  const row = { ...stamp(asked), patient_id: subject.id }
  if (random.chance(0.15)) {
    add('fall', { ...row, fall_date: asked, period_from: before(180), fall_count: random.between(2, 6) })
    return
  }
  const often = random.pick([1, 1, 1, 2, 2, 3])
  for (let which = 0; which < often; which += 1) {
    const [place, activity] = random.pick(places)
    const injury = random.pick(injuries)
    add('fall', {
      ...row,
      ...stamp(asked),
      fall_date: before(random.between(3, 340)),
      is_about: random.chance(0.5) ? true : null,
      place,
      activity: random.chance(0.7) ? activity : null,
      injury,
      long_lie: random.pick([false, false, false, false, false, true, null]),
      blackout: random.chance(0.05) ? true : random.pick([false, false, null]),
      ambulance: injury === 'fracture' || injury === 'headInjury' || random.chance(0.15),
    })
  }
}
