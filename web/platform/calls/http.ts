import type { z } from 'zod'
import { ApiError, NoAnswer, noSense } from './apiError.ts'

export const noConnection = 'The service cannot be reached. Check the connection and try again.'

/** Sends one request. The base is fixed, so that the address of the current screen cannot change where a path leads. */
export const reach = async (path: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(new URL(path, location.origin), { ...init, cache: 'no-store', credentials: 'omit' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new NoAnswer(0, noConnection)
  }
}

export const postForm = (path: string, fields: Record<string, string>): Promise<Response> =>
  reach(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(fields).toString(),
  })

/** Returns null if the reply is not JSON, such as a proxy's error page. */
export const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The reply, validated against the contract. Throws ApiError if it does not match. */
export const parseReply = <Reply extends z.ZodType>(schema: Reply, body: unknown): z.output<Reply> => {
  const checked = schema.safeParse(body)
  if (!checked.success) throw new ApiError(0, noSense)
  return checked.data
}
