import type { Client } from 'pg'
import { bankHolidaysOf } from '../../../contract/platform/dates/bankHolidays.ts'
import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { instantAt } from '../../../contract/platform/dates/wallTime.ts'
import { isWeekday } from '../../../contract/platform/dates/workingDays.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { decideByOf } from '../../../contract/exchange/incoming/decideBy.ts'
import type { Source } from '../../../contract/exchange/incoming/source.ts'
import { assessEligibility } from '../../../contract/exchange/incoming/eligibility.ts'
import { storedTold, type TypedTold } from '../../../contract/exchange/incoming/told.ts'
import { practices } from './names.ts'
import { inventPeople, nhsNumbersFrom, type InventedPerson } from './people.ts'
import { seeded, type Random } from './random.ts'

/*
 * The inbox of the demonstration: referrals from each source that wait for a decision, some of them late and some about
 * people who are registered already.
 */

const bankHolidayOn = bankHolidaysOf('england', null)
const isWorkingDay = (day: CalendarDate): boolean => isWeekday(day) && bankHolidayOn(day) === null

/** The last working day on or before the day. */
const workingDayBefore = (day: CalendarDate, count: number): CalendarDate => {
  let reached = day
  while (!isWorkingDay(reached)) reached = addDays(reached, -1)
  for (let left = count; left > 0;) {
    reached = addDays(reached, -1)
    if (isWorkingDay(reached)) left -= 1
  }
  return reached
}

type Part = Pick<TypedTold, 'sender' | 'answers' | 'reason'> &
  Partial<Pick<TypedTold, 'redFlags' | 'urgency' | 'consent' | 'legalBasis'>> & { source: Source }

const relative = (role: string, name: string): TypedTold['sender'] => ({
  name,
  role,
  telephone: '07700 900 412',
  email: `${name.toLowerCase().replace(' ', '.')}@example.org`,
})
const surgery = (name: string, place: number): TypedTold['sender'] => ({
  name,
  role: 'GP',
  organisation: practices[place] ?? null,
  email: 'referrals@example.org',
})

/** The practice whose list the people of case finding are on, and why the service may hold their names. */
export const listSender = practices[2] ?? ''
export const listLegalBasis =
  'Direct care: invitation by the practice, agreed with the data protection officer'

/** One of each, repeated until there are enough. */
const stories: readonly Part[] = [
  {
    source: 'relative',
    sender: relative('Daughter', 'Karen Holt'),
    consent: 'yes',
    reason: 'Mum fell twice in the kitchen this month. She holds on to the furniture and no longer goes out.',
    answers: { falls: 'more', injured: 'no', blackout: 'no', couldNotGetUp: 'yes', unsteady: 'yes' },
  },
  {
    source: 'self',
    sender: {},
    reason: 'I tripped on the back step and lost my confidence. I would like to walk to the shop again.',
    answers: {
      falls: 'one',
      injured: 'no',
      blackout: 'no',
      couldNotGetUp: 'no',
      longLie: 'no',
      frail: 'no',
      unsteady: 'yes',
    },
  },
  {
    source: 'professional',
    sender: surgery('Dr Anil Sethi', 0),
    consent: 'yes',
    reason:
      'Two falls in six months, on four medicines. Lying and standing blood pressure stable. Please assess.',
    answers: { falls: 'more', injured: 'yes', blackout: 'no', frail: 'yes', condition: 'yes' },
  },
  {
    source: 'bars',
    sender: { organisation: 'Sampleshire Ambulance Service', role: 'Paramedic', telephone: '01632 960 700' },
    reason: 'Not conveyed. Found on the bedroom floor, there since the early morning. No injury seen.',
    answers: { falls: 'one', couldNotGetUp: 'yes', longLie: 'yes' },
    redFlags: ['longLie'],
    urgency: 'urgent',
  },
  {
    source: 'ers',
    sender: surgery('Dr Helen Marsh', 3),
    consent: 'yes',
    reason: 'Falls, fear of falling, lives alone. Bloods taken last week.',
    answers: { falls: 'more', frail: 'unknown' },
  },
  {
    source: 'caseFinding',
    sender: { organisation: listSender },
    reason: 'Moderate frailty and a fall coded in the last year.',
    answers: { falls: 'one', frail: 'yes' },
    legalBasis: listLegalBasis,
  },
  {
    source: 'relative',
    sender: relative('Son', 'Peter Vance'),
    consent: 'bestInterests',
    reason: 'Dad has dementia and gets up at night. He was found on the landing twice.',
    answers: { falls: 'more', injured: 'unknown', frail: 'yes', condition: 'yes' },
  },
  {
    source: 'professional',
    sender: {
      name: 'Moira Kent',
      role: 'Community nurse',
      organisation: 'Sampletown Community Nursing',
      telephone: '01632 960 711',
    },
    consent: 'yes',
    reason: 'Fainted in the garden last week, bruised hip. Waiting for an ECG at the practice.',
    answers: { falls: 'one', injured: 'yes', blackout: 'yes' },
    redFlags: ['blackout'],
    urgency: 'urgent',
  },
  {
    source: 'self',
    sender: {},
    reason: 'My legs feel weak since the winter. I have not fallen but I am afraid I will.',
    answers: { falls: 'none', unsteady: 'yes', frail: 'no' },
  },
  {
    source: 'relative',
    sender: relative('Neighbour', 'Ruth Bell'),
    consent: 'no',
    reason: 'She was on the floor when I came with the shopping. She does not want any fuss.',
    answers: { falls: 'unknown', couldNotGetUp: 'yes' },
  },
]

