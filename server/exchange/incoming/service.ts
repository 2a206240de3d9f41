import type { AccountsService } from '../../accounts/settings/service.ts'
import type { ExchangeService } from '../settings/settings.ts'

/** What receives referrals from outside, and writes to those who sent them. */
export interface IncomingService extends AccountsService, ExchangeService {}

/** Whether any source is switched on. Without one, the inbox is not offered. */
export const receivesReferrals = ({ referralForm, bars, ers, caseFinding }: ExchangeService): boolean =>
  referralForm !== null || bars !== null || ers !== null || caseFinding
