import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

/** A real OpenID provider on this machine; giving a name there signs in that person. */
export interface RunningProvider {
  issuer: string
  /** What a person does there: follows the address, signs in by name, agrees; returns where they are sent back to. */
  visit: (url: string, name: string) => Promise<URL>
  close: () => Promise<void>
}

export const clientId = 'surefoot'
export const clientSecret = 'a secret between the two'

/** As an organisation’s provider for staff is set up. */
const forStaff = (returnTo: string): Record<string, unknown> => ({
  clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [returnTo] }],
  claims: { openid: ['sub'], profile: ['name', 'nhsid_useruid'] },
  findAccount: (_: unknown, id: string) => ({
    accountId: id,
    claims: () => ({ sub: id, name: `Name of ${id}`, nhsid_useruid: `uid-${id}` }),
  }),
})

/**
 * @param returnTo the address that people are sent back to
 * @param configuration of the library
 * @param host by which it is reached; another name than that of the product is another site
 */
export const startProvider = async (
  returnTo: string,
  configuration: Record<string, unknown> = forStaff(returnTo),
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<RunningProvider> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, { pkce: { required: () => true }, ...configuration })
  server.on('request', provider.callback())

  const visit = async (url: string, name: string): Promise<URL> => {
    const cookies = new Map<string, string>()
    const go = async (address: string, form?: Record<string, string>): Promise<Response> => {
      const response = await fetch(new URL(address, issuer), {
        redirect: 'manual',
        method: form === undefined ? 'GET' : 'POST',
        headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
        ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(key, value)
      }
      return response
    }
    let at = url
    for (let step = 0; step < 12; step += 1) {
      const isForm = new URL(at, issuer).pathname.startsWith('/interaction/')
      let response = await go(at)
      if (isForm && response.status === 200) {
        const prompt = /name="prompt" value="(\w+)"/.exec(await response.text())?.[1] ?? ''
        response = await go(at, prompt === 'login' ? { prompt, login: name, password: 'any' } : { prompt })
      }
      const next = response.headers.get('location')
      if (next === null) throw new Error(`The provider answered ${response.status} at ${at}`)
      if (next.startsWith(returnTo)) return new URL(next)
      at = next
    }
    throw new Error('The provider never sent the person back')
  }

  return {
    issuer,
    visit,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
