import { listOutbox } from '../../../contract/accounts/account.ts'
import { askAudit, getAuditSeal, listAuditUsers } from '../../../contract/insight/audit/auditQuestion.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { CheckedInputOf, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { getDeprivation } from '../../../contract/reference/deprivation.ts'
import { getFirstContact } from '../../../contract/insight/firstContact.ts'
import { getServiceStatus } from '../../../contract/app/serviceStatus.ts'
import { lookupCalls } from '../../../contract/reference/lookupCalls.ts'
import { getOrganisation, listOrganisations } from '../../../contract/reference/organisation.ts'
import {
  cancelReferral,
  createReferral,
  deletedRecords,
  getPathway,
  pathwayHistory,
  reinstateReferral,
  savePathway,
} from '../../../contract/pathways/referral/pathway.ts'
import { listChoices } from '../../../contract/pathways/worklists/listFilters.ts'
import { deleteListView, listListViews, saveListView } from '../../../contract/pathways/worklists/listView.ts'
import type { Stage } from '../../../contract/stages/stage.ts'
import { getPatient, saveNextOfKin, savePatient, searchGp } from '../../../contract/patients/patient.ts'
import { getDashboard } from '../../../contract/insight/dashboard/dashboard.ts'
import { listReports } from '../../../contract/insight/report.ts'
import { listSubmissions } from '../../../contract/insight/csds/submission.ts'
import { listReportRuns } from '../../../contract/insight/reportRun.ts'
import {
  deleteSavedReport,
  listSavedReports,
  saveSavedReport,
} from '../../../contract/insight/savedReport.ts'
import {
  recentPatients,
  searchDemographics,
  searchExternal,
  searchNhsNumber,
  searchPatientDemographics,
  searchPatientNhsNumber,
  searchPatients,
} from '../../../contract/patients/search/search.ts'
import { noPlanDecision } from '../../../contract/pathways/records/noPlanDecision.ts'
import { getSecurity } from '../../../contract/accounts/security.ts'
import { getProfile, revoke, token } from '../../../contract/accounts/session.ts'
import { getUser, listUsers, listUserSessions } from '../../../contract/accounts/user.ts'
import { getStageTargets, saveStageTargets } from '../../../contract/pathways/worklists/stageTargets.ts'
import { followChanges } from '../../../contract/stages/changes.ts'
import { allCounters, counters, lateCounts } from '../../../contract/stages/counters.ts'
import { searchWorkList, workLists } from '../../../contract/pathways/worklists/workList.ts'
import { getCallList } from '../../../contract/pathways/worklists/callList.ts'
import type { ColumnsOf } from '../../platform/writes/columns.ts'
import { pathwayColumns } from '../../pathways/referral/columns.ts'
import { nextOfKinColumns, patientColumns } from '../../patients/patient/columns.ts'
import { savedReportColumns } from '../../insight/saved/columns.ts'
import { readTargets, stageTargetColumns } from '../../pathways/worklists/targets.ts'
import { listViewColumns } from '../../pathways/worklists/viewRoutes.ts'
import { aClinician, aPathway, aPatient, done, patientInputOf, referralInputOf } from '../world/factories.ts'
import { knownAdministration } from './knownAdministration.ts'
import { knownAppointmentCalls } from './knownAppointments.ts'
import { knownClassCalls } from './knownClasses.ts'
import { knownClinicCalls } from './knownClinics.ts'
import { knownDocumentCalls } from './knownDocuments.ts'
import {
  countDifferences,
  leaveDifferences,
  listDifferences,
} from '../../../contract/exchange/pds/differences.ts'
import { knownFallsCalendarCalls } from './knownFallsCalendar.ts'
import { knownIncomingCalls } from './knownIncoming.ts'
import { knownCaseFindingCalls } from './knownCaseFinding.ts'
import { aClient, knownFhirClientCalls } from './knownFhirClients.ts'
import { knownLetterCalls } from './knownLetters.ts'
import { knownMergeCalls } from './knownMerges.ts'
import { knownOutstandingCalls } from './knownOutstanding.ts'
import { knownOwnerCalls } from './knownOwners.ts'
import { knownPersonLinkCalls } from './knownPersonLinks.ts'
import { knownPersonQuestionsCalls } from './knownPersonQuestions.ts'
import { knownPrivacyCalls } from './knownPrivacy.ts'
import { knownRecordCalls } from './knownRecords.ts'
import { knownSafetyNetCalls } from './knownSafetyNets.ts'
import { knownVisitCalls } from './knownVisits.ts'
import {
  after,
  known,
  knownSave,
  nothing,
  patientOfInput,
  reads,
  readsBoth,
  readsNamed,
  writes,
  type KnownCall,
} from './knownCall.ts'
import { canaries, type World } from '../world/world.ts'

