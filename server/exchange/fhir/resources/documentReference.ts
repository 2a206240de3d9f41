import { sql as raw } from 'kysely'
import { contactTypeTitle } from '../../../../contract/pathways/records/contactNote.ts'
import { fileKinds, type FileKindName } from '../../../../contract/pathways/document.ts'
import { aPatient, filled, refer, service, words } from '../mapping/elements.ts'
import { recordSource } from '../mapping/recordSource.ts'
import { always, instants, of, patient, source, token, ukCore } from '../mapping/source.ts'
import { instantFrom } from '../mapping/instants.ts'

const profile = ukCore('DocumentReference')
const statusSystem = 'http://hl7.org/fhir/document-reference-status'
const current = always('current', statusSystem)
const unspoken = token(raw`null::text`)
const recorded = instants(of('uploadedAt'))

interface Document {
  fileName: string
  kind: FileKindName
  sizeBytes: number
  documentType: string
  uploadedAt: string
  uploadedBy: string | null
  availability: string
  /** The document that this corrects, if it is a letter that does; and whether another corrects this. */
  replacesId: number | null
  isReplaced: boolean
}

/** A file of a referral, a letter among them. The file itself is a Binary. */
export const documentSource = source<Document, 'DocumentReference'>({
  type: 'DocumentReference',
  name: 'document',
  isComposed: true,
  entity: 'document',
  table: { name: 'document', alias: 'record' },
  ofPathway: true,
  isDeletable: true,
  profile,
  outside: {},
  select: raw`
    select record.id, record.version, record.is_active as "isActive", pathway.patient_id as "patientId",
      pathway.id as "pathwayId", greatest(record.updated_at, later.created_at) as "recordedAt",
      changer.display_name as "recordedBy", record.file_name as "fileName", record.kind, record.size_bytes as "sizeBytes", document_type.name as "documentType",
      record.created_at as "uploadedAt", uploader.display_name as "uploadedBy", record.scan as availability,
      replaced.document_id as "replacesId", later.id is not null as "isReplaced"
    from document as record
    join pathway on pathway.id = record.pathway_id and pathway.is_active
    join patient on patient.id = pathway.patient_id and patient.is_active
    join document_type on document_type.id = record.document_type_id
    left join letter on letter.document_id = record.id
    left join letter as replaced on replaced.id = letter.corrects_id
    left join letter as later on later.corrects_id = letter.id
    left join app_user as uploader on uploader.id = record.created_by
    left join app_user as changer on changer.id = record.updated_by`,
  search: {
    ...patient('subject'),
    status: token(raw`case when r."isReplaced" then 'superseded' else 'current' end`, statusSystem),
    type: unspoken,
    date: recorded,
  },
  toFhir: (row) =>
    filled({
      resourceType: 'DocumentReference',
      status: row.isReplaced ? 'superseded' : 'current',
      type: { text: row.documentType },
      subject: aPatient(row.patientId),
      date: instantFrom(row.uploadedAt),
      author: words(row.uploadedBy) === undefined ? [] : [{ display: words(row.uploadedBy) ?? '' }],
      custodian: service,
      relatesTo:
        row.replacesId === null
          ? []
          : [{ code: 'replaces', target: refer('DocumentReference', `document-${row.replacesId}`) }],
      content: [
        {
          attachment: filled({
            contentType: fileKinds[row.kind].types[0],
            url: `Binary/document-${row.id}`,
            size: row.sizeBytes,
            title: words(row.fileName),
          }),
        },
      ],
      context: { related: [refer('EpisodeOfCare', row.pathwayId ?? 0)] },
    }),
  fields: {
    fileName: 'content.attachment.title',
    kind: 'content.attachment.contentType',
    sizeBytes: 'content.attachment.size',
    documentType: 'type.text',
    uploadedAt: 'date',
    uploadedBy: 'author.display',
    replacesId: 'relatesTo.target.reference',
    isReplaced: 'status',
    availability: { left: 'a file that is being checked for viruses, or has one, cannot be read as Binary' },
  },
})

/** What was written about a contact, as it was signed. */
export const noteSource = recordSource('contactNote', {
  type: 'DocumentReference',
  name: 'note',
  profile,
  // Without its text there is nothing to read.
  outside: 'withheld',
  search: { ...patient('subject'), status: current, type: unspoken, date: instants(of('recordedAt')) },
  toFhir: (row) =>
    filled({
      resourceType: 'DocumentReference',
      status: 'current',
      type: { text: 'Contact note' },
      category: [{ text: contactTypeTitle(row.contactType) }],
      subject: aPatient(row.patientId),
      date: instantFrom(row.recordedAt),
      author: words(row.recordedBy) === undefined ? [] : [{ display: words(row.recordedBy) ?? '' }],
      custodian: service,
      relatesTo:
        row.addsToId === null
          ? []
          : [{ code: 'appends', target: refer('DocumentReference', `note-${row.addsToId}`) }],
      content: [
        {
          attachment: {
            contentType: 'text/plain; charset=utf-8',
            data: Buffer.from(row.note ?? '', 'utf8').toString('base64'),
            title: 'Contact note',
          },
        },
      ],
      context: filled({
        encounter:
          row.addsToId === null && ['visit', 'clinic', 'call'].includes(row.contactType)
            ? [refer('Encounter', `contact-${row.id}`)]
            : [],
        period: { start: row.contactDate, end: row.contactDate },
      }),
    }),
  fields: {
    addsToId: 'relatesTo.target.reference',
    contactDate: 'context.period.start',
    contactType: 'category.text',
    minutes: { left: 'in Encounter' },
    whoWasThere: { left: 'in Encounter' },
    note: 'content.attachment.data',
  },
})
