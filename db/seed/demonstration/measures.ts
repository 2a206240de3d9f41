import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { checklistParts, type ChecklistPart } from '../../../contract/pathways/records/fallsChecklist.ts'
import type { MeasureCode } from '../../../contract/pathways/records/measures.ts'
import { fallsChecklistColumns } from '../../../server/pathways/records/fallsChecklist.ts'
import type { Invented, Referred, Row } from './invented.ts'

/*
 * Measures at the first assessment and at the end of the plan, the medicines review, and the checklist. All are on days
 * when the person was seen anyway, so none is before a referral, at a weekend or after a death.
 */

const aids = ['none', 'none', 'stick', 'stick', 'frame', 'rollator'] as const
const withAid: readonly MeasureCode[] = ['timedUpAndGo', 'gaitSpeed']

/** Findings for a part of the checklist. The other parts are done without a remark, or not needed. */
const findings: Partial<Record<ChecklistPart, readonly string[]>> = {
  vision: ['Cataract in the left eye', 'Glasses four years old'],
  feetAndFootwear: ['Loose slippers', 'Bunions; wide shoes advised'],
  medicines: ['Nine medicines a day', 'Sleeping tablet each night'],
  cardiovascular: ['Dizzy on standing', 'Ankles swollen by evening'],
  boneHealth: ['Wrist fracture in 2019, no scan since', 'On weekly alendronate'],
  continence: ['Up three times a night', 'Hurries to the toilet'],
}
const notes = ['Sedative halved', 'Blood pressure tablets reviewed', 'No change needed'] as const

export const addMeasures = (invented: Invented): void => {
  for (const referred of invented.referred) {
    const { wellbeing } = referred.history
    if (wellbeing === null) continue
    addSittings(invented, referred, wellbeing)
    addMedicines(invented, referred, wellbeing)
    addChecklist(invented, referred, wellbeing)
  }
}

/** The day on which the last plan ended; null if one is still running or there is none. */
const endOf = ({ history: { plan, exercise } }: Referred): CalendarDate | null => {
  const ends = [
    ...(plan === null ? [] : [plan.endedDate]),
    ...(exercise === null ? [] : [exercise.completedDate]),
  ]
  return ends.includes(null)
    ? null
    : (ends
        .filter((day) => day !== null)
        .sort()
        .at(-1) ?? null)
}

const addSittings = ({ random, add, stamp }: Invented, referred: Referred, first: CalendarDate): void => {
  const { id, clinician } = referred
  if (!random.chance(0.9)) return
  const aid = random.pick(aids)
  const sitting = (day: CalendarDate, found: Partial<Record<MeasureCode, number | null>>): void => {
    for (const [measure, value] of Object.entries(found) as [MeasureCode, number | null][])
      add('measure', {
        ...stamp(day),
        pathway_id: id,
        measured_date: day,
        measure,
        value,
        unable: value === null,
        aid: withAid.includes(measure) ? aid : null,
        clinician_id: clinician,
      })
  }
  const start = {
    timedUpAndGo: random.between(118, 285) / 10,
    chairStand30: random.between(4, 11),
    fesI: random.between(24, 48),
    gaitSpeed: random.between(45, 95) / 100,
  }
  const isUnable = random.chance(0.04)
  const lying = random.between(118, 165)
  const diastolic = random.between(66, 88)
  sitting(first, {
    ...start,
    timedUpAndGo: isUnable ? null : start.timedUpAndGo,
    systolicLying: lying,
    diastolicLying: diastolic,
    systolicStanding3: lying - random.between(0, 26),
    diastolicStanding3: diastolic - random.between(-2, 12),
  })
  const end = endOf(referred)
  if (end === null || end <= first || !random.chance(0.75)) return
  // Most people improve; a few stay the same or get worse.
  const gain = random.between(-4, 24) / 100
  sitting(end, {
    timedUpAndGo: Math.round(start.timedUpAndGo * (1 - gain) * 10) / 10,
    chairStand30: start.chairStand30 + Math.round(gain * 14),
    fesI: Math.max(16, start.fesI - Math.round(gain * 34)),
    gaitSpeed: Math.round(start.gaitSpeed * (1 + gain) * 100) / 100,
  })
}

const addMedicines = ({ random, add, stamp }: Invented, { id }: Referred, day: CalendarDate): void => {
  if (!random.chance(0.6)) return
  const answer = random.pick(['yes', 'yes', 'no', 'notKnown'] as const)
  const isReviewed = answer === 'yes' && random.chance(0.6)
  add('medicines_review', {
    ...stamp(day),
    pathway_id: id,
    assessment_date: day,
    fall_risk_medicines: answer,
    review_asked_date: answer === 'yes' ? day : null,
    review_done_date: isReviewed ? day : null,
    reviewed_by: isReviewed ? 'Practice pharmacist' : null,
    note: isReviewed ? random.pick(notes) : null,
  })
}

const addChecklist = (
  { random, add, stamp }: Invented,
  { id, clinician, history }: Referred,
  day: CalendarDate,
): void => {
  if (!random.chance(0.7)) return
  const isBegun = history.plan !== null || history.exercise !== null
  const parts: Row = {}
  for (const { field } of checklistParts) {
    if (!random.chance(isBegun ? 0.96 : 0.7)) continue
    const found = findings[field]
    const isFound = found !== undefined && random.chance(0.4)
    parts[fallsChecklistColumns[field]] =
      isFound && random.chance(0.5) ? 'referred' : random.chance(0.1) && !isFound ? 'notNeeded' : 'done'
    if (isFound) parts[fallsChecklistColumns[`${field}Finding`]] = random.pick(found)
  }
  add('falls_checklist', {
    ...stamp(day),
    pathway_id: id,
    assessment_date: day,
    clinician_id: clinician,
    ...parts,
  })
}
