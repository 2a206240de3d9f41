import { useEffect, useState } from 'react'
import { onSignOut } from '../../platform/session/session.ts'

/** In memory only, between the link and the form: nothing of it is in the address (DP-7). */
let brought: { patientId: number; day: string } | null = null
const forget = (): void => {
  brought = null
}
onSignOut(forget)

/** @param day the day on which the patient died as PDS says; null if it does not say */
export const bringDeath = (patientId: number, day: string | null): void => {
  brought = day === null ? null : { patientId, day }
}

/** The day that the form of this patient begins with; null for none. The next form begins with nothing. */
export const useBroughtDeath = (patientId: number): string | null => {
  const [day] = useState(() => (brought?.patientId === patientId ? brought.day : null))
  useEffect(forget, [])
  return day
}
