import { z } from 'zod'
import { saveCall } from '../../platform/calls/endpoint.ts'
import { existingId, requiredDate, version, wholeNumber } from '../../platform/fields/fields.ts'

/** More minutes in a week are a typing mistake. */
const mostHomeMinutes = 3000

const fields = {
  /** Any day of the week in question. */
  weekDate: requiredDate('Week required', { done: true }),
  minutes: wholeNumber(`Enter whole minutes, from 0 to ${mostHomeMinutes}`, { from: 0, to: mostHomeMinutes }),
}
export const homeExerciseForm = z.object(fields)

export const saveHomeExercise = saveCall({
  path: '/api/class/homeExercise',
  summary:
    'Save the minutes of exercise at home in one week from the person’s diary; saving again replaces them',
  input: z.object({ pathwayId: existingId(), exerciseId: existingId(), version: version(), ...fields }),
})
