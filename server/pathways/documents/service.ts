import type { Service } from '../../platform/http/calls/service.ts'
import type { Documents } from './documents.ts'

/** What parts that read or keep documents work with. */
export interface DocumentsService extends Service {
  documents: Documents
}
