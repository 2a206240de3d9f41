import { z } from 'zod'
import { daysBetween } from '../../platform/dates/dates.ts'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { requiredDate } from '../../platform/fields/fields.ts'

/** A little over two years, the longest a class can run. */
const mostDays = 800

export const bankHoliday = z.object({ day: z.string(), name: z.string() })

export const getBankHolidays = endpoint({
  method: 'GET',
  path: '/api/appointment/bankHolidays',
  summary: 'The bank holidays that the service observes from one day to another, in order of date',
  input: z
    .object({ from: requiredDate('First day required'), until: requiredDate('Last day required') })
    .refine(({ from, until }) => from <= until && daysBetween(from, until) <= mostDays, {
      error: `Choose a last day up to ${mostDays} days after the first`,
      path: ['until'],
    }),
  reply: z.array(bankHoliday),
})
