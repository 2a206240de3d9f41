import { addDays, addMonths, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { FlagKindName } from '../../../contract/patients/flags/flagKinds.ts'
import type { RedFlagSign } from '../../../contract/reference/redFlagSigns.ts'
import { onWeekday } from './histories.ts'
import type { Invented, Subject } from './invented.ts'

/*
 * What users must see first about some people: flags, contacts to ring about them, and assessments of capacity. None
 * for people who have died, because nothing more is recorded of them.
 */

interface Kind {
  kind: FlagKindName
  /** Proportion of all people. */
  share: number
  /** Possible entries, with a category if the kind has any. */
  said: readonly (readonly [category: string | null, detail: string | null])[]
}

const kinds: readonly Kind[] = [
  {
    kind: 'interpreter',
    share: 0.04,
    said: [
      [null, 'Polish'],
      [null, 'Punjabi'],
      [null, 'Urdu'],
      [null, 'British Sign Language'],
      [null, 'Gujarati'],
    ],
  },
  {
    kind: 'reasonableAdjustment',
    share: 0.06,
    said: [
      ['communication', 'Hearing aids: face the person and speak slowly'],
      ['time', 'Mornings are hard; ring or visit after 11'],
      ['additionalSupport', 'Daughter comes to every visit'],
      ['environment', 'Uses a wheelchair outdoors; step-free room needed'],
      ['individualCare', 'Anxious with people not met before: say who comes'],
    ],
  },
  {
    kind: 'preferredFormat',
    share: 0.05,
    said: [
      ['largePrint', 'Size 18'],
      ['largePrint', null],
      ['telephone', null],
      ['email', null],
      ['easyRead', null],
    ],
  },
  {
    kind: 'homeVisitRisk',
    share: 0.03,
    said: [
      [null, 'Large dog: ask for it to be shut away first'],
      [null, 'Unlit path and uneven steps; visit in daylight'],
      [null, 'Smokes indoors'],
    ],
  },
  { kind: 'safeguarding', share: 0.01, said: [[null, 'Speak with the safeguarding lead before a visit']] },
  {
    kind: 'consentRefused',
    share: 0.015,
    said: [
      ['calls', 'Does not want to be rung; write instead'],
      ['sharing', 'Nothing to the leisure centre'],
    ],
  },
]

const redFlags: readonly (readonly [RedFlagSign, string, string])[] = [
  ['blackout', 'Woke on the kitchen floor, does not remember falling', 'sameDayGp'],
  ['moreFalls', 'Four falls in two weeks, none before', 'clinic'],
  ['cannotStand', 'Hip painful since the fall, cannot stand on it', 'emergency'],
  ['longLie', 'Two hours on the bathroom floor', 'sameDayGp'],
]
/** How many people in care have an open red flag, and how many more had one that was dealt with. */
const [openRedFlags, endedRedFlags] = [3, 9]

const roles = ['Daughter', 'Son', 'Neighbour', 'Niece', 'Friend', 'Warden'] as const
const names = ['Alex', 'Chris', 'Jo', 'Pat', 'Robin', 'Sam', 'Terry'] as const
const decisions = [
  ['Where to live after hospital', false, 'Could not keep the choices in mind long enough to weigh them'],
  ['Coming to an exercise class', true, 'Understood, weighed and said no, then yes'],
  ['Sharing records with the day centre', true, 'Asked twice on two days, with the same answer'],
] as const

export const addSafetyNets = ({ random, today, subjects, referred, add, stamp }: Invented): void => {
  const living = subjects.filter(({ deceasedDate }) => deceasedDate === null)
  const written = (day: CalendarDate) => {
    const { is_active: _, ...rest } = stamp(day)
    return rest
  }
  for (const subject of living) {
    for (const { kind, share, said } of kinds) {
      if (!random.chance(share)) continue
      const [category, detail] = random.pick(said)
      add('patient_flag', {
        ...written(subject.since),
        patient_id: subject.id,
        kind,
        category,
        detail,
        since_date: kind === 'consentRefused' ? subject.since : null,
        review_date: onWeekday(addMonths(today, random.between(1, 6))),
      })
    }
    if (random.chance(0.2)) addContact(subject)
    if (random.chance(0.02)) addCapacity(subject)
  }

  const now = referred.filter(
    ({ subject, history }) =>
      subject.deceasedDate === null && history.discharge === null && history.cancelDate === null,
  )
  for (let place = 0; place < openRedFlags + endedRedFlags; place += 1) {
    const [sign, detail, action] = random.pick(redFlags)
    const isOpen = place < openRedFlags
    // Picks nobody twice.
    const [picked] = now.splice(random.between(0, now.length - 1), 1)
    if (picked === undefined) break
    const { subject } = picked
    const found = isOpen ? onWeekday(addDays(today, -1)) : subject.since
    add('patient_flag', {
      ...written(found),
      patient_id: subject.id,
      kind: 'redFlag',
      category: sign,
      detail,
      action,
      review_date: onWeekday(addDays(found, isOpen ? 5 : 7)),
      ...(isOpen ? {} : ended(onWeekday(addDays(found, 5)))),
    })
  }

  function ended(day: CalendarDate) {
    const { updated_at, updated_by } = written(day < today ? day : today)
    const ended_note = random.pick([
      'Seen by the GP, medicines changed',
      'Seen in the clinic, no cause found',
      'Resolved',
    ])
    return { ended_at: updated_at, ended_by: updated_by, ended_note, updated_at }
  }

  function addContact({ id, since, person }: Subject): void {
    const [role, isPreferred] = [random.pick(roles), random.chance(0.4)]
    add('patient_contact', {
      ...stamp(since),
      patient_id: id,
      name: `${random.pick(names)} ${role === 'Daughter' || role === 'Son' ? person.familyName : 'Marlow'}`,
      role,
      phone_number: `07700 900${String(random.between(0, 999)).padStart(3, '0')}`,
      may_leave_message: random.pick([true, true, false, null]),
      is_preferred: isPreferred,
      is_emergency: !isPreferred || random.chance(0.5),
      note: random.chance(0.3) ? 'Has a key' : null,
    })
  }

  function addCapacity({ id, since }: Subject): void {
    const [decision, isAble, basis] = random.pick(decisions)
    add('capacity_assessment', {
      ...stamp(since),
      patient_id: id,
      decision,
      is_able: isAble,
      assessed_date: since,
      assessor: 'OKAFOR, Ada',
      basis,
    })
  }
}
