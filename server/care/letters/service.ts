import type { AccountsService } from '../../accounts/settings/service.ts'
import type { DocumentsService } from '../../pathways/documents/service.ts'

/**
 * Letters are stored as documents. In a demonstration installation they state on paper that all patients are
 * invented.
 */
export interface LettersService extends AccountsService, DocumentsService {}
