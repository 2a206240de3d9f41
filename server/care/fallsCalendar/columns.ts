import { countFallsOfMonth, settleCalendarReply } from '../../../contract/care/fallsCalendar/calendar.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { columnsOf, savedTable } from '../../platform/writes/columns.ts'

export const questionTable = savedTable({
  table: 'falls_calendar_question',
  entity: 'fallsCalendarQuestion',
  columns: {
    ...columnsOf(countFallsOfMonth.input.shape, ['id', 'version', 'reason']),
    reason: 'correction_reason',
  },
  labels: labels.fallsCalendarQuestion,
})

export const replyTable = savedTable({
  table: 'falls_calendar_reply',
  entity: 'fallsCalendarReply',
  columns: { ...columnsOf(settleCalendarReply.input.shape, ['id', 'version', 'as']), outcome: 'outcome' },
  labels: { outcome: 'What became of it' },
})
