import { sql as raw } from 'kysely'
import { aPatient, filled, words } from '../mapping/elements.ts'
import { recordSource } from '../mapping/recordSource.ts'
import { day, patient, token } from '../mapping/source.ts'
import { planStatus, statusOfPlan } from './carePlan.ts'

const lifecycles = {
  revoked: 'cancelled',
  draft: 'planned',
  active: 'active',
  completed: 'completed',
} as const
const achievement = 'http://terminology.hl7.org/CodeSystem/goal-achievement'

/** What the person wants to achieve by a treatment plan. */
export const goalSource = recordSource('treatmentPlan', {
  type: 'Goal',
  name: '',
  isComposed: true,
  search: {
    ...patient('subject'),
    'lifecycle-status': token(
      raw`case ${planStatus('treatmentDate', 'endedDate')} when 'revoked' then 'cancelled' when 'draft' then 'planned'
        else ${planStatus('treatmentDate', 'endedDate')} end`,
      'http://hl7.org/fhir/goal-status',
    ),
    'start-date': day('treatmentDate'),
  },
  toFhir: (row) => {
    const outcome = row.names.goalsAchieved
    return filled({
      resourceType: 'Goal',
      lifecycleStatus: lifecycles[statusOfPlan(row.treatmentDate, row.endedDate)],
      achievementStatus:
        outcome === null
          ? undefined
          : { ...(codeOf(outcome) === undefined ? {} : { coding: [codeOf(outcome) ?? {}] }), text: outcome },
      description: { text: words(row.patientGoals) ?? 'Not recorded' },
      subject: aPatient(row.patientId),
      startDate: row.treatmentDate,
      note:
        words(row.goalsNotAchievedReason) === undefined
          ? []
          : [{ text: words(row.goalsNotAchievedReason) ?? '' }],
    })
  },
  fields: {
    treatmentDate: 'start',
    assessmentDate: { left: 'in CarePlan' },
    clinicianId: { left: 'in CarePlan' },
    locationId: { left: 'Goal has no place' },
    patientGoals: 'description.text',
    goalsAchievedId: 'achievementStatus.text',
    goalsNotAchievedReason: 'note.text',
    endedDate: 'lifecycleStatus',
  },
})

/** Only a plain yes or no has a code of FHIR; 'partially' and whatever else a service says stays in words. */
const codeOf = (outcome: string): { system: string; code: string; display: string } | undefined => {
  if (/^yes$/i.test(outcome)) return { system: achievement, code: 'achieved', display: 'Achieved' }
  if (/^no$/i.test(outcome)) return { system: achievement, code: 'not-achieved', display: 'Not Achieved' }
  return undefined
}
