import { queryOptions } from '@tanstack/react-query'
import { listDocuments } from '../../../contract/pathways/document.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'

/** The documents of a pathway; only a Team Lead can include the deleted ones. */
export const documentsQuery = (pathwayId: number, deletedToo = false) =>
  queryOptions({
    queryKey: ['documents', pathwayId, deletedToo],
    queryFn: () => call(listDocuments, { pathwayId, ...(deletedToo ? { includeInActive: 'true' } : {}) }),
    staleTime: 0,
  })

/** Refreshes the documents after one was added, deleted or restored. */
export const forgetDocuments = async (): Promise<void> => {
  await Promise.all([forgetAfterSave(), queryClient.invalidateQueries({ queryKey: ['documents'] })])
}
