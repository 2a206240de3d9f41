import { sql as raw } from 'kysely'
import type { Annotation } from 'fhir/r4.js'
import { onwardAnswers, onwardOutcomes } from '../../../../contract/pathways/records/onwardProgress.ts'
import { isSourceOfRequest } from '../../../../contract/pathways/records/codes.ts'
import {
  aClinician,
  aPatient,
  extension,
  filled,
  identifier,
  inWords,
  refer,
  systems,
  words,
} from '../mapping/elements.ts'
import { pathwayElsewhere, pathwayOutside, selectPathways, type PathwayRow } from '../mapping/pathwayRow.ts'
import { recordSource } from '../mapping/recordSource.ts'
import {
  always,
  day,
  patient,
  reference,
  source,
  token,
  ukCore,
  ukCoreExtension,
  type Body,
} from '../mapping/source.ts'

const profile = ukCore('ServiceRequest')
const statusSystem = 'http://hl7.org/fhir/request-status'
const intentSystem = 'http://hl7.org/fhir/request-intent'
/** A line under a request, with what it is about in front. */
const noted = (...notes: readonly (string | null | undefined | false)[]): Annotation[] =>
  notes.flatMap((note) => (note ? [{ text: note }] : []))
const said = (what: string, text: string | null): string | null => {
  const kept = words(text)
  return kept === undefined ? null : `${what}: ${kept}`
}

const sourceOf = ({ referrer, referrerCode }: PathwayRow) =>
  referrer === null
    ? []
    : [
        extension(ukCoreExtension('SourceOfServiceRequest'), {
          valueCodeableConcept: {
            ...(isSourceOfRequest(referrerCode) && {
              coding: [{ system: systems.snomed, code: referrerCode ?? '' }],
            }),
            text: referrer,
          },
        }),
      ]

const referralStatus = ({ cancelReferralDate, dischargeDate }: PathwayRow) => {
  if (cancelReferralDate !== null) return 'revoked'
  return dischargeDate === null ? 'active' : 'completed'
}

/** The referral to this service. */
export const referralSource = source<PathwayRow, 'ServiceRequest'>({
  type: 'ServiceRequest',
  name: 'referral',
  entity: 'pathway',
  table: { name: 'pathway', alias: 'pathway' },
  ofPathway: true,
  isDeletable: true,
  profile,
  outside: pathwayOutside,
  select: selectPathways,
  search: {
    ...patient('subject'),
    identifier: token(raw`r.ubrn`, systems.ubrn),
    status: token(
      raw`case when r."cancelReferralDate" is not null then 'revoked' when r."dischargeDate" is not null then 'completed'
        else 'active' end`,
      statusSystem,
    ),
    intent: always('order', intentSystem),
    authored: day('referralDate'),
    requester: reference('requester', 'Organization', raw`null::text`),
    performer: reference('performer', 'Organization', raw.lit('service')),
  },
  toFhir: (row): Body<'ServiceRequest'> =>
    filled({
      resourceType: 'ServiceRequest',
      extension: sourceOf(row),
      identifier: row.ubrn === null ? undefined : [identifier(systems.ubrn, row.ubrn)],
      status: referralStatus(row),
      intent: 'order',
      category: [{ text: 'Falls prevention' }],
      code: { text: 'Referral to falls prevention service' },
      subject: aPatient(row.patientId),
      authoredOn: row.referralDate,
      requester: row.referrer === null ? undefined : { display: row.referrer },
      performer: [refer('Organization', 'service')],
      note: noted(
        said('Received on', row.receivedDate),
        said('How it came', row.referralMethod),
        said('Comments', row.comments),
        said('Notes', row.generalNotes),
        row.cancelReferralDate !== null && `Cancelled on ${row.cancelReferralDate}`,
        said('Reason', row.declinedReferral),
        said('Cancelled by', row.cancelledBy),
      ),
    }),
  fields: {
    ...pathwayElsewhere,
    referralDate: 'authoredOn',
    receivedDate: 'note.text',
    ubrn: 'identifier.value',
    referrer: 'requester.display',
    referrerCode: 'extension',
    referralMethod: 'note.text',
    cancelReferralDate: 'status',
    declinedReferral: 'note.text',
    cancelledBy: 'note.text',
    dischargeDate: 'status',
    comments: 'note.text',
    generalNotes: 'note.text',
  },
})

