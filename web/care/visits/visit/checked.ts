import type { VisitPack } from '../../../../contract/care/visits/visits.ts'
import { createStore } from '../../../platform/session/createStore.ts'

/** A visit by its pack and appointment: its number is that of another person in the next pack (CS-58). */
export const visitKey = ({ id, visits }: Pick<VisitPack, 'id' | 'visits'>, number: number): string =>
  `${id} ${visits[number]?.appointmentId ?? ''}`

/** Visits whose person was checked at the door, in memory only: after a reload it is asked again (CS-58). */
const checked = createStore<ReadonlySet<string>>(new Set())

export const useIsChecked = (key: string): boolean => checked.useValue((all) => all.has(key))
export const check = (key: string): void => checked.set(new Set([...checked.get(), key]))
/** Asks at each door again. */
export const forgetChecked = (): void => checked.set(new Set())
