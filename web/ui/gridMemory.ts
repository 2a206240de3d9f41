import type { SortingState } from '@tanstack/react-table'
import { useState } from 'react'
import { onSignOut } from '../session.ts'

/** How a grid was left. A filter may be a patient's name, so it is kept in memory and never in the address (DP-7). */
export interface GridMemory {
  filter: string
  sorting: SortingState
  scrollTop: number
}

const memories = new Map<string, GridMemory>()
onSignOut(() => memories.clear())

const recall = (name: string): GridMemory => {
  const known = memories.get(name) ?? { filter: '', sorting: [], scrollTop: 0 }
  memories.set(name, known)
  return known
}

/** Written to by the grid as it changes, and read when it comes back. */
export const useGridMemory = (name: string): GridMemory => useState(() => recall(name))[0]
