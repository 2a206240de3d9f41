import { sql as raw } from 'kysely'
import { concept, aPatient, filled, inWords, refer, survey } from '../mapping/elements.ts'
import { pathwayOutside, selectPathways, type PathwayRow } from '../mapping/pathwayRow.ts'
import { recordSource } from '../mapping/recordSource.ts'
import { day, patient, reference, source, type Body } from '../mapping/source.ts'
import { byNobody, codedAs, final, inCategory, profile } from './observed.ts'

export const fratScoreSource = recordSource('frat', {
  type: 'Observation',
  name: 'frat',
  profile,
  search: {
    ...patient('subject'),
    status: final,
    category: inCategory('survey'),
    code: codedAs([]),
    date: day('assessmentDate'),
    performer: reference('performer', 'Practitioner', raw`'member-' || r."teamMemberId"`),
  },
  toFhir: (row): Body<'Observation'> =>
    filled({
      resourceType: 'Observation',
      status: 'final',
      category: survey,
      code: concept('FRAT score (Nandy 2004, five items)'),
      subject: aPatient(row.patientId),
      effectiveDateTime: row.assessmentDate,
      performer: [refer('Practitioner', `member-${row.teamMemberId}`, row.names.teamMember)],
      valueInteger: row.fratScore,
      derivedFrom: row.fallInLastYear === null ? [] : [refer('QuestionnaireResponse', `frat-${row.id}`)],
    }),
  fields: {
    assessmentDate: 'effective',
    teamMemberId: 'performer.reference',
    locationId: { left: 'Observation has no place' },
    fratScore: 'value',
    dischargedTo: { left: 'in Encounter, once the referral is closed' },
    fallInLastYear: 'derivedFrom.reference',
    fourOrMoreMedicines: { left: 'in QuestionnaireResponse' },
    strokeOrParkinsons: { left: 'in QuestionnaireResponse' },
    balanceProblems: { left: 'in QuestionnaireResponse' },
    cannotRiseFromChair: { left: 'in QuestionnaireResponse' },
  },
})

/** How far the person came, on the service's own scale. */
export const scaleSource = source<Pick<PathwayRow, 'vasScale' | 'dischargeDate'>, 'Observation'>({
  type: 'Observation',
  name: 'scale',
  entity: 'pathway',
  table: { name: 'pathway', alias: 'pathway' },
  ofPathway: true,
  isDeletable: true,
  profile,
  outside: pathwayOutside as object,
  select: selectPathways,
  has: raw`r."vasScale" is not null`,
  search: {
    ...patient('subject'),
    status: final,
    category: inCategory('survey'),
    code: codedAs([]),
    date: day('dischargeDate'),
    performer: byNobody,
  },
  toFhir: (row): Body<'Observation'> =>
    filled({
      resourceType: 'Observation',
      status: 'final',
      category: survey,
      code: concept('VAS scale'),
      subject: aPatient(row.patientId),
      effectiveDateTime: row.dischargeDate ?? undefined,
      valueCodeableConcept: inWords(row.vasScale),
    }),
  fields: { vasScale: 'value', dischargeDate: 'effective' },
})
