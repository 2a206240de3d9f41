import { sql as raw } from 'kysely'
import type { Consent } from 'fhir/r4.js'
import { latestPathway } from '../../../patients/search/shownRows.ts'
import { aPatient, coded, filled, service } from '../mapping/elements.ts'
import { of, patient, source, token, ukCore } from '../mapping/source.ts'

const profile = ukCore('Consent')
const statusSystem = 'http://hl7.org/fhir/consent-state-codes'
const scopes = 'http://terminology.hl7.org/CodeSystem/consentscope'
const privacy = coded(scopes, 'patient-privacy', 'Privacy Consent')
const treatment = coded(scopes, 'treatment', 'Treatment')
const category = [coded('http://loinc.org', '59284-0', 'Consent Document')]

const consent = (
  patientId: number | null,
  given: boolean,
  about: { scope: Consent['scope']; policy: string; day: string | null; isOver?: boolean },
): Omit<Consent, 'id' | 'meta'> =>
  filled({
    resourceType: 'Consent',
    status: about.isOver === true ? 'inactive' : given ? 'active' : 'rejected',
    scope: about.scope,
    category,
    patient: aPatient(patientId),
    dateTime: about.day ?? undefined,
    organization: [service],
    policyRule: { text: about.policy },
    provision: { type: given ? 'permit' : 'deny' },
  })

interface Sharing {
  consentGiven: boolean
  consentDate: string | null
  /** A later referral or a refusal has taken its place. */
  isOver: boolean
}

/** What the person said about sharing the record of a referral with people outside the service. */
export const sharingSource = source<Sharing, 'Consent'>({
  type: 'Consent',
  name: 'sharing',
  isComposed: true,
  entity: 'pathway',
  table: { name: 'pathway', alias: 'pathway' },
  ofPathway: true,
  profile,
  outside: {},
  select: raw`
    select pathway.id, pathway.version, pathway.patient_id as "patientId", pathway.id as "pathwayId",
      greatest(pathway.updated_at, patient.updated_at,
        (select max(flag.updated_at) from patient_flag as flag where flag.patient_id = patient.id),
        (select latest.updated_at from pathway as latest where latest.id = chosen.id)) as "recordedAt",
      recorder.display_name as "recordedBy", pathway.consent_given as "consentGiven", pathway.consent_date as "consentDate",
      (pathway.id <> chosen.id or patient.consent_refused_date is not null or patient.time_consent_refused is not null
        or exists (select from patient_flag as flag where flag.patient_id = patient.id and flag.kind = 'consentRefused'
          and flag.ended_at is null and coalesce(flag.category, 'sharing') in ('sharing', 'service'))) as "isOver"
    from pathway
    join patient on patient.id = pathway.patient_id and patient.is_active
    cross join lateral (${raw.raw(latestPathway('patient'))}) as chosen
    left join app_user as recorder on recorder.id = pathway.updated_by
    where pathway.is_active and pathway.consent_given is not null`,
  search: {
    ...patient('patient'),
    status: token(
      raw`case when r."isOver" then 'inactive' when r."consentGiven" then 'active' else 'rejected' end`,
      statusSystem,
    ),
    date: { kind: 'date', from: of('consentDate') },
  },
  toFhir: (row) =>
    consent(row.patientId, row.consentGiven, {
      scope: privacy,
      policy: 'Sharing the record with other organisations',
      day: row.consentDate,
      isOver: row.isOver,
    }),
  fields: { consentGiven: 'provision.type', consentDate: 'dateTime', isOver: 'status' },
})

interface Refusal {
  consentRefusedDate: string | null
  timeConsentRefused: string | null
}

/** A refusal of consent to the service. */
export const refusalSource = source<Refusal, 'Consent'>({
  type: 'Consent',
  name: 'refused',
  entity: 'patient',
  table: { name: 'patient', alias: 'patient' },
  profile,
  outside: 'withheld',
  select: raw`
    select patient.id, patient.version, patient.id as "patientId", patient.updated_at as "recordedAt",
      recorder.display_name as "recordedBy", patient.consent_refused_date as "consentRefusedDate",
      patient.time_consent_refused as "timeConsentRefused"
    from patient left join app_user as recorder on recorder.id = patient.updated_by
    where patient.is_active and (patient.consent_refused_date is not null or patient.time_consent_refused is not null)`,
  search: {
    ...patient('patient'),
    status: token(raw.lit('rejected'), statusSystem),
    date: { kind: 'date', from: of('consentRefusedDate') },
  },
  toFhir: (row) =>
    consent(row.patientId, false, {
      scope: treatment,
      policy: 'Consent to this service was refused',
      day: row.consentRefusedDate,
    }),
  fields: {
    consentRefusedDate: 'dateTime',
    timeConsentRefused: { left: 'the day says enough' },
  },
})

interface Reminders {
  askedDate: string
  byText: boolean
  byMail: boolean
  isSilentNumber: boolean
  note: string | null
}

/** The answer to whether reminders may be sent. */
export const remindersSource = source<Reminders, 'Consent'>({
  type: 'Consent',
  name: 'reminders',
  entity: 'reminderConsent',
  table: { name: 'reminder_consent', alias: 'record' },
  isDeletable: true,
  profile,
  outside: 'withheld',
  select: raw`
    select record.id, record.version, record.is_active as "isActive", record.patient_id as "patientId",
      record.updated_at as "recordedAt", recorder.display_name as "recordedBy", record.asked_date as "askedDate",
      record.by_text as "byText", record.by_mail as "byMail", record.is_silent_number as "isSilentNumber", record.note
    from reminder_consent as record
    join patient on patient.id = record.patient_id and patient.is_active
    left join app_user as recorder on recorder.id = record.updated_by`,
  search: {
    ...patient('patient'),
    status: token(raw`case when r."byText" or r."byMail" then 'active' else 'rejected' end`, statusSystem),
    date: { kind: 'date', from: of('askedDate') },
  },
  toFhir: (row) => {
    const ways = [row.byText ? 'text message' : null, row.byMail ? 'e-mail' : null].filter(
      (way) => way !== null,
    )
    return consent(row.patientId, ways.length > 0, {
      scope: privacy,
      policy:
        ways.length === 0
          ? 'Reminders of appointments'
          : `Reminders of appointments by ${ways.join(' and ')}`,
      day: row.askedDate,
    })
  },
  fields: {
    askedDate: 'dateTime',
    byText: 'policyRule.text',
    byMail: 'policyRule.text',
    isSilentNumber: { left: 'an instruction for this service' },
    note: { left: 'a note for staff' },
  },
})
