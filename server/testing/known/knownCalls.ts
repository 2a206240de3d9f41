import { listOutbox } from '../../../contract/accounts/account.ts'
import { askAudit, getAuditSeal, listAuditUsers } from '../../../contract/insight/auditQuestion.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { CheckedInputOf, Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
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
import { getDashboard } from '../../../contract/insight/dashboard.ts'
import { listReports } from '../../../contract/insight/report.ts'
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
import {
  aClinician,
  aPathway,
  aPatient,
  expectSaved,
  patientInputOf,
  referralInputOf,
  type Saved,
} from '../world/factories.ts'
import { knownAdministration } from './knownAdministration.ts'
import { knownAppointmentCalls } from './knownAppointments.ts'
import { knownClassCalls } from './knownClasses.ts'
import { knownDocumentCalls } from './knownDocuments.ts'
import { knownLetterCalls } from './knownLetters.ts'
import { knownMergeCalls } from './knownMerges.ts'
import { knownOutstandingCalls } from './knownOutstanding.ts'
import { knownOwnerCalls } from './knownOwners.ts'
import { knownPrivacyCalls } from './knownPrivacy.ts'
import { knownRecordCalls } from './knownRecords.ts'
import { knownSafetyNetCalls } from './knownSafetyNets.ts'
import type { KnownCall, PatientData } from './knownCall.ts'
import type { Wire } from '../values/request.ts'
import { canaries, type World } from '../world/world.ts'

const known = <E extends Endpoint>(
  call: E,
  input: (world: World) => InputOf<E> | Promise<InputOf<E>>,
  { patientData = null, saves = [] }: Partial<Pick<KnownCall, 'patientData' | 'saves'>> = {},
): KnownCall => ({ call, input: async (world) => (await input(world)) as Wire, patientData, saves })

const thePatient = ({ patient }: World) => [patient.id]
const reads = (of: PatientData['of']) => ({ patientData: { use: 'read' as const, of } })
const writes = (of: PatientData['of']) => ({ patientData: { use: 'write' as const, of } })
const patientOfInput = (_: World, input: Wire) => [input['patientId']]

const withCallDue = new WeakMap<World['service'], Set<number>>()

/** Gives each patient another referral, once, of which a call is due. */
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
    expectSaved('decision', await service.ask(noPlanDecision.save, decision, user))
  }
}

/** The list on which the patient stands: tests put everybody on one list after the other. */
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

/** The next of kin of a patient who has none yet. */
const newNextOfKin = { familyName: 'Marlowe', relationship: 'Daughter' }
const nextOfKinOf = (patientId: number): InputOf<typeof saveNextOfKin> => ({
  id: 0,
  patientId,
  ...newNextOfKin,
})

const { referralDate, receivedDate, referrerId, referralMethodId } = pathwayColumns
/** What the one step of registering and referring says of the referral. */
const newReferralColumns = { referralDate, receivedDate, referrerId, referralMethodId } satisfies ColumnsOf<
  CheckedInputOf<typeof createReferral>['referral'],
  'pathway',
  never
>

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

/** The targets as they are, which a save leaves as they are. */
const theTargets = async ({ service }: World) => readTargets(service.db.sql)

/**
 * The calls of the product with input that works, for the tests that must hold on all of them. A new call joins by a
 * line here (or in refusedCalls.ts when it cannot be repeated), and a new save by its columns; a test fails while one
 * is missing.
 */
