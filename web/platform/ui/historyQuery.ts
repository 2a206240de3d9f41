import { queryOptions } from '@tanstack/react-query'
import { capacityHistory } from '../../../contract/patients/flags/capacity.ts'
import { contactHistory } from '../../../contract/patients/flags/contact.ts'
import { flagHistory } from '../../../contract/patients/flags/flag.ts'
import { fallsCalendarConsentHistory } from '../../../contract/patients/flags/fallsCalendarConsent.ts'
import { reminderConsentHistory } from '../../../contract/patients/flags/reminderConsent.ts'
import { ownerHistory } from '../../../contract/pathways/owner.ts'
import { pathwayHistory } from '../../../contract/pathways/referral/pathway.ts'
import { recordKinds, type RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import { taskHistory } from '../../../contract/pathways/task.ts'
import { call } from '../calls/api.ts'

const others = {
  pathway: pathwayHistory,
  pathwayOwner: ownerHistory,
  task: taskHistory,
  flag: flagHistory,
  capacity: capacityHistory,
  contact: contactHistory,
  reminderConsent: reminderConsentHistory,
  fallsCalendarConsent: fallsCalendarConsentHistory,
}

/** Everything that has a history: kinds of record, and other entities. */
export type Historied = RecordKindName | keyof typeof others

const isOther = (kind: Historied): kind is keyof typeof others => kind in others

/** The version is in the key, so that the history is read again when the record has changed. */
export const historyQuery = (kind: Historied, id: number, version: number) =>
  queryOptions({
    queryKey: ['history', kind, id, version],
    queryFn: () => call(isOther(kind) ? others[kind] : recordKinds[kind].calls.history, { id }),
    staleTime: 60_000,
  })
