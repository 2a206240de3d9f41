import type { z } from 'zod'
import { pdsPerson, traceReply } from '../../../../contract/exchange/pds/pds.ts'
import { clientRow, clientView, typeField } from '../../../../contract/exchange/client.ts'
import { outboxMessage } from '../../../../contract/accounts/account.ts'
import { foundAddress } from '../../../../contract/reference/addressLookup.ts'
import { auditPerson, auditRow } from '../../../../contract/insight/audit/auditQuestion.ts'
import { callListRow } from '../../../../contract/pathways/worklists/callList.ts'
import { documentReply } from '../../../../contract/pathways/document.ts'
import { draft, keptDraft } from '../../../../contract/platform/calls/draft.ts'
import { saved } from '../../../../contract/platform/fields/fields.ts'
import { capacityReply } from '../../../../contract/patients/flags/capacity.ts'
import { flagChip } from '../../../../contract/patients/flags/chips.ts'
import { contactReply } from '../../../../contract/patients/flags/contact.ts'
import { flagReply } from '../../../../contract/patients/flags/flag.ts'
import { redFlagAnswer } from '../../../../contract/patients/flags/redFlag.ts'
import { safetyNetsReply, similarPatient } from '../../../../contract/patients/flags/safetyNets.ts'
import { inErrorRow } from '../../../../contract/governance/inError.ts'
import { labels } from '../../../../contract/platform/words/labels.ts'
import { likelyDuplicate } from '../../../../contract/platform/calls/likelyDuplicate.ts'
import { workListRow } from '../../../../contract/pathways/worklists/listColumns.ts'
import { listView } from '../../../../contract/pathways/worklists/listView.ts'
import { lookupRecord } from '../../../../contract/reference/lookupCalls.ts'
import { lookupRow } from '../../../../contract/reference/lookupRow.ts'
import { mergeRow, mergeSide } from '../../../../contract/governance/merge.ts'
import { organisationRow, organisationView } from '../../../../contract/reference/organisation.ts'
import { importReport } from '../../../../contract/reference/organisationImport.ts'
import { ownedReferral, ownerReply } from '../../../../contract/pathways/owner.ts'
import {
  deletedRecord,
  pathwayReply,
  pathwayView,
  placeReply,
  stageChange,
} from '../../../../contract/pathways/referral/pathway.ts'
import {
  nextOfKinReply,
  patientPathway,
  patientReply,
  patientView,
} from '../../../../contract/patients/patient.ts'
import { possibleDuplicate } from '../../../../contract/patients/search/possibleDuplicate.ts'
import { recordKinds } from '../../../../contract/pathways/records/kinds.ts'
import { deleteInput, recordChange, restoreInput } from '../../../../contract/platform/calls/record.ts'
import { reportOffer } from '../../../../contract/insight/report.ts'
import { reportRun } from '../../../../contract/insight/reportRun.ts'
import {
  patientRetentionReply,
  retentionReply,
  retentionRow,
} from '../../../../contract/governance/retention.ts'
import { savedReport } from '../../../../contract/insight/savedReport.ts'
import { foundRow, patientRow, searchedRow } from '../../../../contract/patients/search/search.ts'
import { securityView, signInRecord } from '../../../../contract/accounts/security.ts'
import { heldRole, profileReply, tokenReply, tokenRequest } from '../../../../contract/accounts/session.ts'
import { stageTargets } from '../../../../contract/pathways/worklists/stageTargets.ts'
import {
  subjectItem,
  subjectRequestReply,
  subjectRequestRow,
} from '../../../../contract/governance/subjectRequest.ts'
import { task } from '../../../../contract/pathways/task.ts'
import { todayLine, todayReply } from '../../../../contract/pathways/today.ts'
import { userRow, userSession, userView } from '../../../../contract/accounts/user.ts'

export type Labels = Readonly<Record<string, string>>

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/**
 * Schemas of the contract that several calls share, or that a reader looks up, by their public name. Generated clients
 * use these names, so a published name never changes.
 */
