import type { askLaunch } from '../../../contract/exchange/launch.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'

type Asked = InputOf<typeof askLaunch>

/** The parameters of OAuth by the names of the call. */
const names = {
  responseType: 'response_type',
  appId: 'client_id',
  redirectUri: 'redirect_uri',
  scope: 'scope',
  state: 'state',
  aud: 'aud',
  codeChallenge: 'code_challenge',
  codeChallengeMethod: 'code_challenge_method',
  launch: 'launch',
} as const satisfies Record<keyof Asked, string>

const parametersIn = ({ asked, ...others }: Record<string, unknown>): URLSearchParams =>
  typeof asked === 'string'
    ? // The server made one word of them (server/exchange/launch/addresses.ts).
      new URLSearchParams(atob(asked.slice(1).replaceAll('-', '+').replaceAll('_', '/')))
    : new URLSearchParams(Object.entries(others).map(([name, value]) => [name, String(value)]))

const nothing: Asked = { appId: '', redirectUri: '' }

/** What an app asks, as it is in the address; nothing if the address was damaged. */
export const askedIn = (search: Record<string, unknown>): Asked => {
  try {
    const parameters = parametersIn(search)
    const given = Object.entries(names).flatMap(([field, name]) => {
      const value = parameters.get(name)
      return value === null ? [] : [[field, value]]
    })
    return { ...nothing, ...Object.fromEntries(given) }
  } catch {
    return nothing
  }
}
