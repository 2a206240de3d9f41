import { z } from 'zod'
import type { CalendarDate } from '../platform/dates/dates.ts'
import { endpoint } from '../platform/calls/endpoint.ts'
import { fileReply, zipType } from '../platform/calls/file.ts'
import { daysOfPeriod, firstOfMonth, formatMonth } from './reportPeriod.ts'

/** The last whole month, which is the period of a pack fetched on the given day. */
export const packDays = (today: CalendarDate): { dateFrom: CalendarDate; dateTo: CalendarDate } =>
  daysOfPeriod('lastMonth', today)

/** 'Oct 2026' */
export const packMonth = (today: CalendarDate): string =>
  formatMonth(firstOfMonth(packDays(today).dateFrom).slice(0, 7))

export const getMonthEndPack = endpoint({
  method: 'GET',
  path: '/api/monthEndPack/get',
  summary:
    'The last whole month in one archive: the dashboard as PDF, and the reports in one workbook that hides small numbers',
  input: z.object({}),
  reply: fileReply,
  files: [zipType],
})