const titleOf = (choices: readonly { code: string; title: string }[], code: string | null): string | null =>
  choices.find((choice) => choice.code === code)?.title ?? null

export const onwardSource = recordSource('onwardReferral', {
  type: 'ServiceRequest',
  name: 'onward',
  profile,
  search: {
    ...patient('subject'),
    status: token(
      raw`case when r.outcome in ('declined', 'notNeeded', 'didNotAttend') or r.answer = 'refused' then 'revoked'
        when r.outcome is not null then 'completed' else 'active' end`,
      statusSystem,
    ),
    intent: always('order', intentSystem),
    authored: day('referralDate'),
    requester: reference('requester', 'Practitioner', raw`'clinician-' || r."referralClinicianId"`),
    performer: reference('performer', 'Organization', raw`null::text`),
  },
  toFhir: (row): Body<'ServiceRequest'> =>
    filled({
      resourceType: 'ServiceRequest',
      basedOn: [refer('ServiceRequest', `referral-${row.pathwayId}`)],
      status:
        ['declined', 'notNeeded', 'didNotAttend'].includes(row.outcome ?? '') || row.answer === 'refused'
          ? 'revoked'
          : row.outcome === null
            ? 'active'
            : 'completed',
      intent: 'order',
      code: { text: `Referral to ${row.names.referTo}` },
      subject: aPatient(row.patientId),
      authoredOn: row.referralDate,
      requester: aClinician(row.referralClinicianId, row.names.referralClinician),
      performer: [{ display: row.names.referTo }],
      note: noted(
        said('How it was sent', row.names.referralMethod),
        said('Acknowledged on', row.receivedDate),
        said('Their answer', titleOf(onwardAnswers, row.answer)),
        said('Outcome', titleOf(onwardOutcomes, row.outcome)),
        said('Outcome on', row.outcomeDate),
        said('What came of it', row.outcomeNote),
      ),
    }),
  fields: {
    referralDate: 'authoredOn',
    referralClinicianId: 'requester.reference',
    referToId: 'performer.display',
    referralMethodId: 'note.text',
    receivedDate: 'note.text',
    answer: 'note.text',
    chaseDate: { left: 'a reminder for this service' },
    outcome: 'status',
    outcomeDate: 'note.text',
    outcomeNote: 'note.text',
  },
})

/** A review of medicines that was asked for. */
export const medicinesRequestSource = recordSource('medicinesReview', {
  type: 'ServiceRequest',
  name: 'medicines',
  profile,
  has: raw`r."reviewAskedDate" is not null`,
  search: {
    ...patient('subject'),
    status: token(raw`case when r."reviewDoneDate" is null then 'active' else 'completed' end`, statusSystem),
    intent: always('order', intentSystem),
    authored: day('reviewAskedDate'),
    requester: reference('requester', 'Organization', raw.lit('service')),
    performer: reference('performer', 'Organization', raw`null::text`),
  },
  toFhir: (row): Body<'ServiceRequest'> =>
    filled({
      resourceType: 'ServiceRequest',
      basedOn: [refer('ServiceRequest', `referral-${row.pathwayId}`)],
      status: row.reviewDoneDate === null ? 'active' : 'completed',
      intent: 'order',
      code: inWords('Medicines review'),
      subject: aPatient(row.patientId),
      authoredOn: row.reviewAskedDate,
      requester: refer('Organization', 'service'),
      performer: words(row.reviewedBy) === undefined ? [] : [{ display: words(row.reviewedBy) ?? '' }],
      note: noted(said('Done on', row.reviewDoneDate)),
    }),
  fields: {
    assessmentDate: { left: 'in QuestionnaireResponse' },
    fallRiskMedicines: { left: 'in QuestionnaireResponse' },
    reviewAskedDate: 'authoredOn',
    reviewDoneDate: 'status',
    reviewedBy: 'performer.display',
    note: { left: 'in QuestionnaireResponse' },
  },
})