const withCallDue = new WeakMap<World['service'], Set<number>>()

/** Gives each patient another referral, once, with a follow-up call due. */
const callsAreDue = async ({ service, user }: World, patientIds: number[]): Promise<void> => {
  const already = withCallDue.get(service) ?? new Set()
  withCallDue.set(service, already)
  for (const patientId of patientIds.filter((id) => !already.has(id))) {
    already.add(patientId)
    const referral = { patientId, referralDate: addDays(today(), -120), secondReferral: true }
    const { id } = await aPathway(service, user, referral)
    const decision: InputOf<typeof noPlanDecision.save> = {
      id: 0,
      pathwayId: id,
      decisionDate: addDays(today(), -92),
      reason: 'equipmentOnly',
      clinicianId: await aClinician(service),
    }
    await done({ service, user }, noPlanDecision.save, decision)
  }
}

/** The list that the patient is on: tests move everybody from list to list. */
const stageOf = async ({ service, patient }: World): Promise<Stage> => {
  const listed = await service.db.sql
    .selectFrom('work_list')
    .select('stage')
    .where('patient_id', '=', patient.id)
    .orderBy('pathway_id')
    .limit(1)
    .executeTakeFirst()
  return (listed?.stage ?? 'awaitingAssessment') as Stage
}

const newNextOfKin = { familyName: 'Marlowe', relationship: 'Daughter' }

const { referralDate, receivedDate, ubrn, referrerId, referralMethodId } = pathwayColumns
/** What registering and referring in one step sends of the referral. */
const newReferralColumns = {
  referralDate,
  receivedDate,
  ubrn,
  referrerId,
  referralMethodId,
} satisfies ColumnsOf<CheckedInputOf<typeof createReferral>['referral'], 'pathway', never>

const lastDays = { dateFrom: addDays(today(), -7), dateTo: today() }

const savedReportInput: InputOf<typeof saveSavedReport> = {
  id: 0,
  name: 'The spring of 2026',
  reportName: 'discharges',
  period: 'fixed',
  dateFrom: '2026-03-01',
  dateTo: '2026-05-31',
  suppress: false,
}

const listViewInput: InputOf<typeof saveListView> = {
  id: 0,
  name: 'Late from the ambulance service',
  stage: 'awaitingAssessment',
  narrowing: { due: 'late' },
}

/** The stored targets, so that a save changes nothing. */
const theTargets = async ({ service }: World) => readTargets(service.db.sql)

/**
 * The calls of the product with input that works, for the tests that must hold on all of them. Add a line here for a new call
 * (in refusedCalls.ts if it cannot be repeated), with the columns if it saves; a test fails while one is missing.
 */
