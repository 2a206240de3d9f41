import { useState } from 'react'

interface Opened<R> {
  id: string
  record: R | null
}

/**
 * The record that a form began with, by the id in the address; null for a new one or none. It stays as it was opened:
 * what is read again in the background must not take what is being typed.
 */
export const useRecordAsOpened = <R extends { id: number }>(records: readonly R[], id: string): R | null => {
  const find = (): Opened<R> => ({ id, record: records.find((each) => String(each.id) === id) ?? null })
  const [opened, setOpened] = useState(find)
  if (opened.id === id) return opened.record
  const next = find()
  setOpened(next)
  return next.record
}
