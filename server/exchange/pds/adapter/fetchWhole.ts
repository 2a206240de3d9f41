/** The reply did not come, or not as it should. The message contains neither the question nor a key. */
export class Unreachable extends Error {}

const largestAnswer = 256 * 1024

/**
 * Sends a request and reads the whole reply, which must arrive in time and be small enough. Redirects are not followed,
 * because the token would be sent along.
 */
export const fetchWhole = async (
  url: string,
  request: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  waitMs: number,
): Promise<{ response: Response; body: string }> => {
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'error',
      signal: AbortSignal.timeout(waitMs),
    })
    return { response, body: await readText(response) }
  } catch (error) {
    if (error instanceof Unreachable) throw error
    // The errors of fetch quote the address.
    const { name, cause } = error as { name?: string; cause?: { code?: string } }
    throw new Unreachable(cause?.code ?? name ?? 'no reason')
  }
}

const readText = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > largestAnswer) throw new Unreachable('answered with too much data')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

export const contentTypeOf = ({ headers }: Response): string =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