export const knownCalls: readonly KnownCall[] = [
  known(token, ({ signIn }) => ({ grant_type: 'password' as const, ...signIn })),
  known(revoke, { token: 'unknown' }),
  known(getProfile, {}),
  known(getSecurity, {}),
  known(listOutbox, {}),
  known(listReports, {}),
  // The patients who have waited longest.
  known(getDashboard, { dateFrom: addDays(today(), -60), dateTo: today() }, readsNamed),
  known(askAudit.patient, ({ patient }) => ({ patientId: patient.id, ...lastDays }), reads()),
  known(askAudit.user, ({ colleague }) => ({ userId: colleague.userId, ...lastDays }), readsNamed),
  known(askAudit.client, async (world) => ({ clientId: (await aClient(world)).id, ...lastDays }), readsNamed),
  ...[askAudit.unusual, askAudit.refused, askAudit.exports].map((call) => known(call, lastDays, readsNamed)),
  known(listAuditUsers, {}),
  known(getAuditSeal, {}),
  known(getFirstContact, {}),
  known(getDeprivation, {}),
  known(getServiceStatus, {}),
  known(listReportRuns, {}),
  known(listSubmissions, {}),
  known(listSavedReports, {}),
  known(saveSavedReport, savedReportInput, null, [{ table: 'saved_report', columns: savedReportColumns }]),
  known(deleteSavedReport, async (world) => ({
    id: (await done(world, saveSavedReport, savedReportInput)).id,
  })),
  ...Object.values(lookupCalls).flatMap(({ all, get }) => [known(all, {}), known(get, { id: 1 })]),
  known(listOrganisations, {}),
  known(getOrganisation, ({ practice }) => ({ id: practice })),
  known(listUsers, {}),
  known(getUser, ({ colleague }) => ({ id: colleague.userId })),
  known(listUserSessions, ({ colleague }) => ({ id: colleague.userId })),
  known(getPatient, ({ patient }) => ({ id: patient.id }), reads()),
  knownSave(
    savePatient,
    ({ service }) => patientInputOf(service),
    { town: 'Leeds' },
    {
      table: 'patient',
      columns: patientColumns,
      patientData: writes((_, __, { id }) => [id]),
    },
  ),
  knownSave(
    saveNextOfKin,
    async ({ service, user }) => ({ id: 0, patientId: (await aPatient(service, user)).id, ...newNextOfKin }),
    { relationship: 'Son' },
    { table: 'next_of_kin', columns: nextOfKinColumns, patientData: writes(patientOfInput) },
  ),
  known(searchGp, ({ practice }) => ({ search: practice })),
  known(
    createReferral,
    async ({ service }) => ({
      patient: await patientInputOf(service),
      nextOfKin: newNextOfKin,
      referral: await referralInputOf(service, 1),
    }),
    writes((_, __, { patientId }) => [patientId]),
    [
      { table: 'patient', part: 'patient', rowOf: ({ patientId }) => patientId, columns: patientColumns },
      { table: 'pathway', part: 'referral', columns: newReferralColumns },
    ],
  ),
  ...[searchNhsNumber, searchPatientNhsNumber].map((call) =>
    known(call, { nhsNumber: canaries.nhsNumber }, reads()),
  ),
  ...[searchDemographics, searchPatientDemographics].map((call) =>
    known(call, { familyName: canaries.familyName }, reads()),
  ),
  known(searchPatients, { text: canaries.familyName }, reads()),
  known(
    recentPatients,
    after((world) => done(world, getPatient, { id: world.patient.id }), nothing),
    reads(),
  ),
  known(
    searchExternal,
    {
      nhsNumber: canaries.nhsNumber,
      familyName: canaries.familyName,
      dateOfBirth: canaries.dateOfBirth,
    },
    reads(),
  ),
  known(getPathway, ({ pathway }) => ({ id: pathway.id }), reads()),
  knownSave(
    savePathway,
    async ({ service, user }) => referralInputOf(service, (await aPatient(service, user)).id),
    { comments: 'Uses a frame indoors' },
    { table: 'pathway', columns: pathwayColumns, patientData: writes(patientOfInput) },
  ),
  known(
    cancelReferral,
    async ({ service, user }) => ({ ...(await aPathway(service, user)), cancelReferralDate: today() }),
    writes(patientOfInput),
  ),
  known(
    reinstateReferral,
    async (world) => {
      const { id, patientId } = await aPathway(world.service, world.user)
      return { ...(await done(world, cancelReferral, { id, cancelReferralDate: today() })), patientId }
    },
    writes(patientOfInput),
  ),
  known(pathwayHistory, ({ pathway }) => ({ id: pathway.id }), reads()),
  known(deletedRecords, ({ pathway }) => ({ id: pathway.id }), reads()),
  ...knownRecordCalls,
  ...knownOwnerCalls,
  ...knownOutstandingCalls,
  ...knownClassCalls,
  ...knownFallsCalendarCalls,
  ...knownClinicCalls,
  ...knownVisitCalls,
  ...knownAppointmentCalls,
  ...knownPersonLinkCalls,
  ...knownLetterCalls,
  ...knownIncomingCalls,
  known(listDifferences, {}),
  known(countDifferences, {}),
  known(
    leaveDifferences,
    ({ patient }) => ({ patientId: patient.id, kinds: ['address' as const] }),
    writes(),
  ),
  ...knownCaseFindingCalls,
  ...knownMergeCalls,
  ...knownSafetyNetCalls,
  ...knownPersonQuestionsCalls,
  ...knownPrivacyCalls,
  ...knownDocumentCalls,
  ...knownFhirClientCalls,
  ...knownAdministration,
  ...Object.values(workLists).map((call) => known(call, {}, readsBoth)),
  known(searchWorkList, async (world) => ({ stage: await stageOf(world) }), readsBoth),
  known(
    getCallList,
    after((world) => callsAreDue(world, [world.patient.id, world.other.patientId]), nothing),
    readsBoth,
  ),
  ...Object.values(counters).map((call) => known(call, {})),
  known(lateCounts, {}),
  known(allCounters, {}),
  known(followChanges, {}),
  known(listChoices, async (world) => ({ stage: await stageOf(world) })),
  known(getStageTargets, {}),
  known(saveStageTargets, theTargets, null, [
    {
      table: 'stage_target',
      columns: stageTargetColumns,
      existing: { input: theTargets, change: () => ({ inExercise: 91 }) },
      onlyChanges: true,
    },
  ]),
  known(listListViews, {}),
  known(saveListView, listViewInput, null, [{ table: 'list_view', columns: listViewColumns }]),
  known(deleteListView, async (world) => ({ id: (await done(world, saveListView, listViewInput)).id })),
]
