import { useState } from 'react'
import type { Sorted } from '../../../contract/platform/words/grid.ts'
import { onSignOut } from '../session/session.ts'

/**
 * The last state of a grid. A filter may be a patient's name, so it is kept in memory and never in the address (DP-7).
 */
export interface GridMemory {
  filter: string
  sorted: Sorted
  scrollTop: number
}

const memories = new Map<string, GridMemory>()
onSignOut(() => memories.clear())

const recall = (name: string): GridMemory => {
  const known = memories.get(name) ?? { filter: '', sorted: {}, scrollTop: 0 }
  memories.set(name, known)
  return known
}

/** Called by the grid when its state changes. */
export const rememberGrid = (name: string, change: Partial<GridMemory>): void => {
  Object.assign(recall(name), change)
}

/** The last state of the grid, for when it is shown again. */
export const useGridMemory = (name: string): GridMemory => useState(() => recall(name))[0]