export const personOf = (person: InventedPerson): TypedTold['person'] => ({
  familyName: person.familyName,
  firstName: person.firstName,
  dateOfBirth: person.dateOfBirth,
  nhsNumber: person.nhsNumber,
  gender: person.isWoman ? 'female' : 'male',
  addressLine1: person.addressLine1,
  town: person.town,
  postcode: person.postcode,
  telephone: person.phoneHome ?? person.phoneMobile,
  gpPractice: person.practice === null ? null : (practices[person.practice] ?? null),
})

interface Registered {
  familyName: string
  firstName: string
  dateOfBirth: CalendarDate
  nhsNumber: string
  addressLine1: string
  postcode: string
}

const seed = 20_261_138
const [undecided, late, known] = [30, 5, 4]

/** @param day the day on which the histories end */
export const writeIncoming = async (client: Client, day: CalendarDate): Promise<void> => {
  const random = seeded(seed)
  const people = inventPeople(random, day)
  // Not the numbers of the people who are registered.
  const numbers = nhsNumbersFrom(999_040_000)
  const { rows: registered } = await client.query<Registered>(
    `select family_name as "familyName", first_name as "firstName", date_of_birth::text as "dateOfBirth", nhs_number as "nhsNumber",
       address_line1 as "addressLine1", postcode
     from patient
     where is_active and deceased_date is null and nhs_number is not null and first_name is not null and date_of_birth is not null
       and not exists (select from pathway where pathway.patient_id = patient.id and discharge_date is null and cancel_referral_date is null)
     order by id limit $1`,
    [known],
  )
  for (let place = 0; place < undecided; place += 1) {
    const story = stories[place % stories.length]
    const invented = people.next().value as InventedPerson
    if (story === undefined) continue
    const { source, ...said } = story
    const one = registered[place - late]
    const person = {
      ...personOf({ ...invented, nhsNumber: invented.nhsNumber === null ? null : numbers.next().value }),
      ...(one !== undefined && isKnown(one, place)),
    }
    const told: TypedTold = {
      redFlags: [],
      ...said,
      person,
      ...(source === 'ers' && { ubrn: ubrnOf(place) }),
    }
    const received = workingDayBefore(day, place < late ? 4 + place : random.between(1, 2))
    await insertIncoming(client, { place, source, received, random, told })
  }
}

/** Somebody who is registered, with what a relative knows of them. */
const isKnown = (
  { familyName, firstName, dateOfBirth, nhsNumber, addressLine1, postcode }: Registered,
  place: number,
) => ({
  ...{ familyName, firstName, dateOfBirth, addressLine1, postcode },
  nhsNumber: place % 2 === 0 ? nhsNumber : null,
})

const ubrnOf = (place: number): string => `0000${String(70_000_000 + place * 977)}`

const letters = 'ABCDEFGHJKMNPQRTUVWXY346789'

export const newReference = (random: Random): string => {
  const four = () => Array.from({ length: 4 }, () => random.pick([...letters])).join('')
  return `${four()}-${four()}`
}

const insertIncoming = async (
  client: Client,
  {
    place,
    source,
    received,
    random,
    told,
  }: { place: number; source: Source; received: CalendarDate; random: Random; told: TypedTold },
): Promise<void> => {
  const time = `${String(random.between(8, 10)).padStart(2, '0')}:${String(random.between(10, 59))}`
  const reference = newReference(random)
  await client.query(
    `insert into incoming_referral (reference, source, message_id, received_at, decide_by, told, eligibility)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      reference,
      source,
      `demonstration ${place}`,
      instantOf(instantAt(received, time)),
      decideByOf(received, bankHolidayOn),
      JSON.stringify(told),
      assessEligibility(storedTold.parse(told), received).eligibility,
    ],
  )
}
