import { vi } from 'vitest'

/** One upload as the service received it. */
export interface SeenForm {
  path: string
  headers: Headers
  fields: Record<string, FormDataEntryValue>
  progress: (fraction: number) => void
  /** Breaks the connection. */
  lose: () => void
  answer: (status: number, body: unknown) => void
}

/** Replaces XMLHttpRequest; returns the list of everything sent, each waiting for a reply. */
export const fakeSending = (): SeenForm[] => {
  const seen: SeenForm[] = []
  class Sending {
    upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } =
      {}
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    onloadend?: () => void
    status = 0
    responseText = ''
    #path = ''
    #headers = new Headers()
    open(_: string, address: URL): void {
      this.#path = address.pathname
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }
    getAllResponseHeaders(): string {
      return 'content-type: application/json\r\n'
    }
    abort(): void {
      this.onabort?.()
      this.onloadend?.()
    }
    send(form: FormData): void {
      seen.push({
        path: this.#path,
        headers: this.#headers,
        fields: Object.fromEntries(form),
        progress: (fraction) =>
          this.upload.onprogress?.({ lengthComputable: true, loaded: fraction * 100, total: 100 }),
        lose: () => {
          this.onerror?.()
          this.onloadend?.()
        },
        answer: (status, body) => {
          this.status = status
          this.responseText = JSON.stringify(body)
          this.onload?.()
          this.onloadend?.()
        },
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', Sending)
  return seen
}
