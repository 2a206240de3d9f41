import { sql as raw } from 'kysely'
import { dispatchWords, type LetterDispatch } from '../../../../contract/care/letters/letter.ts'
import type { LetterRecipient } from '../../../../contract/care/letters/recipients.ts'
import { aPatient, filled, organisation, refer, service, words } from '../mapping/elements.ts'
import { instants, patient, source, token, ukCore } from '../mapping/source.ts'
import { instantFrom } from '../mapping/instants.ts'

interface Sent {
  way: LetterDispatch['way']
  state: LetterDispatch['state']
  failure: string | null
  sentAt: string
  title: string
  recipient: LetterRecipient
  organisationId: string | null
  organisation: string | null
  documentId: number
}

const statuses = {
  printed: 'completed',
  accepted: 'completed',
  queued: 'in-progress',
  failed: 'not-done',
} as const

/** A letter that was sent, once for each time. */
export const dispatchSource = source<Sent, 'Communication'>({
  type: 'Communication',
  name: '',
  entity: null,
  ofPathway: true,
  isDeletable: true,
  profile: ukCore('Communication'),
  outside: 'withheld',
  select: raw`
    select record.id, record.version, document.is_active as "isActive", pathway.patient_id as "patientId",
      pathway.id as "pathwayId", record.updated_at as "recordedAt", sender.display_name as "recordedBy", record.way,
      record.state, record.failure, record.created_at as "sentAt", letter.title, letter.recipient,
      letter.recipient_organisation_id as "organisationId", organisation.name as organisation,
      letter.document_id as "documentId"
    from letter_dispatch as record
    join letter on letter.id = record.letter_id
    join document on document.id = letter.document_id
    join pathway on pathway.id = letter.pathway_id and pathway.is_active
    join patient on patient.id = pathway.patient_id and patient.is_active
    left join organisation on organisation.id = letter.recipient_organisation_id
    left join app_user as sender on sender.id = record.created_by`,
  search: {
    ...patient('subject'),
    status: token(
      raw`case r.state when 'queued' then 'in-progress' when 'failed' then 'not-done' else 'completed' end`,
      'http://hl7.org/fhir/event-status',
    ),
    sent: instants(raw`case when r.state in ('printed', 'accepted') then r."sentAt" end`),
  },
  toFhir: (row) =>
    filled({
      resourceType: 'Communication',
      status: statuses[row.state],
      statusReason: row.state === 'failed' ? { text: words(row.failure) ?? 'Not delivered' } : undefined,
      category: [{ text: 'Letter' }],
      medium: [{ text: row.way === 'print' ? 'Printed letter' : 'E-mail' }],
      subject: aPatient(row.patientId),
      topic: { text: words(row.title) ?? 'Letter' },
      // A letter that waits for the mail server was not sent yet.
      sent: statuses[row.state] === 'completed' ? instantFrom(row.sentAt) : undefined,
      recipient:
        row.recipient === 'gp'
          ? [organisation(row.organisationId, row.organisation)].filter((each) => each !== undefined)
          : [aPatient(row.patientId)],
      sender: service,
      payload: [{ contentReference: refer('DocumentReference', `document-${row.documentId}`) }],
      note: [{ text: dispatchWords(row) }],
    }),
  fields: {
    way: 'medium.text',
    state: 'status',
    failure: 'statusReason.text',
    sentAt: 'sent',
    title: 'topic.text',
    recipient: 'recipient.reference',
    organisationId: 'recipient.reference',
    organisation: 'recipient.display',
    documentId: 'payload.contentReference.reference',
  },
})
