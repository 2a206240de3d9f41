import {
  changePassword,
  forgotPasswordEmail,
  forgotPasswordSms,
  listOutbox,
  openExternalSearch,
  openSignIn,
  resetPassword,
  resetPasswordSms,
} from '../accounts/account.ts'
import { calendarFeedEndpoints } from '../care/appointments/calendarFeed.ts'
import { visitEndpoints } from '../care/visits/visits.ts'
import { getDiary } from '../care/appointments/diary.ts'
import { getBankHolidays } from '../care/appointments/holidays.ts'
import { classEndpoints } from '../care/classes/class.ts'
import { saveHomeExercise } from '../care/classes/homeExercise.ts'
import { fallsCalendarEndpoints } from '../care/fallsCalendar/calendar.ts'
import { clinicEndpoints } from '../care/clinics/clinic.ts'
import { slotEndpoints } from '../care/clinics/slot.ts'
import { saveParts } from '../care/classes/fidelity.ts'
import { cancelSession, closeClass } from '../care/classes/closing.ts'
import { placeEndpoints } from '../care/classes/place.ts'
import { registerEndpoints } from '../care/classes/register.ts'
import { letterEndpoints } from '../care/letters/letter.ts'
import { letterheadEndpoints } from '../care/letters/letterhead.ts'
import { letterTemplateEndpoints } from '../care/letters/template.ts'
import { clientEndpoints } from '../exchange/client.ts'
import { subscriptionEndpoints } from '../exchange/subscription.ts'
import { caseFindingEndpoints } from '../exchange/caseFinding/caseFinding.ts'
import { incomingEndpoints } from '../exchange/incoming/incomingReferral.ts'
import { fetchFromErs } from '../exchange/incoming/ers.ts'
import { listedPeopleEndpoints } from '../exchange/caseFinding/listedPeople.ts'
import { launchEndpoints } from '../exchange/launch.ts'
import { differenceEndpoints } from '../exchange/pds/differences.ts'
import { pdsEndpoints } from '../exchange/pds/pds.ts'
import { auditEndpoints } from '../insight/audit/auditQuestion.ts'
import { getAddress, searchAddress } from '../reference/addressLookup.ts'
import { getCallList } from '../pathways/worklists/callList.ts'
import {
  deleteDocument,
  deleteDocumentByAddress,
  downloadDocument,
  listDocuments,
  restoreDocument,
  uploadDocument,
} from '../pathways/document.ts'
import { dashboardEndpoints } from '../insight/dashboard/dashboard.ts'
import { deprivationEndpoints } from '../reference/deprivation.ts'
import { draftEndpoints } from '../platform/calls/draft.ts'
import type { Endpoint } from '../platform/calls/endpoint.ts'
import { personAnswerEndpoints } from '../care/person/answer.ts'
import { personLinkEndpoints } from '../care/person/link.ts'
import { personQuestionsEndpoints } from '../care/person/questions.ts'
import { safetyNetEndpoints } from '../patients/flags/safetyNets.ts'
import { getFirstContact, saveFirstContact } from '../insight/firstContact.ts'
import { getServiceStatus } from './serviceStatus.ts'
import { inErrorEndpoints } from '../governance/inError.ts'
import { listExports } from './listExport.ts'
import { lookupCalls } from '../reference/lookupCalls.ts'
import { mergeEndpoints } from '../governance/merge.ts'
import { ownerEndpoints } from '../pathways/owner.ts'
import { getMonthEndPack } from '../insight/monthEndPack.ts'
import { getOrganisation, listOrganisations, saveOrganisation } from '../reference/organisation.ts'
import { addImportPart, applyImport, checkImport, startImport } from '../reference/organisationImport.ts'
import {
  cancelReferral,
  createReferral,
  deletedRecords,
  getPathway,
  pathwayHistory,
  reinstateReferral,
  savePathway,
} from '../pathways/referral/pathway.ts'
import { getPatient, saveNextOfKin, savePatient, searchGp } from '../patients/patient.ts'
import { restrictionEndpoints } from '../governance/restriction.ts'
import { recordKinds } from '../pathways/records/kinds.ts'
import { saveMeasureSitting } from '../pathways/records/measureSitting.ts'
import { passkeyEndpoints } from '../accounts/passkey.ts'
import { possibleDuplicateEndpoints } from '../patients/search/possibleDuplicate.ts'
import { providerEndpoints } from '../accounts/provider.ts'
import { securityEndpoints } from '../accounts/security.ts'
import { listReports, reportPeople, runReport } from '../insight/report.ts'
import { csdsEndpoints } from '../insight/csds/submission.ts'
import { reportRunEndpoints } from '../insight/reportRun.ts'
import { savedReportEndpoints } from '../insight/savedReport.ts'
import {
  recentPatients,
  searchDemographics,
  searchExternal,
  searchNhsNumber,
  searchPatientDemographics,
  searchPatientNhsNumber,
  searchPatients,
} from '../patients/search/search.ts'
import { getProfile, revoke, token } from '../accounts/session.ts'
import { taskEndpoints } from '../pathways/task.ts'
import { todayEndpoints } from '../pathways/today.ts'
import {
  addRole,
  adminResetPassword,
  createUser,
  endUserSessions,
  getUser,
  listUsers,
  listUserSessions,
  removeRole,
  saveUser,
} from '../accounts/user.ts'
import { listChoices } from '../pathways/worklists/listFilters.ts'
import { listViewEndpoints } from '../pathways/worklists/listView.ts'
import { retentionEndpoints } from '../governance/retention.ts'
import { subjectRequestEndpoints } from '../governance/subjectRequest.ts'
import { listOutstanding } from '../pathways/outstanding.ts'
import { saveEquipmentProgress } from '../pathways/records/equipmentProgress.ts'
import { saveOnwardProgress } from '../pathways/records/onwardProgress.ts'
import { getStageTargets, saveStageTargets } from '../pathways/worklists/stageTargets.ts'
import { followChanges } from '../stages/changes.ts'
import { allCounters, counters, lateCounts } from '../stages/counters.ts'
import { printWorkList, searchWorkList, workLists } from '../pathways/worklists/workList.ts'

