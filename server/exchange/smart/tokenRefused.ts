/** An error of RFC 6749 section 5.2. */
export class TokenRefused extends Error {
  readonly error: string
  readonly status: number
  constructor(error: string, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

export const unknownClient = (why: string) => new TokenRefused('invalid_client', why, 401)
/** The same for a client that does not exist, waits, has expired or was ended. */
export const notRegistered = 'This client is not registered, or may not read now.'

/** The parameters of a request for a token. */
export interface Fields {
  get: (name: string) => string | undefined
  required: (name: string) => string
}

export const fieldsOf = (values: ReadonlyMap<string, string>): Fields => ({
  get: (name) => values.get(name),
  required: (name) => {
    const value = values.get(name)
    if (!value) throw new TokenRefused('invalid_request', `The parameter ${name} is missing.`)
    return value
  },
})
