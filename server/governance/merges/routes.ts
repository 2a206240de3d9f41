import type { FastifyInstance } from 'fastify'
import { exportMerges, exportPossibleDuplicates } from '../../../contract/app/listExport.ts'
import {
  getMerge,
  listMerges,
  mergeColumns,
  mergePatients,
  previewMerge,
  undoMerge,
  type MergeRow,
} from '../../../contract/governance/merge.ts'
import {
  dismissPossibleDuplicate,
  listPossibleDuplicates,
  mostPairsShown,
  possibleDuplicateColumns,
  type PossibleDuplicate,
} from '../../../contract/patients/search/possibleDuplicate.ts'
import type { Trace } from '../../platform/audit/auditTrail.ts'
import { serveListExport } from '../../platform/http/lists/listExport.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { mergeRecords } from './merge.ts'
import { dismissPair, readPairs } from './pairs.ts'
import { previewOf, readMerge, readMerges } from './read.ts'
import { undoMergeRecords } from './undo.ts'

const reads: Rights = { capability: 'duplicate.read', audit: 'read', idempotency: 'safe', rate: 'read' }
const writes: Rights = {
  capability: 'patient.merge',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
}

/** Maximum merges in a reply; the latest are returned. */
const mostMergesShown = 1000

/** Two records of one person: the possible pairs, merging, and undoing a merge. */
export const serveMerges = (app: FastifyInstance, service: Service): void => {
  const { sql } = service.db
  route(app, service, listPossibleDuplicates, { ...reads, restricted: 'lists' }, async (call) => {
    const pairs = await readPairs(sql, call.principal, mostPairsShown)
    call.showed(shownPairs(pairs))
    return pairs
  })
  serveListExport(app, service, exportPossibleDuplicates, {
    capability: 'duplicate.read',
    columns: possibleDuplicateColumns,
    read: async ({ principal }, _, limit) => ({
      title: 'Possible duplicates',
      rows: await readPairs(sql, principal, limit),
    }),
    trace: shownPairs,
  })
  route(app, service, dismissPossibleDuplicate, writes, (call, input) =>
    call.write((writing) => dismissPair(writing, input)),
  )
  route(app, service, previewMerge, reads, async (call, input) => {
    const preview = await previewOf(sql, input)
    call.showed({
      patientIds: [preview.survivor.id, preview.merged.id],
      records: [preview.survivor, preview.merged].map(({ id, version }) => ({
        entity: 'patient',
        id,
        version,
      })),
    })
    return preview
  })
  route(app, service, mergePatients, { ...writes, idempotency: 'create' }, (call, input) =>
    call.write((writing) => mergeRecords(writing, input, service.clock())),
  )
  route(app, service, listMerges, { ...reads, restricted: 'lists' }, async (call) => {
    const merges = await readMerges(sql, service.clock(), mostMergesShown)
    call.showed(shownMerges(merges))
    return merges
  })
  serveListExport(app, service, exportMerges, {
    capability: 'duplicate.read',
    columns: mergeColumns,
    read: async (_, __, limit) => ({
      title: 'Merged records',
      rows: await readMerges(sql, service.clock(), limit),
    }),
    trace: shownMerges,
  })
  route(app, service, getMerge, reads, async (call, { id }) => {
    const view = await readMerge(sql, id, service.clock())
    call.showed(shownMerges([view.merge]))
    return view
  })
  route(app, service, undoMerge, writes, (call, input) =>
    call.write((writing) => undoMergeRecords(writing, input, service.clock())),
  )
}

const shownPairs = (pairs: readonly PossibleDuplicate[]): Trace => ({
  patientIds: pairs.flatMap(({ first, later }) => [first.id, later.id]),
  records: pairs.map(({ id }) => ({ entity: 'possibleDuplicate', id })),
})

const shownMerges = (merges: readonly MergeRow[]): Trace => ({
  patientIds: merges.flatMap(({ survivorId, mergedId }) => [survivorId, mergedId]),
  records: merges.map(({ id, version }) => ({ entity: 'merge', id, version })),
})