export const knownCalls: readonly KnownCall[] = [
  known(token, ({ signIn }) => ({ grant_type: 'password' as const, ...signIn })),
  known(revoke, () => ({ token: 'unknown' })),
  known(getProfile, () => ({})),
  known(getSecurity, () => ({})),
  known(listOutbox, () => ({})),
  known(listReports, () => ({})),
  // Those who wait longest, as the reply names them.
  known(
    getDashboard,
    () => ({ dateFrom: addDays(today(), -60), dateTo: today() }),
    reads(() => []),
  ),
  known(askAudit.patient, ({ patient }) => ({ patientId: patient.id, ...lastDays }), reads(thePatient)),
  known(
    askAudit.user,
    ({ colleague }) => ({ userId: colleague.userId, ...lastDays }),
    reads(() => []),
  ),
  ...[askAudit.unusual, askAudit.refused, askAudit.exports].map((call) =>
    known(
      call,
      () => lastDays,
      reads(() => []),
    ),
  ),
  known(listAuditUsers, () => ({})),
  known(getAuditSeal, () => ({})),
  known(getFirstContact, () => ({})),
  known(getDeprivation, () => ({})),
  known(getServiceStatus, () => ({})),
  known(listReportRuns, () => ({})),
  known(listSavedReports, () => ({})),
  known(saveSavedReport, () => savedReportInput, {
    saves: [
      {
        table: 'saved_report',
        columns: savedReportColumns,
      },
    ],
  }),
  known(deleteSavedReport, async ({ service, user }) => ({
    id: ((await service.ask(saveSavedReport, savedReportInput, user)).body as Saved).id,
  })),
  ...Object.values(lookupCalls).flatMap(({ all, get }) => [
    known(all, () => ({})),
    known(get, () => ({ id: 1 })),
  ]),
  known(listOrganisations, () => ({})),
  known(getOrganisation, ({ practice }) => ({ id: practice })),
  known(listUsers, () => ({})),
  known(getUser, ({ colleague }) => ({ id: colleague.userId })),
  known(listUserSessions, ({ colleague }) => ({ id: colleague.userId })),
  known(getPatient, ({ patient }) => ({ id: patient.id }), reads(thePatient)),
  known(savePatient, ({ service }) => patientInputOf(service), {
    ...writes((_, __, { id }) => [id]),
    saves: [
      {
        table: 'patient',
        columns: patientColumns,
        existing: {
          input: async ({ service, user }) => {
            const input = await patientInputOf(service)
            return { ...input, ...(await aPatient(service, user, input)) }
          },
          change: () => ({ town: 'Leeds' }),
        },
      },
    ],
  }),
  known(saveNextOfKin, async ({ service, user }) => nextOfKinOf((await aPatient(service, user)).id), {
    ...writes(patientOfInput),
    saves: [
      {
        table: 'next_of_kin',
        columns: nextOfKinColumns,
        existing: {
          input: async ({ service, user }) => {
            const input = nextOfKinOf((await aPatient(service, user)).id)
            return { ...input, ...((await service.ask(saveNextOfKin, input, user)).body as object) }
          },
          change: () => ({ relationship: 'Son' }),
        },
      },
    ],
  }),
  known(searchGp, ({ practice }) => ({ search: practice })),
  known(
    createReferral,
    async ({ service }) => ({
      patient: await patientInputOf(service),
      nextOfKin: newNextOfKin,
      referral: await referralInputOf(service, 1),
    }),
    {
      ...writes((_, __, { patientId }) => [patientId]),
      saves: [
        { table: 'patient', part: 'patient', rowOf: ({ patientId }) => patientId, columns: patientColumns },
        { table: 'pathway', part: 'referral', columns: newReferralColumns },
      ],
    },
  ),
  ...[searchNhsNumber, searchPatientNhsNumber].map((call) =>
    known(call, () => ({ nhsNumber: canaries.nhsNumber }), reads(thePatient)),
  ),
  ...[searchDemographics, searchPatientDemographics].map((call) =>
    known(call, () => ({ familyName: canaries.familyName }), reads(thePatient)),
  ),
  known(searchPatients, () => ({ text: canaries.familyName }), reads(thePatient)),
  known(
    recentPatients,
    async ({ service, user, patient }) => {
      await service.ask(getPatient, { id: patient.id }, user)
      return {}
    },
    reads(thePatient),
  ),
  known(
    searchExternal,
    () => ({
      nhsNumber: canaries.nhsNumber,
      familyName: canaries.familyName,
      dateOfBirth: canaries.dateOfBirth,
    }),
    reads(thePatient),
  ),
  known(getPathway, ({ pathway }) => ({ id: pathway.id }), reads(thePatient)),
  known(
    savePathway,
    async ({ service, user }) => referralInputOf(service, (await aPatient(service, user)).id),
    {
      ...writes(patientOfInput),
      saves: [
        {
          table: 'pathway',
          columns: pathwayColumns,
          existing: {
            input: async ({ service, user }) => {
              const input = await referralInputOf(service, (await aPatient(service, user)).id)
              return { ...input, ...(await aPathway(service, user, input)) }
            },
            change: () => ({ comments: 'Uses a frame indoors' }),
          },
        },
      ],
    },
  ),
  known(
    cancelReferral,
    async ({ service, user }) => {
      const { id, version, patientId } = await aPathway(service, user)
      return { id, version, patientId, cancelReferralDate: today() }
    },
    writes(patientOfInput),
  ),
  known(
    reinstateReferral,
    async ({ service, user }) => {
      const { id, patientId } = await aPathway(service, user)
      const cancelled = await service.ask(cancelReferral, { id, cancelReferralDate: today() }, user)
      return { ...(cancelled.body as Saved), patientId }
    },
    writes(patientOfInput),
  ),
  known(pathwayHistory, ({ pathway }) => ({ id: pathway.id }), reads(thePatient)),
  known(deletedRecords, ({ pathway }) => ({ id: pathway.id }), reads(thePatient)),
  ...knownRecordCalls,
  ...knownOwnerCalls,
  ...knownOutstandingCalls,
  ...knownClassCalls,
  ...knownAppointmentCalls,
  ...knownLetterCalls,
  ...knownMergeCalls,
  ...knownSafetyNetCalls,
  ...knownPrivacyCalls,
  ...knownDocumentCalls,
  ...knownAdministration,
  ...Object.values(workLists).map((call) =>
    known(
      call,
      () => ({}),
      reads(({ patient, other }) => [patient.id, other.patientId]),
    ),
  ),
  known(
    searchWorkList,
    async (world) => ({ stage: await stageOf(world) }),
    reads(({ patient, other }) => [patient.id, other.patientId]),
  ),
  known(
    getCallList,
    async (world) => {
      await callsAreDue(world, [world.patient.id, world.other.patientId])
      return {}
    },
    reads(({ patient, other }) => [patient.id, other.patientId]),
  ),
  ...Object.values(counters).map((call) => known(call, () => ({}))),
  known(lateCounts, () => ({})),
  known(allCounters, () => ({})),
  known(followChanges, () => ({})),
  known(listChoices, async (world) => ({ stage: await stageOf(world) })),
  known(getStageTargets, () => ({})),
  known(saveStageTargets, theTargets, {
    saves: [
      {
        table: 'stage_target',
        columns: stageTargetColumns,
        existing: { input: theTargets, change: () => ({ inExercise: 91 }) },
        onlyChanges: true,
      },
    ],
  }),
  known(listListViews, () => ({})),
  known(saveListView, () => listViewInput, {
    saves: [{ table: 'list_view', columns: listViewColumns }],
  }),
  known(deleteListView, async ({ service, user }) => ({
    id: ((await service.ask(saveListView, listViewInput, user)).body as Saved).id,
  })),
]
