import { useState } from 'react'

interface Opened<R> {
  id: string
  record: R | null
}

/**
 * The record with the id in the address, as it was when the form opened; null for a new or unknown one. A refetch in
 * the background must not overwrite what the user is typing.
 */
export const useRecordAsOpened = <R extends { id: number }>(records: readonly R[], id: string): R | null => {
  const find = (): Opened<R> => ({ id, record: records.find((each) => String(each.id) === id) ?? null })
  const [opened, setOpened] = useState(find)
  if (opened.id === id) return opened.record
  const next = find()
  setOpened(next)
  return next.record
}
