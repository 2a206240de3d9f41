import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { foldName } from '../../../contract/platform/words/fold.ts'
import { additions } from './additions.ts'
import { placeAtEnd, transitionsOf } from './facts.ts'
import { inventHistory, type InventedHistory, type Outline } from './histories.ts'
import type { Referred, Row, Subject, Tables } from './invented.ts'
import type { Known } from './known.ts'
import { comesAgain, inventOutlines } from './outlines.ts'
import { inventPeople, type InventedPerson } from './people.ts'
import { pickWeighted, type Random } from './random.ts'
import { addRecords } from './recordRows.ts'
import type { Taught } from './taught.ts'
import { tourOf } from './tour.ts'

/** Tables whose rows have no id. */
const withoutIds = ['wellbeing_concern', 'work_list']

/** Most people agree to share their pathway with partner services, some have not been asked, and some refuse. */
const consents: readonly (boolean | null)[] = [true, true, null, true, true, false, true]

const seenAt = [
  "Patient's home",
  "Patient's home",
  'Health centre',
  "Patient's home",
  'Outpatient clinic',
] as const

/** Who refers, how many of a hundred, and by which methods. */
const referrals = [
  ['GP', 40, ['NHS e-Referral Service (e-RS)', 'NHS e-Referral Service (e-RS)', 'E-mail (secure)']],
  ['Ambulance service', 18, ['Ambulance electronic referral']],
  ['Hospital doctor / ward', 10, ['E-mail (secure)', 'Letter']],
  ['Emergency department', 10, ['Electronic from clinical system']],
  ['Fracture liaison service', 4, ['E-mail (secure)']],
  ['Community nurse', 5, ['Online form']],
  ['Physiotherapist', 4, ['Online form']],
  ['Self', 4, ['Self-referral', 'Telephone']],
  ['Family or friend', 3, ['Telephone']],
  ['Care home', 2, ['Telephone']],
] as const

const declined = [
  ['Patient declined', 12],
  ['Patient could not be contacted', 9],
  ['Unexplained fall or blackout - to syncope/medical clinic', 6],
  ['No falls risk identified at triage', 5],
  ['Does not meet criteria: out of area / not registered locally', 3],
  ['Duplicate referral', 2],
  ['Care home pathway applies', 3],
] as const

/** Indexes in the list of clinicians. The first looks after one patient in four. */
const caseloads = [0, 0, 1, 2, 3, 5, 6, 0, 1, 2, 3, 5] as const

