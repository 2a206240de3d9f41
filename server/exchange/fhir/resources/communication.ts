import { sql as raw } from 'kysely'
import { type LetterDispatch } from '../../../../contract/care/letters/letter.ts'
import { dispatchWords } from '../../../../contract/care/letters/ways.ts'
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

/**
 * Nothing more is heard of a mail that its server accepted. What a service outside accepted is still on its way until
 * it has arrived or is in the post.
 */
const statusOf = ({ way, state }: Pick<Sent, 'way' | 'state'>) =>
  state !== 'accepted' ? statuses[state] : way === 'mail' ? 'completed' : 'in-progress'

const media: Record<Sent['way'], string> = {
  print: 'Printed letter',
  mail: 'E-mail',
  mesh: 'MESH',
  post: 'Letter by post',
}

const statuses = {
  printed: 'completed',
  posted: 'completed',
  arrived: 'completed',
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
      raw`case when r.state = 'queued' or r.state = 'accepted' and r.way <> 'mail' then 'in-progress'
        when r.state = 'failed' then 'not-done' else 'completed' end`,
      'http://hl7.org/fhir/event-status',
    ),
    sent: instants(raw`case when r.state not in ('queued', 'failed') then r."sentAt" end`),
  },
  toFhir: (row) =>
    filled({
      resourceType: 'Communication',
      status: statusOf(row),
      statusReason: row.state === 'failed' ? { text: words(row.failure) ?? 'Not delivered' } : undefined,
      category: [{ text: 'Letter' }],
      medium: [{ text: media[row.way] }],
      subject: aPatient(row.patientId),
      topic: { text: words(row.title) ?? 'Letter' },
      // A letter that waits to be sent was not sent yet.
      sent: row.state === 'queued' || row.state === 'failed' ? undefined : instantFrom(row.sentAt),
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
