import { WrongSetting, type ReadSetting } from '../../platform/settings/wrongSetting.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'

/** Who makes the national return of community services; null if nobody does. */
export interface CsdsSettings {
  /** Codes in the Organisation Data Service. */
  provider: string
  submitter: string
  commissioner: string | null
  /** National code of the type of our team. */
  teamType: string | null
}

export interface CsdsService extends AccountsService {
  csds: CsdsSettings | null
}

/** Reads whether the return can be made (decision 161). */
export const readCsdsSettings = (
  setting: ReadSetting,
  complain: (line: string) => void,
): CsdsSettings | null => {
  const provider = setting<string | null>('CSDS_PROVIDER', null, parseOdsCode)
  const submitter = setting<string | null>('CSDS_SUBMITTER', null, parseOdsCode)
  const commissioner = setting<string | null>('CSDS_COMMISSIONER', null, parseOdsCode)
  const teamType = setting<string | null>('CSDS_TEAM_TYPE', null, parseTeamType)
  if (provider !== null) return { provider, submitter: submitter ?? provider, commissioner, teamType }
  if (submitter !== null || commissioner !== null || teamType !== null)
    complain('CSDS_PROVIDER is missing: the return is made for an organisation')
  return null
}

const parseOdsCode = (text: string): string | WrongSetting =>
  /^[A-Z0-9]{3,10}$/i.test(text) ? text.toUpperCase() : new WrongSetting('must be a code such as RXX')

const parseTeamType = (text: string): string | WrongSetting =>
  /^[A-Z0-9]{1,3}$/i.test(text) ? text.toUpperCase() : new WrongSetting('must be a code such as 26')
