import type { AccountsService } from '../../accounts/settings/service.ts'

/** What receives referrals from outside. */
export interface IncomingSettings {
  /** Whether any source is switched on. Without one, the inbox is not offered. */
  isOffered: boolean
}

export interface IncomingService extends AccountsService {
  incoming: IncomingSettings
}
