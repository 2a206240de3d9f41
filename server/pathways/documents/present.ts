import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { fileKindNames, type PathwayDocument } from '../../../contract/pathways/document.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Documents } from './documents.ts'

/** Documents of pathways that are not removed, latest first, with the names of inactive types. */
export const selectDocuments = (sql: Kysely<DB>) =>
  sql
    .selectFrom('document')
    .innerJoin('pathway', 'pathway.id', 'document.pathway_id')
    .innerJoin('patient', 'patient.id', 'pathway.patient_id')
    .innerJoin('document_type', 'document_type.id', 'document.document_type_id')
    .leftJoin('app_user as uploader', 'uploader.id', 'document.created_by')
    .leftJoin('app_user as changer', 'changer.id', 'document.updated_by')
    .selectAll('document')
    .select([
      'pathway.patient_id',
      'document_type.name as document_type',
      'uploader.display_name as uploaded_by',
      'changer.display_name as changed_by',
    ])
    .where('pathway.is_active', '=', raw.lit(true))
    .where('patient.is_active', '=', raw.lit(true))
    .orderBy('document.created_at', 'desc')
    .orderBy('document.id', 'desc')

export type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectDocuments>['execute']>>[number]

/** The documents of a pathway as screens show them; deleted ones only on request. */
export const readDocuments = async (
  sql: Kysely<DB>,
  documents: Documents,
  pathwayId: number,
  { deletedToo = false } = {},
): Promise<PathwayDocument[]> => {
  const all = selectDocuments(sql).where('document.pathway_id', '=', pathwayId)
  const rows = await (deletedToo ? all : all.where('document.is_active', '=', true)).execute()
  return rows.map((row) => presentDocument(row, documents))
}

export const presentDocument = (row: DocumentRow, documents: Documents): PathwayDocument => {
  const isChanged = row.version > 1
  return {
    id: row.id,
    version: row.version,
    isActive: row.is_active,
    pathwayId: row.pathway_id,
    documentTypeId: row.document_type_id,
    fileName: row.file_name,
    kind: fileKindNames.find((name) => name === row.kind) ?? 'pdf',
    sizeBytes: row.size_bytes,
    availability: availabilityOf(row.scan, documents),
    uploadedBy: row.uploaded_by,
    uploadedAt: row.created_at,
    changedBy: isChanged ? row.changed_by : null,
    changedAt: isChanged ? row.updated_at : null,
    names: { documentType: row.document_type },
  }
}

/**
 * With a scanner, only documents found clean can be opened. A document that waits for a scan stays closed until the
 * scanner answers (FI-6).
 */
export const availabilityOf = (
  scan: string,
  { scanner }: Pick<Documents, 'scanner'>,
): PathwayDocument['availability'] => {
  if (scan === 'infected') return 'infected'
  return scan === 'clean' || (scan === 'unscanned' && scanner === null) ? 'available' : 'checking'
}

/** The documents of a pathway as one JSON value, latest first, for use in a larger statement. */
export const documentList = (sql: Kysely<DB>, pathwayId: RawBuilder<unknown>) =>
  raw<DocumentRow[]>`(
    select coalesce(jsonb_agg(to_jsonb(d) order by d.created_at desc, d.id desc), '[]'::jsonb)
    from (${selectDocuments(sql)}) as d where d.pathway_id = ${pathwayId} and d.is_active)`
