import { sql as raw } from 'kysely'
import type { z } from 'zod'
import {
  type ContactNote,
  contactNote,
  contactNoteInput,
  contactNoteIsSigned,
  contactNoteRecord,
  type ContactType,
} from '../../../contract/pathways/records/contactNote.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { selected } from '../../platform/writes/columns.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { recordColumns, recordKind, selectFrom } from './kind.ts'
import { onPathway } from './parents.ts'

type ContactNoteInput = z.output<typeof contactNoteInput>

export const contactNoteColumns = recordColumns(contactNoteInput.shape)

/**
 * An addition must belong to an existing note of the same referral. The referral is locked, so the note cannot be
 * deleted meanwhile.
 */
const settleAddition = async (
  { sql }: Writing,
  { addsToId = null, pathwayId, contactDate, contactType }: ContactNoteInput,
) => {
  if (addsToId === null) return {}
  const note = await sql
    .selectFrom('contact_note')
    .select(['pathway_id', 'contact_date', 'contact_type', 'adds_to_id', 'is_active'])
    .where('id', '=', addsToId)
    .executeTakeFirst()
  if (note === undefined || note.pathway_id !== pathwayId || !note.is_active)
    throw new ValidationProblem({ addsToId: 'The note that this adds to no longer exists' })
  if (note.adds_to_id !== null)
    throw new ValidationProblem({ addsToId: 'Add to the note itself, not to what was added to it' })
  if (note.contact_date !== contactDate || note.contact_type !== contactType)
    throw new ValidationProblem({
      contactDate: 'What is added to a note has the day and the type of that note',
    })
  return { adds_to_id: addsToId }
}

/**
 * What staff wrote about a contact is hidden from outside readers: the reader may be the person, or somebody who hurts
 * the person.
 */
const writtenForStaff = { whoWasThere: null, note: null } satisfies Partial<ContactNote>

export const contactNoteKind = recordKind(contactNote, {
  entity: 'contactNote',
  table: 'contact_note',
  labels: contactNoteRecord.labels,
  parent: onPathway,
  columns: contactNoteColumns,
  signed: contactNoteIsSigned,
  settle: settleAddition,
  readOutside: writtenForStaff,
  select: selectFrom('contact_note as record')
    .innerJoin('pathway', 'pathway.id', 'record.pathway_id')
    .leftJoin('app_user as author', 'author.id', 'record.created_by')
    .where('pathway.is_active', '=', raw.lit(true))
    .select([
      'record.id',
      'record.version',
      'record.is_active as isActive',
      'pathway.id as pathwayId',
      'pathway.patient_id as patientId',
      // Who signed the note, and when: deleting or restoring it does not change its author.
      'author.display_name as recordedBy',
      'record.created_at as recordedAt',
      'record.adds_to_id as addsToId',
    ])
    .select(selected('record', contactNoteColumns))
    // The table allows no other value.
    .$narrowType<{ contactType: ContactType }>(),
  days: ['contactDate'],
})
