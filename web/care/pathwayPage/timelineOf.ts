import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { stageTitles, type Stage } from '../../../contract/stages/stage.ts'
import {
  recordKindNames,
  recordKinds,
  type RecordKindName,
  type RecordsOf,
} from '../../../contract/pathways/records/kinds.ts'
import type { RecordEvent } from '../../../contract/platform/calls/record.ts'

type RecordLists = { [Kind in RecordKindName]: RecordsOf[Kind][] }
type EventsOf = { [Kind in RecordKindName]: { events: (record: RecordsOf[Kind]) => RecordEvent[] } }
const eventsOf: EventsOf = recordKinds

export interface TimelineEvent {
  key: string
  /** Sort key of the events: a day or an instant. */
  at: string
  when: string
  what: string
  by: string | null
}

const closedTitles: Record<string, string> = {
  removed: 'removed',
  discharged: 'discharged',
  cancelled: 'cancelled',
}

/** An event on a day; empty if there is no day. */
const onDay = (key: string, day: string | null, what: string, by: string | null = null): TimelineEvent[] =>
  day === null ? [] : [{ key, at: day, when: formatDate(day), what, by }]

const ofPathway = ({ pathway }: PathwayView): TimelineEvent[] => [
  ...onDay('referral', pathway.referralDate, `Referred by ${pathway.names.referrer ?? 'somebody'}`),
  ...onDay('received', pathway.receivedDate, 'Referral received'),
  ...onDay(
    'cancelled',
    pathway.cancelReferralDate,
    ['Referral cancelled', pathway.names.declinedReferral].filter(Boolean).join(': '),
    pathway.names.teamMember,
  ),
  ...onDay(
    'discharged',
    pathway.dischargeDate,
    ['Discharged', pathway.names.dischargeReason].filter(Boolean).join(': '),
    pathway.names.dischargeClinician,
  ),
]

const ofKind = <Kind extends RecordKindName>(kind: Kind, lists: RecordLists): TimelineEvent[] => {
  const { events }: EventsOf[Kind] = eventsOf[kind]
  return lists[kind].flatMap((record) =>
    events(record).flatMap(({ day, what, by }, index) =>
      onDay(`${kind} ${record.id} ${index}`, day, what, by ?? null),
    ),
  )
}

const ofRecords = (view: PathwayView): TimelineEvent[] =>
  recordKindNames.flatMap((kind) => ofKind(kind, view))

const ofDocuments = ({ documents }: PathwayView): TimelineEvent[] =>
  documents.map(({ id, uploadedAt, uploadedBy, names }) => ({
    key: `document ${id}`,
    at: uploadedAt,
    when: formatDateTime(uploadedAt),
    what: `Document: ${names.documentType}`,
    by: uploadedBy,
  }))

const ofStages = ({ stageChanges }: PathwayView): TimelineEvent[] =>
  stageChanges.map((change, index) => ({
    key: `stage ${index}`,
    at: change.at,
    when: formatDateTime(change.at),
    what: `Now ${(stageTitles[change.to as Stage] ?? closedTitles[change.to] ?? change.to).toLowerCase()}`,
    by: change.by,
  }))

/** The history of a pathway, newest first. On the same day, stage changes come above the events that caused them. */
export const timelineOf = (view: PathwayView): TimelineEvent[] =>
  [...ofPathway(view), ...ofRecords(view), ...ofDocuments(view), ...ofStages(view)].sort((a, b) =>
    a.at < b.at ? 1 : a.at > b.at ? -1 : 0,
  )
