import { z } from 'zod'
import { optionalCode, optionalText, requiredChoice, requiredDate } from '../../platform/fields/fields.ts'
import { formatDate } from '../../platform/words/format.ts'
import { confirmations, pathwayRecordIdentity, recordKind, recordStamp } from '../../platform/calls/record.ts'

/** The parts of a comprehensive falls assessment (NICE NG249, in our own words), with the label for each finding. */
export const checklistParts = [
  { field: 'gaitAndBalance', title: 'Gait, balance, mobility and muscle strength' },
  { field: 'functionalAbility', title: 'Functional ability' },
  { field: 'concernAboutFalling', title: 'Perceived ability and concern about falling' },
  { field: 'cardiovascular', title: 'Heart and circulation, with lying and standing blood pressure' },
  { field: 'dizziness', title: 'Dizziness' },
  { field: 'neurological', title: 'Neurological examination' },
  { field: 'cognitionAndMood', title: 'Cognition and mood' },
  { field: 'delirium', title: 'Delirium' },
  { field: 'vision', title: 'Vision' },
  { field: 'hearing', title: 'Hearing' },
  { field: 'feetAndFootwear', title: 'Feet and footwear' },
  { field: 'continence', title: 'Continence' },
  { field: 'nutrition', title: 'Diet, fluids and weight loss' },
  { field: 'alcohol', title: 'Alcohol' },
  { field: 'medicines', title: 'Medicines' },
  { field: 'boneHealth', title: 'Osteoporosis and fracture risk' },
  { field: 'longTermConditions', title: 'Long-term conditions' },
] as const
export type ChecklistPart = (typeof checklistParts)[number]['field']
export type ChecklistFinding = `${ChecklistPart}Finding`
export const findingOf = <Part extends ChecklistPart>(part: Part): `${Part}Finding` => `${part}Finding`

export const partStates = [
  { code: 'done', title: 'Done' },
  { code: 'notNeeded', title: 'Not needed' },
  { code: 'referred', title: 'Referred' },
] as const
export type PartState = (typeof partStates)[number]['code']
const stateCodes = partStates.map(({ code }) => code)

const ofEachPart = <Value>(value: Value) =>
  Object.fromEntries(checklistParts.map(({ field }) => [field, value])) as Record<ChecklistPart, Value>
const ofEachFinding = <Value>(valueOf: (title: string) => Value) =>
  Object.fromEntries(checklistParts.map(({ field, title }) => [findingOf(field), valueOf(title)])) as Record<
    ChecklistFinding,
    Value
  >

const fields = {
  assessmentDate: requiredDate('Assessment Date required', { done: true }),
  clinicianId: requiredChoice('Clinician required'),
  ...ofEachPart(optionalCode(stateCodes)),
  ...ofEachFinding(() => optionalText()),
}

export const fallsChecklistForm = z.object({
  ...fields,
  ...confirmations,
})
export const fallsChecklistInput = z.object({ ...pathwayRecordIdentity, ...fields })

export const fallsChecklistReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  assessmentDate: z.string(),
  clinicianId: z.int(),
  ...ofEachPart(z.enum(stateCodes).nullable()),
  ...ofEachFinding(() => z.string().nullable()),
  names: z.object({ clinician: z.string() }),
})
export type FallsChecklist = z.output<typeof fallsChecklistReply>

type States = Readonly<Record<ChecklistPart, PartState | null>>

/** The titles of the parts in this state; null: not done, not referred and not marked as unnecessary. */
export const partsThatAre = (checklist: States, state: PartState | null): string[] =>
  checklistParts.filter(({ field }) => checklist[field] === state).map(({ title }) => title)

/** '12 of 17 parts' */
export const finishedInWords = (checklist: States): string => {
  const all = checklistParts.length
  return `${all - partsThatAre(checklist, null).length} of ${all} parts`
}

const labelsOfParts = Object.fromEntries(checklistParts.map(({ field, title }) => [field, title])) as Record<
  ChecklistPart,
  string
>

export const fallsChecklistRecord = recordKind('fallsChecklist', {
  title: 'NG249 check-list',
  input: fallsChecklistInput,
  reply: fallsChecklistReply,
  labels: {
    assessmentDate: 'Assessment date',
    clinicianId: 'Clinician',
    ...labelsOfParts,
    ...ofEachFinding((title) => `${title}: finding`),
  },
  section: {
    title: 'NG249 check-list',
    nameOf: ({ assessmentDate }: FallsChecklist) => `NG249 check-list of ${formatDate(assessmentDate)}`,
  },
  events: (checklist) => [
    {
      day: checklist.assessmentDate,
      what: `NG249 check-list: ${finishedInWords(checklist)}`,
      by: checklist.names.clinician,
    },
  ],
})
export const fallsChecklist = fallsChecklistRecord.calls
