import { setTimeout as sleep } from 'node:timers/promises'
import { tokenReply } from '../../../contract/accounts/session.ts'
import { demonstrationPassword } from '../../../db/seed/demonstration/users.ts'

/** Signs an invented user in, after waiting when the service asks for it. @returns the headers of their calls */
export const signInAt = async (address: string, userName = 'clinician'): Promise<Record<string, string>> => {
  const response = await fetch(`${address}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      username: userName,
      password: demonstrationPassword,
    }),
  })
  if (response.status === 429 || response.status === 503) {
    await response.arrayBuffer()
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000)
    return signInAt(address, userName)
  }
  const said = await response.text()
  if (!response.ok) throw new Error(`${userName} was not signed in: ${response.status} ${said}`)
  const { access_token: token } = tokenReply.parse(JSON.parse(said))
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}
