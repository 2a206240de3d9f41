import { useState } from 'react'
import { ApiError } from '../calls/api.ts'

const savedAfterAll =
  'Your first attempt was saved, although no answer came back. Find that record before you send this again.'

/**
 * Creates a record only once, however often it is sent (DU-4). The key stays while it is unknown whether the record was
 * created, so that another attempt cannot create a second record. Once the service has refused, the next attempt is a
 * new request.
 */
export const useCreateKey = () => {
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  return async <Reply>(create: (options: { idempotencyKey: string }) => Promise<Reply>): Promise<Reply> => {
    try {
      return await create({ idempotencyKey })
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) setKey(crypto.randomUUID())
      if (error instanceof ApiError && error.problem?.code === 'key-reused')
        throw new ApiError(error.status, savedAfterAll)
      throw error
    }
  }
}
