import type { z } from 'zod'
import { ApiError, NoAnswer, noSense } from './apiError.ts'

export const noConnection = 'The service cannot be reached. Check the connection and try again.'

/** One request. The base is fixed: the address of a screen must not change where a path leads. */
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

/** null when the reply is not JSON, such as an error page of a proxy. */
export const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The reply, if it is what the contract says. */
export const parseReply = <Reply extends z.ZodType>(schema: Reply, body: unknown): z.output<Reply> => {
  const checked = schema.safeParse(body)
  if (!checked.success) throw new ApiError(0, noSense)
  return checked.data
}
