import type { Service } from '../../platform/http/calls/service.ts'
import type { AccountSettings } from './settings.ts'

export interface AccountsService extends Service {
  accounts: AccountSettings
}
