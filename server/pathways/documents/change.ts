import { notFound, HttpProblem } from '../../platform/errors.ts'
import { changeRow, lastServed, lockRow } from '../../platform/writes/saveRow.ts'
import { lockPathway } from '../../stages/lock.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { documentTable } from './columns.ts'
import type { Documents } from './documents.ts'
import { assertNotRemoved, assertRoom } from './intake/upload.ts'

interface Wanted {
  id: number
  ParentId?: number | undefined
  version?: number | undefined
}

/** Deletes a document reversibly. Repeating the call changes nothing more (AZ-9, PR-3). */
export const deleteDocument = (writing: Writing, wanted: Wanted) => setActive(writing, wanted, false)

/** Restores a deleted document if there is room for it. */
export const restoreDocument = async (writing: Writing, wanted: Wanted, { limits }: Documents) =>
  setActive(writing, wanted, true, (pathwayId, bytes) =>
    assertRoom(writing, pathwayId, bytes, limits.pathwayBytes),
  )

const setActive = async (
  writing: Writing,
  { id, ParentId, version }: Wanted,
  isActive: boolean,
  requireRoom: (pathwayId: number, bytes: number) => Promise<void> = async () => undefined,
) => {
  const known = await writing.sql
    .selectFrom('document')
    .select(['pathway_id', 'size_bytes'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (known === undefined) throw notFound()
  const pathway = await lockPathway(writing, known.pathway_id)
  await assertNotRemoved(writing, pathway)
  if (ParentId !== undefined && ParentId !== pathway.id)
    throw new HttpProblem(409, 'conflict', 'This document belongs to another referral. Nothing was changed.')
  const record = await lockRow(writing, 'document', id)
  const current = record.version
  writing.trace({ patientIds: [pathway.patient_id], pathwayIds: [pathway.id] })
  if (record.is_active === isActive) return { id, version: current }
  await requireRoom(pathway.id, known.size_bytes)
  // A repeated delete that arrives after somebody restored the document must not delete it again. A user who was never
  // shown the document cannot overwrite anything: it has no content to edit.
  const seen = version ?? (await lastServed(writing, 'document', id)) ?? current
  return changeRow(writing, {
    ...documentTable,
    id,
    version: seen,
    locked: record,
    values: { is_active: isActive },
    patientId: pathway.patient_id,
  })
}
