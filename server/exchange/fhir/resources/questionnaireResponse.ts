import { sql as raw } from 'kysely'
import type { QuestionnaireResponseItem } from 'fhir/r4.js'
import {
  checklistParts,
  findingOf,
  partStates,
} from '../../../../contract/pathways/records/fallsChecklist.ts'
import type { FallsChecklist } from '../../../../contract/pathways/records/fallsChecklist.ts'
import { fratItems } from '../../../../contract/pathways/records/frat.ts'
import { fallRiskAnswers } from '../../../../contract/pathways/records/medicinesReview.ts'
import { aClinician, aPatient, filled, refer, words } from '../mapping/elements.ts'
import { recordSource } from '../mapping/recordSource.ts'
import { always, day, patient, ukCore, type Body, type Column, type Place } from '../mapping/source.ts'
import { canonicalOf, type QuestionnaireId } from './questionnaire.ts'

const profile = ukCore('QuestionnaireResponse')
const completed = always('completed', 'http://hl7.org/fhir/questionnaire-answers-status')
const search = (id: QuestionnaireId): Record<string, Column> => ({
  ...patient('subject'),
  status: completed,
  authored: day('assessmentDate'),
  questionnaire: { kind: 'canonical', is: raw.lit(canonicalOf(id)) },
})

const text = (
  linkId: string,
  question: string,
  value: string | null | undefined,
): QuestionnaireResponseItem[] => {
  const kept = words(value)
  return kept === undefined ? [] : [{ linkId, text: question, answer: [{ valueString: kept }] }]
}

export const fratAnswersSource = recordSource('frat', {
  type: 'QuestionnaireResponse',
  name: 'frat',
  profile,
  has: raw`r."fallInLastYear" is not null`,
  search: search('frat-nandy-2004'),
  toFhir: (row): Body<'QuestionnaireResponse'> =>
    filled({
      resourceType: 'QuestionnaireResponse',
      questionnaire: canonicalOf('frat-nandy-2004'),
      status: 'completed',
      subject: aPatient(row.patientId),
      authored: row.assessmentDate,
      author: refer('Practitioner', `member-${row.teamMemberId}`, row.names.teamMember),
      item: fratItems.flatMap(({ field, question }) => {
        const answer = row[field]
        return answer === null ? [] : [{ linkId: field, text: question, answer: [{ valueBoolean: answer }] }]
      }),
    }),
  fields: {
    assessmentDate: 'authored',
    teamMemberId: 'author.reference',
    locationId: { left: 'QuestionnaireResponse has no place' },
    fratScore: { left: 'in Observation' },
    dischargedTo: { left: 'in Encounter, once the referral is closed' },
    fallInLastYear: 'item.answer.value',
    fourOrMoreMedicines: 'item.answer.value',
    strokeOrParkinsons: 'item.answer.value',
    balanceProblems: 'item.answer.value',
    cannotRiseFromChair: 'item.answer.value',
  },
})

export const wellbeingSource = recordSource('wellbeing', {
  type: 'QuestionnaireResponse',
  name: 'wellbeing',
  profile,
  search: search('wellbeing'),
  toFhir: (row): Body<'QuestionnaireResponse'> =>
    filled({
      resourceType: 'QuestionnaireResponse',
      questionnaire: canonicalOf('wellbeing'),
      status: 'completed',
      subject: aPatient(row.patientId),
      authored: row.assessmentDate,
      author: aClinician(row.clinicianId, row.names.clinician),
      item:
        row.concerns.length === 0
          ? []
          : [
              {
                linkId: 'concern',
                text: 'Concern',
                answer: row.concerns.map(({ name }) => ({ valueString: name })),
              },
            ],
    }),
  fields: {
    assessmentDate: 'authored',
    clinicianId: 'author.reference',
    locationId: { left: 'QuestionnaireResponse has no place' },
    concerns: 'item.answer.value',
  },
})

const checklistPlaces = Object.fromEntries(
  checklistParts.flatMap(({ field }) => [
    [field, 'item.item.answer.value'],
    [findingOf(field), 'item.item.answer.value'],
  ]),
) as Record<Exclude<keyof FallsChecklist, 'assessmentDate' | 'clinicianId'>, Place>

export const checklistSource = recordSource('fallsChecklist', {
  type: 'QuestionnaireResponse',
  name: 'checklist',
  profile,
  search: search('falls-ng249'),
  toFhir: (row): Body<'QuestionnaireResponse'> =>
    filled({
      resourceType: 'QuestionnaireResponse',
      questionnaire: canonicalOf('falls-ng249'),
      status: 'completed',
      subject: aPatient(row.patientId),
      authored: row.assessmentDate,
      author: aClinician(row.clinicianId, row.names.clinician),
      item: checklistParts.flatMap(({ field, title }) => {
        const item = [
          ...text(
            `${field}.state`,
            'Done, not needed or referred',
            partStates.find(({ code }) => code === row[field])?.title,
          ),
          ...text(findingOf(field), 'Finding', row[findingOf(field)]),
        ]
        return item.length === 0 ? [] : [{ linkId: field, text: title, item }]
      }),
    }),
  fields: { ...checklistPlaces, assessmentDate: 'authored', clinicianId: 'author.reference' },
})

export const medicinesSource = recordSource('medicinesReview', {
  type: 'QuestionnaireResponse',
  name: 'medicines',
  profile,
  search: search('medicines-review'),
  toFhir: (row): Body<'QuestionnaireResponse'> => {
    const on = (linkId: string, question: string, value: string | null): QuestionnaireResponseItem[] =>
      value === null ? [] : [{ linkId, text: question, answer: [{ valueDate: value }] }]
    return filled({
      resourceType: 'QuestionnaireResponse',
      questionnaire: canonicalOf('medicines-review'),
      status: 'completed',
      subject: aPatient(row.patientId),
      authored: row.assessmentDate,
      item: [
        ...text(
          'fallRiskMedicines',
          'Takes medicines that raise the risk of falling',
          fallRiskAnswers.find(({ code }) => code === row.fallRiskMedicines)?.title,
        ),
        ...on('reviewAskedDate', 'Review asked for on', row.reviewAskedDate),
        ...on('reviewDoneDate', 'Review done on', row.reviewDoneDate),
        ...text('reviewedBy', 'Reviewed by', row.reviewedBy),
        ...text('note', 'Note', row.note),
      ],
    })
  },
  fields: {
    assessmentDate: 'authored',
    fallRiskMedicines: 'item.answer.value',
    reviewAskedDate: 'item.answer.value',
    reviewDoneDate: 'item.answer.value',
    reviewedBy: 'item.answer.value',
    note: 'item.answer.value',
  },
})
