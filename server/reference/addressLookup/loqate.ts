import { z } from 'zod'
import { linesOfAddress, type AddressLines } from '../../../contract/platform/fields/addressLines.ts'
import { foundAddress, type AddressMatch } from '../../../contract/reference/addressLookup.ts'

/** Asks an address service from the server, so that none of its code runs in a browser. */
export interface AddressService {
  /** @param within the id of a group that an earlier search found */
  search: (text: string, within?: string) => Promise<AddressMatch[]>
  /** Null if there is no such address. */
  retrieve: (id: string) => Promise<AddressLines | null>
  /** Throws unless the service answers. Looks nothing up, because a lookup costs money. */
  reach: () => Promise<void>
}

/** The service did not answer, or not in the expected form. The message contains neither the query nor the key. */
export class AddressServiceFailure extends Error {}

const timeoutMs = 5_000
const largestAnswer = 1024 * 1024
const mostMatches = 50

const find = z.object({
  Items: z.array(
    z.object({ Id: z.string().min(1).max(200), Type: z.string(), Text: z.string(), Description: z.string() }),
  ),
})
const retrieved = z.object({ Items: z.array(z.record(z.string(), z.unknown())) })
/** The service reports an error in place of results. */
const refusal = z.object({ Items: z.tuple([z.object({ Error: z.coerce.string() })], z.unknown()) })

/** Loqate's web service. Only the text or id, and the key, are sent. */
export const loqate = (url: string, key: string, waitMs = timeoutMs): AddressService => {
  const ask = async (call: string, parameters: Record<string, string>): Promise<unknown> => {
    const query = new URLSearchParams({ Key: key, ...parameters })
    const answer = await read(`${url}/Capture/Interactive/${call}/json3.ws?${query.toString()}`, waitMs)
    const refused = refusal.safeParse(answer)
    if (refused.success) throw new AddressServiceFailure(`refused ${codeOf(refused.data.Items[0].Error)}`)
    return answer
  }
  return {
    search: async (text, within) => {
      const answer = find.safeParse(
        await ask('Find/v1.10', {
          Text: text,
          Countries: 'GB',
          Limit: String(mostMatches),
          ...(within === undefined ? {} : { Container: within }),
        }),
      )
      if (!answer.success) throw new AddressServiceFailure('answered in an unknown format')
      return answer.data.Items.slice(0, mostMatches).map(({ Id, Type, Text, Description }) => ({
        id: Id,
        label: [Text, Description].filter(Boolean).join(', '),
        isGroup: Type !== 'Address',
      }))
    },
    retrieve: async (id) => {
      const answer = retrieved.safeParse(await ask('Retrieve/v1.10', { Id: id }))
      if (!answer.success) throw new AddressServiceFailure('answered in an unknown format')
      const lines = linesOfAddress(answer.data.Items[0])
      if (lines === null) return null
      const checked = foundAddress.safeParse(lines)
      if (!checked.success)
        throw new AddressServiceFailure('answered with an address that does not fit the form')
      return checked.data
    },
    reach: async () => {
      await fetch(new URL('/', url), {
        method: 'HEAD',
        redirect: 'manual',
        signal: AbortSignal.timeout(waitMs),
      })
    },
  }
}

/** Returns a numeric code only, which cannot contain what was typed. */
const codeOf = (error: string): string => (/^\d{1,5}$/.test(error) ? error : 'without a code')

/**
 * Reads JSON from an address. The whole reply must arrive in time, be no larger than `largestAnswer`, and not be
 * redirected.
 */
const read = async (address: string, waitMs: number): Promise<unknown> => {
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(waitMs) })
    if (!response.ok) {
      await response.body?.cancel()
      throw new AddressServiceFailure(`answered ${response.status}`)
    }
    return JSON.parse(await readText(response)) as unknown
  } catch (error) {
    if (error instanceof AddressServiceFailure) throw error
    // The errors of fetch and JSON.parse quote the address and the reply.
    const { name, cause } = error as { name?: string; cause?: { code?: string } }
    throw new AddressServiceFailure(cause?.code ?? name ?? 'no reason')
  }
}

const readText = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > largestAnswer) throw new AddressServiceFailure('answered with too much data')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
