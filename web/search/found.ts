import { useSyncExternalStore } from 'react'
import type { InputOf } from '../../contract/endpoint.ts'
import { searchDemographics, searchNhsNumber, totalHeader, type PatientRow } from '../../contract/search.ts'
import { ask } from '../api.ts'
import { onSignOut } from '../session.ts'

/** The latest search and its answer, in memory only, so that coming back from a patient finds it again (trust DP-7). */
export interface Found {
  rows: PatientRow[]
  /** As the server tells it: a number, or 'more than 1000'. */
  total: string
}

let found: Found | null = null
const listeners = new Set<() => void>()

const keep = (next: Found | null): void => {
  found = next
  for (const listener of listeners) listener()
}
onSignOut(() => keep(null))

export const findByNhsNumber = async (input: InputOf<typeof searchNhsNumber>): Promise<void> => {
  const { reply, headers } = await ask(searchNhsNumber, input)
  keep({ rows: reply, total: headers.get(totalHeader) ?? String(reply.length) })
}

export const findByDemographics = async (input: InputOf<typeof searchDemographics>): Promise<void> => {
  const { reply, headers } = await ask(searchDemographics, input)
  keep({ rows: reply, total: headers.get(totalHeader) ?? String(reply.length) })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useFound = (): Found | null => useSyncExternalStore(subscribe, () => found)
