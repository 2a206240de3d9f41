import { holds } from '../contract/permissions.ts'
import { notFound } from './errors.ts'
import type { Call } from './serve.ts'

/**
 * Refuses, as if there were nothing there, a reader who may only see what a search of their own opened
 * (trust AZ-5). External searches open nothing yet, so for External nothing is within reach.
 */
export const demandReach = ({ principal }: Call): void => {
  if (!holds(principal.profiles, 'patient.read')) throw notFound()
}
