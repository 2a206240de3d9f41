import type { Html } from '../../../platform/http/pages/html.ts'
import type { Frame } from '../pages/frame.ts'
import { dayIn } from '../words/dayIn.ts'
import { placeOf, summary, timeOf } from './parts.ts'

const kindOf = ({ words: { appointments } }: Frame, type: string): string => {
  if (type === 'visit') return appointments.visit
  return type === 'call' ? appointments.call : appointments.clinic
}

/** When and how, in rows. A visit to the home and a call have no place to come to. */
export const whenAndHow = (
  frame: Frame,
  of: { type: string; day: string; time: string; place: string; address: string },
): Html => {
  const { appointments } = frame.words
  return summary([
    [appointments.day, dayIn(frame.language, of.day)],
    [appointments.time, timeOf(of.time)],
    [appointments.kind, kindOf(frame, of.type)],
    ...(of.type === 'clinic' ? ([[appointments.place, placeOf(of)]] as const) : []),
  ])
}
