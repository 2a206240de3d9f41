import type { Service } from '../http/service.ts'
import type { AccountSettings } from './settings.ts'

/** What parts that know accounts work with. */
export interface AccountsService extends Service {
  accounts: AccountSettings
}
