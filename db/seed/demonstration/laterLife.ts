import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { onWeekday } from './histories.ts'
import type { Invented, Referred, Row } from './invented.ts'

/*
 * What happened to the equipment and onward referrals. Most went as planned, some are late, and a few were forgotten
 * after the referral was closed.
 */

/** Equipment on loan, and for how many days. Other equipment is kept. */
const lent: Readonly<Record<string, number>> = {
  'Rollator (4 wheels)': 180,
  'Bath board': 84,
  'Raised toilet seat': 84,
}

export const addLaterLife = (invented: Invented): void => {
  const { known, referred, rowsOf } = invented
  const of = new Map(referred.map((each) => [each.id, each]))
  const lentDays = new Map(Object.entries(lent).map(([name, days]) => [known.named('equipment', name), days]))
  for (const row of rowsOf('equipment_assessment')) {
    const its = of.get(Number(row['pathway_id']))
    if (its !== undefined)
      Object.assign(row, equipmentLife(invented, its, row, lentDays.get(Number(row['equipment_id'])) ?? null))
  }
  for (const row of rowsOf('onward_referral')) {
    const its = of.get(Number(row['pathway_id']))
    if (its !== undefined) Object.assign(row, onwardLife(invented, its, row))
  }
}

/** The last day on which anything can have been done for a referral. */
const lastDayOf = ({ today, rowOf }: Invented, { id, subject }: Referred): CalendarDate => {
  const pathway = rowOf('pathway', id)
  const ends = [pathway['discharge_date'], pathway['cancel_referral_date'], subject.deceasedDate]
  return ends.reduce<CalendarDate>(
    (last, end) => (typeof end === 'string' && end < last ? end : last),
    addDays(today, -1),
  )
}

const equipmentLife = (invented: Invented, its: Referred, row: Row, lentFor: number | null): Row => {
  const { random, today } = invented
  const last = lastDayOf(invented, its)
  const ordered = String(row['created_at']).slice(0, 10)
  const life = {
    asked_date: ordered,
    ordered_date: ordered,
    fitted_date: null,
    reviewed_date: null,
    due_back_date: null,
    ended: null,
    ended_date: null,
  }
  const fitted = onWeekday(addDays(ordered, random.between(5, 16)))
  if (fitted > last || fitted < ordered || random.chance(0.06))
    return last < addDays(today, -1) ? { ...life, ended: 'cancelled', ended_date: last } : life
  if (lentFor === null) return { ...life, fitted_date: fitted, ended: 'kept', ended_date: fitted }
  const due = onWeekday(addDays(fitted, lentFor))
  const back = onWeekday(addDays(its.subject.deceasedDate ?? due, random.between(1, 12)))
  const isBack = back < today && back >= fitted && random.chance(0.85)
  return {
    ...life,
    fitted_date: fitted,
    due_back_date: due,
    ...(isBack && { ended: 'returned', ended_date: back }),
  }
}

const onwardLife = (invented: Invented, its: Referred, row: Row): Row => {
  const { random } = invented
  const last = lastDayOf(invented, its)
  const sent = String(row['referral_date'])
  const received = onWeekday(addDays(sent, random.between(3, 12)))
  const life = {
    received_date: null,
    answer: null,
    chase_date: null,
    outcome: null,
    outcome_date: null,
    outcome_note: null,
  }
  if (received > last || received < sent || random.chance(0.1)) return life
  const answered = { ...life, received_date: received, answer: 'accepted' }
  if (random.chance(0.06))
    return { ...answered, answer: 'refused', outcome_note: 'Waiting list closed; the GP was asked instead' }
  const seen = onWeekday(addDays(sent, random.between(16, 60)))
  if (seen > last || seen < received || random.chance(0.1)) return answered
  const outcome = random.pick(['seen', 'seen', 'seen', 'nothingNeeded', 'didNotAttend', 'declined'] as const)
  return { ...answered, outcome, outcome_date: seen }
}
