import type { Service } from '../../platform/http/calls/service.ts'
import type { AccountSettings } from './settings.ts'

/** What parts that know accounts work with. */
export interface AccountsService extends Service {
  accounts: AccountSettings
}
