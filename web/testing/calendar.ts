import type { FallsCalendar } from '../../contract/care/fallsCalendar/calendar.ts'
import { addDays, today } from '../../contract/platform/dates/dates.ts'

/** A calendar with a month that was answered, and one with a reply that somebody has to read. */
export const ednaCalendar: FallsCalendar = {
  state: 'running',
  consent: {
    ...{ id: 3, version: 1, patientId: 12, askedDate: addDays(today(), -70) },
    ...{
      byText: true,
      byMail: false,
      byCall: false,
      isSilentNumber: false,
      note: null,
      recordedBy: 'Ada Okafor',
    },
  },
  lastDay: addDays(today(), 300),
  questions: [
    {
      ...{
        id: 7,
        version: 1,
        monthNumber: 2,
        periodFrom: addDays(today(), -31),
        periodTo: addDays(today(), -1),
      },
      ...{ askedDate: today(), falls: null, countedFrom: null, countedDate: null, acceptedBy: null },
      correctionReason: null,
      tries: [{ channel: 'text', state: 'sent', askedDate: today() }],
      replies: [
        {
          ...{ id: 9, version: 1, channel: 'text', words: 'two, hurt my wrist', falls: 2, isUrgent: true },
          ...{ receivedAt: `${today()}T11:00:00Z`, outcome: 'toRead', settledBy: null },
        },
      ],
    },
    {
      ...{
        id: 6,
        version: 2,
        monthNumber: 1,
        periodFrom: addDays(today(), -61),
        periodTo: addDays(today(), -32),
      },
      ...{
        askedDate: addDays(today(), -31),
        falls: 0,
        countedFrom: 'text',
        countedDate: addDays(today(), -31),
      },
      ...{ acceptedBy: null, correctionReason: null },
      tries: [{ channel: 'text', state: 'sent', askedDate: addDays(today(), -31) }],
      replies: [],
    },
  ],
  otherReplies: [],
  rates: { before: { falls: 4, days: 365 }, during: { falls: 0, days: 84 }, after: { falls: 0, days: 30 } },
}