const byName: Readonly<Record<string, readonly [schema: z.ZodType, labels?: Labels]>> = {
  Address: [foundAddress],
  AuditEvent: [auditRow],
  AuditPerson: [auditPerson],
  CallListRow: [callListRow, labels.patient],
  Capacity: [capacityReply, labels.capacity],
  Change: [recordChange],
  Contact: [contactReply, labels.contact],
  DeletedRecord: [deletedRecord],
  DeleteRecord: [deleteInput],
  Document: [documentReply, labels.document],
  Draft: [draft],
  FhirClient: [clientView, labels.fhirClient],
  FhirClientRow: [clientRow, labels.fhirClient],
  FhirType: [typeField],
  Flag: [flagReply, labels.flag],
  FlagChip: [flagChip, labels.flag],
  FoundPatient: [foundRow, labels.patient],
  HeldRole: [heldRole],
  InErrorRow: [inErrorRow, labels.patient],
  KeptDraft: [keptDraft],
  LikelyDuplicate: [likelyDuplicate, labels.patient],
  ListView: [listView, labels.listView],
  LookupRecord: [lookupRecord, labels.lookup],
  LookupRow: [lookupRow, labels.lookup],
  Merge: [mergeRow, labels.patient],
  MergeSide: [mergeSide, labels.patient],
  NextOfKin: [nextOfKinReply, labels.nextOfKin],
  Organisation: [organisationView, labels.organisation],
  OrganisationImport: [importReport],
  OrganisationRow: [organisationRow, labels.organisation],
  OutboxMessage: [outboxMessage],
  OwnedReferral: [ownedReferral, labels.patient],
  Owner: [ownerReply, labels.pathwayOwner],
  Pathway: [pathwayReply, labels.pathway],
  PathwayPage: [pathwayView, labels.pathway],
  Patient: [patientReply, labels.patient],
  PatientPage: [patientView, labels.patient],
  PatientPathway: [patientPathway, labels.pathway],
  PatientRetention: [patientRetentionReply],
  PatientRow: [patientRow, labels.patient],
  SearchedPatient: [searchedRow, labels.patient],
  PdsAnswer: [traceReply],
  PdsPerson: [pdsPerson, labels.patient],
  Place: [placeReply],
  PossibleDuplicate: [possibleDuplicate],
  Profile: [profileReply, labels.user],
  RedFlagAnswer: [redFlagAnswer],
  ReportOffer: [reportOffer],
  ReportRun: [reportRun],
  RestoreRecord: [restoreInput],
  Retention: [retentionReply],
  RetentionRow: [retentionRow, labels.patient],
  SafetyNets: [safetyNetsReply],
  Saved: [saved],
  SavedReport: [savedReport, labels.savedReport],
  Security: [securityView],
  SignInRecord: [signInRecord],
  SimilarPatient: [similarPatient, labels.patient],
  StageChange: [stageChange],
  StageTargets: [stageTargets, labels.stageTargets],
  SubjectItem: [subjectItem],
  SubjectRequest: [subjectRequestReply, labels.subjectRequest],
  SubjectRequestRow: [subjectRequestRow, labels.subjectRequest],
  Task: [task, labels.task],
  Today: [todayReply],
  TodayLine: [todayLine, labels.patient],
  TokenPair: [tokenReply],
  TokenRequest: [tokenRequest],
  User: [userView, labels.user],
  UserRow: [userRow, labels.user],
  UserSession: [userSession],
  WorkListRow: [workListRow, labels.patient],
  ...Object.fromEntries(
    Object.values(recordKinds).map(({ kind, reply, labels: own }) => [pascal(kind), [reply, own] as const]),
  ),
}

export const schemaNames: ReadonlyMap<z.core.$ZodType, string> = new Map(
  Object.entries(byName).map(([name, [schema]]) => [schema, name]),
)

/** The screens' labels for the fields of a named schema. */
export const labelsOfSchema = (name: string): Labels => byName[name]?.[1] ?? {}

const features: Readonly<Record<string, Labels>> = {
  ...labels,
  falls: labels.pathway,
  owner: labels.pathwayOwner,
  ...Object.fromEntries(Object.values(recordKinds).map(({ kind, labels: own }) => [kind, own])),
}

/** The screens' labels for the fields of a call, by the feature in its path. */
export const labelsOfFeature = (feature: string): Labels => features[feature] ?? labels.lookup
