import { formatDate, formatDateTime } from '../../contract/format.ts'
import type { PathwayView } from '../../contract/pathway/pathway.ts'
import { stageTitles, type Stage } from '../../contract/pathway/stage.ts'

export interface TimelineEvent {
  key: string
  /** Sorts the events: a day, or an instant. */
  at: string
  when: string
  what: string
  by: string | null
}

const closedTitles: Record<string, string> = {
  removed: 'Removed',
  discharged: 'Discharged',
  cancelled: 'Referral cancelled',
}

/** What happened to a pathway, newest first. On one day the stage changes stand above what caused them. */
export const timelineOf = ({ pathway, frat, stageChanges }: PathwayView): TimelineEvent[] => {
  const events: TimelineEvent[] = [
    ...(pathway.referralDate === null
      ? []
      : [
          {
            key: 'referral',
            at: pathway.referralDate,
            when: formatDate(pathway.referralDate),
            what: `Referred by ${pathway.names.referrer ?? 'somebody'}`,
            by: null,
          },
        ]),
    ...frat.map((record) => ({
      key: `frat ${record.id}`,
      at: record.assessmentDate,
      when: formatDate(record.assessmentDate),
      what: `FRAT ${record.fratScore}, ${record.names.location}`,
      by: record.names.teamMember,
    })),
    ...stageChanges.map((change, index) => ({
      key: `stage ${index}`,
      at: change.at,
      when: formatDateTime(change.at),
      what: `Now ${(stageTitles[change.to as Stage] ?? closedTitles[change.to] ?? change.to).toLowerCase()}`,
      by: change.by,
    })),
  ]
  return events.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}
