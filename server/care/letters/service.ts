import type { AccountsService } from '../../accounts/settings/service.ts'
import type { DocumentsService } from '../../pathways/documents/service.ts'

/** Letters are stored as documents, and say on paper when all patients are invented. */
export interface LettersService extends AccountsService, DocumentsService {}
