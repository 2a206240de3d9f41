import { visitChanges, type VisitNow, type VisitPack } from '../../../../contract/care/visits/visits.ts'
import { formatDate } from '../../../../contract/platform/words/format.ts'
import { createStore } from '../../../platform/session/createStore.ts'

/** What became of the visits on this device, as the service said at the last contact. In memory only. */
export const visitsNow = createStore<readonly VisitNow[]>([])

/** What changed about a visit since it was taken along, in words: none if nothing is known to have. */
export const changesOf = (
  { id, visits }: Pick<VisitPack, 'id' | 'visits'>,
  number: number,
  all: readonly VisitNow[],
): string[] => {
  const taken = visits[number]
  const now = all.find((each) => each.packId === id && each.appointmentId === taken?.appointmentId)
  if (taken === undefined || now === undefined) return []
  const { appointmentDate, startTime, what } = now
  const isMoved =
    !what.includes('cancelled') &&
    (appointmentDate !== taken.appointmentDate || startTime !== taken.startTime)
  return [
    ...(isMoved ? [`Moved to ${startTime} on ${formatDate(appointmentDate)}`] : []),
    ...what.map((each) => visitChanges[each]),
  ]
}
