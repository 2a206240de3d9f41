import { NoAnswer } from './apiError.ts'
import { noConnection } from './http.ts'

interface Sending {
  headers: Record<string, string>
  body: FormData
  signal: AbortSignal
}

/** Sends one POST and reports its progress, which fetch cannot do. It is never repeated automatically. */
export const uploadRequest = (
  path: string,
  { headers, body, signal }: Sending,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    const giveUp = (): void => sending.abort()
    sending.open('POST', new URL(path, location.origin))
    for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value)
    sending.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    }
    sending.onload = () =>
      resolve(new Response(sending.responseText, { status: sending.status, headers: headersOf(sending) }))
    sending.onerror = () => reject(new NoAnswer(0, noConnection))
    sending.onabort = () => reject(signal.reason as Error)
    sending.onloadend = () => signal.removeEventListener('abort', giveUp)
    if (signal.aborted) {
      reject(signal.reason as Error)
      return
    }
    signal.addEventListener('abort', giveUp)
    sending.send(body)
  })

const headersOf = (sending: XMLHttpRequest): Headers => {
  const headers = new Headers()
  for (const line of sending.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  return headers
}
