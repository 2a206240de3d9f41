import { auditInputs, columnsOfQuestion } from '../insight/audit/auditQuestion.ts'
import { auditQuestions, type AuditQuestion } from '../insight/audit/auditQuestionNames.ts'
import type { z } from 'zod'
import type { Endpoint } from '../platform/calls/endpoint.ts'
import { inErrorColumns } from '../governance/inError.ts'
import { lazily } from '../platform/words/lazily.ts'
import { lookupColumnsOf, lookupNames, type LookupName } from '../reference/lookups.ts'
import { organisationColumns } from '../reference/organisation.ts'
import { mergeColumns } from '../governance/merge.ts'
import { patientColumns } from '../patients/patientColumns.ts'
import { outstandingColumns } from '../pathways/outstanding.ts'
import { outstandingInput } from '../pathways/outstandingWaits.ts'
import { possibleDuplicateColumns } from '../patients/search/possibleDuplicate.ts'
import { drillDownInput } from '../insight/report.ts'
import { accessColumns } from '../governance/restriction.ts'
import { userColumns } from '../accounts/user.ts'
import {
  exportDemographicsSearch,
  exportNhsNumberSearch,
  exportPatientSearch,
  exportWorkList,
} from '../pathways/worklists/patientExports.ts'
import { exportOf, sheetOf } from '../platform/calls/sheet.ts'

const patientSheet = sheetOf(Object.values(patientColumns))

export const exportPeople = exportOf(
  '/api/report/{reportName}/people',
  'the patients behind one number of a report',
  drillDownInput.and(patientSheet),
)

const exportLookup = (of: LookupName) =>
  exportOf(`/api/${of}`, `the ${of} list with its inactive rows`, sheetOf(lookupColumnsOf(of)))
export const lookupExports = lazily(lookupNames, exportLookup)
export const exportOrganisations = exportOf(
  '/api/organisation',
  'the organisations with the inactive ones',
  sheetOf(organisationColumns),
)
export const exportUsers = exportOf('/api/user', 'the users with the inactive ones', sheetOf(userColumns))

export const exportPossibleDuplicates = exportOf(
  '/api/possibleDuplicate',
  'the pairs of records that may be the same person',
  sheetOf(possibleDuplicateColumns),
)
export const exportOutstanding = exportOf(
  '/api/list/outstanding',
  'the outstanding flags, referrals, equipment, letters and messages',
  outstandingInput.and(sheetOf(outstandingColumns)),
)
export const exportInError = exportOf(
  '/api/registeredInError',
  'the records that were registered in error',
  sheetOf(inErrorColumns),
)
export const exportMerges = exportOf('/api/merge', 'the records that were merged', sheetOf(mergeColumns))
export const exportAccesses = exportOf(
  '/api/restrictedAccess',
  'the restricted records that were opened with a reason',
  sheetOf(accessColumns),
)
const exportAnswer = <Input extends z.ZodType>(question: AuditQuestion, input: Input) =>
  exportOf(
    `/api/audit/${question}`,
    `the answer of the audit trail (${question})`,
    input.and(sheetOf(columnsOfQuestion[question])),
  )
export const auditExports = {
  patient: exportAnswer('patient', auditInputs.patient),
  user: exportAnswer('user', auditInputs.user),
  client: exportAnswer('client', auditInputs.client),
  unusual: exportAnswer('unusual', auditInputs.unusual),
  refused: exportAnswer('refused', auditInputs.refused),
  exports: exportAnswer('exports', auditInputs.exports),
}

/** One export for each kind of grid. */
export const listExports: readonly Endpoint[] = [
  exportWorkList,
  exportNhsNumberSearch,
  exportDemographicsSearch,
  exportPatientSearch,
  exportPeople,
  ...Object.values(lookupExports),
  exportOrganisations,
  exportUsers,
  exportPossibleDuplicates,
  exportMerges,
  exportOutstanding,
  exportInError,
  exportAccesses,
  ...auditQuestions.map((question) => auditExports[question]),
]
