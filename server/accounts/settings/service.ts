import type { Service } from '../../platform/http/calls/service.ts'
import type { AccountSettings } from './settings.ts'

/** The service as used by parts that need the account settings. */
export interface AccountsService extends Service {
  accounts: AccountSettings
}