/**
 * Every call of the product. The OpenAPI document is generated from this list, and a test compares it with the live
 * routes.
 */
export const endpoints: readonly Endpoint[] = [
  token,
  revoke,
  getProfile,
  changePassword,
  forgotPasswordEmail,
  forgotPasswordSms,
  resetPassword,
  resetPasswordSms,
  openSignIn,
  openExternalSearch,
  listOutbox,
  ...securityEndpoints,
  ...providerEndpoints,
  ...passkeyEndpoints,
  ...draftEndpoints,
  ...Object.values(lookupCalls).flatMap(Object.values<Endpoint>),
  listOrganisations,
  getOrganisation,
  saveOrganisation,
  startImport,
  addImportPart,
  checkImport,
  applyImport,
  listUsers,
  getUser,
  createUser,
  saveUser,
  addRole,
  removeRole,
  adminResetPassword,
  listUserSessions,
  endUserSessions,
  getPatient,
  savePatient,
  saveNextOfKin,
  ...safetyNetEndpoints,
  searchGp,
  searchAddress,
  getAddress,
  createReferral,
  ...possibleDuplicateEndpoints,
  ...mergeEndpoints,
  ...inErrorEndpoints,
  searchNhsNumber,
  searchDemographics,
  searchPatientNhsNumber,
  searchPatientDemographics,
  searchPatients,
  recentPatients,
  searchExternal,
  getPathway,
  savePathway,
  cancelReferral,
  reinstateReferral,
  pathwayHistory,
  deletedRecords,
  ...Object.values(recordKinds).flatMap(({ calls }) => Object.values<Endpoint>(calls)),
  saveMeasureSitting,
  saveEquipmentProgress,
  saveOnwardProgress,
  ...ownerEndpoints,
  ...classEndpoints,
  ...placeEndpoints,
  closeClass,
  cancelSession,
  ...fallsCalendarEndpoints,
  saveParts,
  ...clinicEndpoints,
  ...slotEndpoints,
  ...registerEndpoints,
  saveHomeExercise,
  getDiary,
  getBankHolidays,
  ...calendarFeedEndpoints,
  ...visitEndpoints,
  ...letterTemplateEndpoints,
  ...letterheadEndpoints,
  ...letterEndpoints,
  ...taskEndpoints,
  ...personLinkEndpoints,
  ...personAnswerEndpoints,
  ...personQuestionsEndpoints,
  ...todayEndpoints,
  uploadDocument,
  listDocuments,
  downloadDocument,
  deleteDocumentByAddress,
  deleteDocument,
  restoreDocument,
  ...Object.values(workLists),
  searchWorkList,
  printWorkList,
  listChoices,
  lateCounts,
  ...listViewEndpoints,
  getStageTargets,
  saveStageTargets,
  getCallList,
  listOutstanding,
  ...Object.values(counters),
  allCounters,
  followChanges,
  listReports,
  runReport,
  reportPeople,
  ...reportRunEndpoints,
  ...csdsEndpoints,
  ...savedReportEndpoints,
  ...dashboardEndpoints,
  getMonthEndPack,
  ...deprivationEndpoints,
  getFirstContact,
  saveFirstContact,
  getServiceStatus,
  ...subjectRequestEndpoints,
  ...retentionEndpoints,
  ...restrictionEndpoints,
  ...clientEndpoints,
  ...subscriptionEndpoints,
  ...incomingEndpoints,
  ...caseFindingEndpoints,
  fetchFromErs,
  ...listedPeopleEndpoints,
  ...launchEndpoints,
  ...pdsEndpoints,
  ...differenceEndpoints,
  ...auditEndpoints,
  ...listExports,
]