/** Every row of the demonstration, with its id, by table in an order that satisfies the foreign keys. */
export const inventRows = (known: Known, random: Random, today: CalendarDate): Tables => {
  // Attendances refer to sessions, which are added after them.
  const tables: Tables = { exercise_class: [], class_session: [], clinic: [], clinic_slot: [] }
  const add = (table: string, row: Row): number => {
    const rows = (tables[table] ??= [])
    const id = rows.length + 1
    rows.push(withoutIds.includes(table) ? row : { id, ...row })
    return id
  }
  const stamp = (day: CalendarDate): Row => {
    const at = `${day}T${String(random.between(9, 16)).padStart(2, '0')}:${String(random.between(10, 59))}:00Z`
    const by = random.pick(known.users)
    return { version: 1, is_active: true, created_at: at, updated_at: at, created_by: by, updated_by: by }
  }
  const people = inventPeople(random, today)
  const subjects: Subject[] = []
  const referred: Referred[] = []
  const taught: Taught[] = []
  const nextPerson = (): InventedPerson => people.next().value as InventedPerson

  const register = (
    person: InventedPerson,
    deceasedDate: CalendarDate | null,
    day: CalendarDate,
  ): Subject => {
    const { practice } = person
    const id = add('patient', {
      ...stamp(day),
      family_name: person.familyName,
      family_name_key: foldName(person.familyName),
      first_name: person.firstName,
      first_name_key: foldName(person.firstName ?? ''),
      gender_id: known.gender(person.isWoman ? '2' : '1').id,
      date_of_birth: person.dateOfBirth,
      nhs_number: person.nhsNumber,
      nhs_number_unknown: person.nhsNumber === null,
      ethnicity_id: person.ethnicity === null ? null : known.coded('ethnicity', person.ethnicity),
      name_prefix_id: person.title === null ? null : known.named('name_prefix', person.title),
      address_line1: person.addressLine1,
      town: person.town,
      county: 'Exampleshire',
      postcode: person.postcode,
      phone_home: person.phoneHome,
      phone_mobile: person.phoneMobile,
      registered_gp: practice === null ? null : known.practices[practice]?.id,
      deceased_date: deceasedDate,
    })
    const subject = { id, person, deceasedDate, since: day }
    subjects.push(subject)
    return subject
  }

  const refer = (subject: Subject, history: InventedHistory): void => {
    const { referralDate, cancelDate, discharge } = history
    const [referrer, , methods] = pickWeighted(random, referrals, ([, weight]) => weight)
    const consent = consents[subject.id % consents.length] ?? null
    const place = caseloads[referred.length % caseloads.length] ?? 0
    const clinician = known.clinicians[place] ?? 0
    const teamMember = random.pick(known.teamMembers)
    const location = known.named('location', random.pick(seenAt))
    const pathwayId = add('pathway', {
      ...stamp(referralDate),
      patient_id: subject.id,
      referral_date: referralDate,
      received_date: history.receivedDate,
      referrer_id: known.named('referrer', referrer),
      referral_method_id: known.named('method', random.pick(methods)),
      cancel_referral_date: cancelDate,
      declined_referral_id:
        cancelDate === null
          ? null
          : known.named('declined_referral', pickWeighted(random, declined, ([, weight]) => weight)[0]),
      cancel_team_member_id: cancelDate === null ? null : teamMember,
      discharge_date: discharge?.day ?? null,
      discharge_reason_id: discharge === null ? null : known.named('discharge_reason', discharge.reason),
      discharged_to_id: discharge === null ? null : known.named('discharged_to', discharge.to),
      discharge_clinician_id: discharge === null ? null : clinician,
      consent_given: consent,
      consent_date: consent === null ? null : referralDate,
    })
    referred.push({ id: pathwayId, subject, history, clinician })
    const given = { known, random, today, taught, add, stamp }
    addRecords({ ...given, pathwayId, subject, history, clinician, teamMember, location })
    for (const { day, from, to } of transitionsOf(history, subject.deceasedDate, today))
      add('stage_transition', {
        pathway_id: pathwayId,
        from_stage: from,
        to_stage: to,
        at: `${day}T12:00:00Z`,
        command: 'demonstration',
      })
    list(subject, pathwayId, history, referrer)
  }

  const list = (subject: Subject, pathwayId: number, history: InventedHistory, referrer: string): void => {
    const place = placeAtEnd(history, subject.deceasedDate, today)
    if (!place.open) return
    const { person } = subject
    add('work_list', {
      pathway_id: pathwayId,
      patient_id: subject.id,
      stage: place.stage,
      since: place.since,
      due: place.due,
      reason: place.reason,
      deceased: place.deceased,
      moves_on: place.movesOn,
      family_name: person.familyName,
      first_name: person.firstName,
      name_prefix: person.title,
      name_key: `${foldName(person.familyName)} ${foldName(person.firstName ?? '')}`,
      nhs_number: person.nhsNumber,
      date_of_birth: person.dateOfBirth,
      gender: known.gender(person.isWoman ? '2' : '1').name,
      postcode: person.postcode,
      referral_date: history.referralDate,
      referrer,
      registered_gp: person.practice === null ? null : (known.practices[person.practice]?.name ?? null),
    })
  }

  const historyOf = (outline: Outline): InventedHistory => inventHistory(outline, random, today)
  /** Adds an earlier referral of a patient, and moves the registration back to its date. */
  const referAgain = (subject: Subject, history: InventedHistory): void => {
    const row = tables['patient']?.[subject.id - 1]
    if (row !== undefined) row['created_at'] = row['updated_at'] = `${history.referralDate}T09:00:00Z`
    subject.since = history.referralDate
    refer(subject, history)
  }

  let again = 0
  for (const outline of inventOutlines(random, today)) {
    const history = historyOf(outline)
    const earlier = outline.aim === 'discharged' && again < comesAgain ? subjects[again] : undefined
    if (earlier !== undefined) {
      again += 1
      referAgain(earlier, history)
    } else refer(register(nextPerson(), outline.deceasedDate ?? null, history.referralDate), history)
  }
  // Registered twice, the second time without NHS number.
  for (const subject of [subjects[60], subjects[90], subjects[120]])
    if (subject !== undefined) registerTwice(subject)
  for (const { person, outline, before, isTwice } of tourOf(today)) {
    const { age, ...fixed } = person
    const dateOfBirth = addDays(today, -Math.round(age * 365.25) - 100)
    const title = fixed.isWoman ? 'Mrs' : 'Mr'
    const chance = nextPerson()
    const history = historyOf(outline)
    const known = {
      ...chance,
      nhsNumber: chance.nhsNumber ?? nextPerson().nhsNumber,
      ...fixed,
      title,
      dateOfBirth,
    }
    const subject = register(known, outline.deceasedDate ?? null, history.referralDate)
    refer(subject, history)
    if (before !== undefined) referAgain(subject, historyOf(before))
    if (isTwice) registerTwice(subject)
  }
  const rowOf = (table: string, id: number): Row => {
    const row = tables[table]?.[id - 1]
    if (row === undefined) throw new Error(`There is no row ${id} of ${table}`)
    return row
  }
  const rowsOf = (table: string): readonly Row[] => tables[table] ?? []
  for (const addTo of additions)
    addTo({ known, random, today, subjects, referred, taught, add, rowOf, rowsOf, stamp })
  return tables

  function registerTwice({ person }: Subject): void {
    const history = historyOf({ aim: 'awaitingAssessment', care: 'both', waited: random.between(2, 20) })
    refer(register({ ...person, nhsNumber: null, phoneMobile: null }, null, history.referralDate), history)
  }
}
