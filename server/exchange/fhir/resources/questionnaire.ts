import type { Questionnaire, QuestionnaireItem } from 'fhir/r4.js'
import { checklistParts, findingOf } from '../../../../contract/pathways/records/fallsChecklist.ts'
import { fratItems } from '../../../../contract/pathways/records/frat.ts'
import { ukCore } from '../mapping/source.ts'

/** The forms of this service, in its own words. Their ids are the last part of their canonical name. */
export type QuestionnaireId = 'frat-nandy-2004' | 'wellbeing' | 'falls-ng249' | 'medicines-review'

export const canonicalOf = (id: QuestionnaireId): string => `urn:surefoot:questionnaire:${id}`

const boolean = (linkId: string, text: string): QuestionnaireItem => ({ linkId, text, type: 'boolean' })
const line = (linkId: string, text: string): QuestionnaireItem => ({ linkId, text, type: 'string' })

const questionnaire = (id: QuestionnaireId, title: string, item: QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  id,
  meta: { versionId: '1', profile: [ukCore('Questionnaire')] },
  url: canonicalOf(id),
  name: title.replaceAll(/[^A-Za-z0-9]/g, ''),
  title,
  status: 'active',
  subjectType: ['Patient'],
  item,
})

export const questionnaires: readonly Questionnaire[] = [
  questionnaire(
    'frat-nandy-2004',
    'Falls risk assessment, five items',
    fratItems.map(({ field, question }) => boolean(field, question)),
  ),
  questionnaire('wellbeing', 'Wellbeing assessment', [
    { linkId: 'concern', text: 'Concern', type: 'string', repeats: true },
  ]),
  questionnaire(
    'falls-ng249',
    'Comprehensive falls assessment',
    checklistParts.map(({ field, title }) => ({
      linkId: field,
      text: title,
      type: 'group' as const,
      item: [line(`${field}.state`, 'Done, not needed or referred'), line(findingOf(field), 'Finding')],
    })),
  ),
  questionnaire('medicines-review', 'Medicines that raise the risk of falling', [
    line('fallRiskMedicines', 'Takes medicines that raise the risk of falling'),
    { linkId: 'reviewAskedDate', text: 'Review asked for on', type: 'date' },
    { linkId: 'reviewDoneDate', text: 'Review done on', type: 'date' },
    line('reviewedBy', 'Reviewed by'),
    line('note', 'Note'),
  ]),
]
