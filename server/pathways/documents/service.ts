import type { Service } from '../../platform/http/calls/service.ts'
import type { Documents } from './documents.ts'

/** What code that reads or stores documents needs. */
export interface DocumentsService extends Service {
  documents: Documents
}
