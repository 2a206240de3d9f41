import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type AnyRoute,
  type RouterHistory,
} from '@tanstack/react-router'
import { z } from 'zod'
import { stageRoutes, stages, type Stage } from '../contract/pathway/stage.ts'
import type { RecordKindName } from '../contract/records/kinds.ts'
import type * as LookupPaths from './admin/paths.ts'
import { Login } from './auth/Login.tsx'
import { enterFalls } from './enterFalls.ts'
import { homePathOf } from './home/homes.ts'
import { OpeningBar } from './layout/OpeningBar.tsx'
import { rememberScroll } from './layout/scrollMemory.ts'
import { ScreenFailed } from './layout/ScreenFailed.tsx'
import { lazy } from './ui/lazyScreen.tsx'
import { recordScreens } from './records/screens.ts'
import { safeRedirect } from './redirect.ts'
import { asked } from './reports/audit/asked.ts'
import { shown } from './reports/shown.ts'
import { screen, screenOf } from './ui/screen.ts'
import { currentSession, roleNow } from './session.ts'
import { listAddress } from './worklists/address.ts'

/*
 * The site map: path, what the role must be able to do, screen. Everything past the sign-in page is loaded when it is
 * needed, so this page is all that the first one holds of the others.
 */

const text = z.string().optional().catch(undefined)
const typedText = z.coerce.string().optional().catch(undefined)
const id = z.int().min(0).catch(0)
const flag = z.boolean().optional().catch(undefined)

const root = createRootRoute({ component: Outlet })

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/falls' })
  },
})
const anywhereElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/falls' })
  },
})

/* Before signing in */

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  // With what an OpenID provider sends people back.
  validateSearch: z.object({ redirect: text, code: typedText, state: typedText, iss: text, error: text }),
  beforeLoad: ({ search }) => {
    if (currentSession() !== null) throw redirect({ href: safeRedirect(search.redirect) ?? '/falls' })
  },
  component: Login,
})
const publicScreens = [
  screen(root, '/forgot', null, 'Forgot', () => import('./auth/Forgot.tsx')),
  createRoute({
    getParentRoute: () => root,
    path: '/reset',
    validateSearch: z.object({ userId: typedText, code: typedText }),
    component: lazy('Reset', () => import('./auth/Reset.tsx')),
  }),
  screen(root, '/reset-sms', null, 'ResetSms', () => import('./auth/ResetSms.tsx')),
  screen(root, '/accessibility', null, 'Accessibility', () => import('./help/Accessibility.tsx')),
  screen(root, '/privacy', null, 'Privacy', () => import('./help/Privacy.tsx')),
] as const

/* After signing in */

const falls = createRoute({
  getParentRoute: () => root,
  path: '/falls',
  beforeLoad: ({ location }) => enterFalls(location),
  component: lazy('Shell', () => import('./layout/Shell.tsx')),
})

const homes = [
  createRoute({
    getParentRoute: () => falls,
    path: '/',
    validateSearch: z.object({ section: text }),
    beforeLoad: ({ search }) => {
      throw redirect({ to: homePathOf(roleNow(currentSession())), hash: search.section ?? '' })
    },
  }),
  // It says itself what a role without patients finds here.
  screen(falls, 'admissions', null, 'AdmissionsHome', () => import('./home/AdmissionsHome.tsx')),
  screen(
    falls,
    'external',
    'patient.searchExternal',
    'ExternalHome',
    () => import('./home/ExternalHome.tsx'),
  ),
  screen(
    falls,
    'systemAdministrator',
    'administration.write',
    'AdministratorHome',
    () => import('./home/QuietHomes.tsx'),
  ),
  // For roles without a home of their own.
  createRoute({
    getParentRoute: () => falls,
    path: 'home',
    beforeLoad: () => {
      const home = homePathOf(roleNow(currentSession()))
      if (home !== '/falls/home') throw redirect({ to: home })
    },
    component: lazy('EmptyHome', () => import('./home/QuietHomes.tsx')),
  }),
  createRoute({
    getParentRoute: () => falls,
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: '/falls' })
    },
  }),
] as const

const account = [
  screen(falls, 'password', null, 'ChangePassword', () => import('./auth/ChangePassword.tsx')),
  screen(falls, 'security', null, 'Security', () => import('./auth/Security.tsx')),
  screen(falls, 'outbox', 'outbox.read', 'Outbox', () => import('./auth/Outbox.tsx')),
] as const

const help = [
  screen(falls, 'help', null, 'HelpScreen', () => import('./help/HelpScreen.tsx')),
  screen(falls, 'help/$topic', null, 'TopicScreen', () => import('./help/TopicScreen.tsx')),
] as const

const finding = [
  screen(
    falls,
    'referral-search',
    'patient.search',
    'ReferralSearch',
    () => import('./search/ReferralSearch.tsx'),
  ),
  screen(
    falls,
    'referral-create',
    'patient.write',
    'ReferralCreate',
    () => import('./patient/ReferralCreate.tsx'),
  ),
  screen(
    falls,
    'register',
    'patient.write',
    'RegisterAndRefer',
    () => import('./patient/RegisterAndRefer.tsx'),
  ),
] as const

const today = [
  screen(falls, 'today', 'workList.read', 'TodayScreen', () => import('./tasks/TodayScreen.tsx')),
  createRoute({
    getParentRoute: () => falls,
    path: 'owners',
    staticData: { needs: 'workList.read' },
    // Whose referrals are listed; without one, those that nobody owns.
    validateSearch: z.object({ clinicianId: z.int().positive().optional().catch(undefined) }),
    component: lazy('OwnersScreen', () => import('./owners/OwnersScreen.tsx')),
  }),
] as const

const workList = lazy('WorkList', () => import('./worklists/WorkList.tsx'))
/** Of one stage, narrowed as the address says. */
const workListOf = <const At extends Stage>(stage: At) =>
  createRoute({
    getParentRoute: () => falls,
    path: stageRoutes[stage],
    validateSearch: listAddress,
    component: workList,
    staticData: { needs: 'workList.read', stage },
  })
/** One for each stage. */
const workLists = Object.fromEntries(
  stages.map((stage): [Stage, AnyRoute] => [stage, workListOf(stage)]),
) as {
  [At in Stage]: ReturnType<typeof workListOf<At>>
}
const listTargets = screen(
  falls,
  'list-targets',
  'target.write',
  'ListTargets',
  () => import('./worklists/ListTargets.tsx'),
)

const calls = createRoute({
  getParentRoute: () => falls,
  path: 'calls',
  staticData: { needs: 'clinical.write' },
  // Who is being rung.
  validateSearch: z.object({ pathwayId: z.int().min(1).optional().catch(undefined) }),
  component: lazy('CallListScreen', () => import('./calls/CallListScreen.tsx')),
})

/* /falls/patient?id */

const patient = createRoute({
  getParentRoute: () => falls,
  path: 'patient',
  // With whether an address of a record that was merged led here.
  validateSearch: z.object({ id, newReferral: flag, section: text, isMerged: flag }),
  component: lazy('PatientFrame', () => import('./frames/PatientFrame.tsx')),
})
const patientScreens = [
  createRoute({
    getParentRoute: () => patient,
    path: '/',
    beforeLoad: ({ search: { id, newReferral } }) => {
      throw redirect({
        to: id === 0 ? '/falls/patient/demographics' : '/falls/patient/view',
        search: { id, newReferral },
      })
    },
  }),
  screen(patient, 'view', null, 'PatientScreen', () => import('./patient/PatientScreen.tsx')),
  screen(
    patient,
    'demographics',
    'patient.write',
    'Demographics',
    () => import('./patient/Demographics.tsx'),
  ),
  screen(patient, 'address', 'patient.write', 'Address', () => import('./patient/Address.tsx')),
  screen(patient, 'contact', 'patient.write', 'Contact', () => import('./patient/PartForms.tsx')),
  screen(patient, 'consent', 'patient.write', 'Consent', () => import('./patient/PartForms.tsx')),
  screen(patient, 'deceased', 'patient.write', 'Deceased', () => import('./patient/Deceased.tsx')),
  screen(patient, 'nextofkin', 'patient.write', 'NextOfKin', () => import('./patient/NextOfKin.tsx')),
  screen(patient, 'gp-search', 'patient.write', 'GpSearch', () => import('./patient/GpSearch.tsx')),
  screen(
    patient,
    'in-error',
    'patient.write',
    'PatientInError',
    () => import('./patient/PatientInError.tsx'),
  ),
  screen(patient, 'flags', 'patient.read', 'FlagsScreen', () => import('./flags/FlagsScreen.tsx')),
  screen(patient, 'flag/$flagId', 'patient.write', 'FlagScreen', () => import('./flags/FlagScreen.tsx')),
  screen(
    patient,
    'flag-review/$flagId',
    'patient.write',
    'ReviewFlag',
    () => import('./flags/FlagSteps.tsx'),
  ),
  screen(patient, 'flag-end/$flagId', 'patient.write', 'EndFlag', () => import('./flags/FlagSteps.tsx')),
  screen(
    patient,
    'capacity/$capacityId',
    'clinical.write',
    'CapacityScreen',
    () => import('./flags/CapacityScreen.tsx'),
  ),
  screen(
    patient,
    'contacts/$contactId',
    'patient.write',
    'ContactScreen',
    () => import('./flags/ContactScreen.tsx'),
  ),
  screen(
    patient,
    'bmi/$bmiId',
    'clinical.write',
    'PatientBmiScreen',
    () => import('./records/BmiScreen.tsx'),
  ),
] as const

/* /falls/pathway?id&patientId */

const pathway = createRoute({
  getParentRoute: () => falls,
  path: 'pathway',
  // Without a patient where only the pathway is known.
  validateSearch: z.object({
    id,
    patientId: id.default(0),
    newReferral: flag,
    section: text,
    isMerged: flag,
  }),
  component: lazy('PathwayFrame', () => import('./frames/PathwayFrame.tsx')),
})
const pathwayScreens = [
  createRoute({
    getParentRoute: () => pathway,
    path: '/',
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/falls/pathway/view', search })
    },
  }),
  screen(pathway, 'view', null, 'PathwayScreen', () => import('./pathway/PathwayScreen.tsx')),
  screen(pathway, 'referral', 'pathway.write', 'Referral', () => import('./pathway/Referral.tsx')),
  screen(pathway, 'cancel', 'pathway.write', 'Cancel', () => import('./pathway/Cancel.tsx')),
  screen(pathway, 'reinstate', 'pathway.write', 'Reinstate', () => import('./pathway/Cancel.tsx')),
  screen(
    pathway,
    'in-error',
    'pathway.write',
    'ReferralInError',
    () => import('./pathway/ReferralInError.tsx'),
  ),
  screen(pathway, 'discharge', 'clinical.write', 'Discharge', () => import('./pathway/Discharge.tsx')),
  screen(pathway, 'consent', 'pathway.write', 'PathwayConsent', () => import('./pathway/NotesScreens.tsx')),
  screen(pathway, 'general', 'pathway.write', 'General', () => import('./pathway/NotesScreens.tsx')),
  screen(pathway, 'owner', 'owner.assign', 'OwnerScreen', () => import('./owners/OwnerScreen.tsx')),
  screen(pathway, 'task/$taskId', 'task.write', 'TaskScreen', () => import('./tasks/TaskScreen.tsx')),
  screen(
    pathway,
    'task-close/$taskId',
    'task.write',
    'TaskCloseScreen',
    () => import('./tasks/TaskCloseScreen.tsx'),
  ),
  screen(pathway, 'comments', 'pathway.write', 'Comments', () => import('./pathway/NotesScreens.tsx')),
  screen(
    pathway,
    'documents-upload',
    'document.write',
    'UploadScreen',
    () => import('./documents/UploadScreen.tsx'),
  ),
  createRoute({
    getParentRoute: () => pathway,
    path: 'documents-delete',
    staticData: { needs: 'document.write' },
    validateSearch: z.object({ documentId: z.int().optional().catch(undefined) }),
    component: lazy('DeleteScreen', () => import('./documents/DeleteScreen.tsx')),
  }),
] as const
/** One for each kind of record. */
const recordForms = Object.fromEntries(
  Object.entries(recordScreens).map(([kind, { path, component }]): [string, AnyRoute] => [
    kind,
    screenOf(pathway, path, 'clinical.write', component),
  ]),
) as {
  [Kind in RecordKindName]: ReturnType<typeof screenOf<typeof pathway, (typeof recordScreens)[Kind]['path']>>
}

/* Two records of one person */

const merges = [
  screen(
    falls,
    'possible-duplicates',
    'duplicate.read',
    'PossibleDuplicates',
    () => import('./merges/PossibleDuplicates.tsx'),
  ),
  createRoute({
    getParentRoute: () => falls,
    path: 'compare-records',
    staticData: { needs: 'duplicate.read' },
    validateSearch: z.object({ patientId: id, otherId: id }),
    component: lazy('CompareRecords', () => import('./merges/CompareRecords.tsx')),
  }),
  screen(
    falls,
    'merged-records',
    'duplicate.read',
    'MergedRecords',
    () => import('./merges/MergedRecords.tsx'),
  ),
  screen(
    falls,
    'merged-records/$mergeId',
    'duplicate.read',
    'MergeView',
    () => import('./merges/MergeView.tsx'),
  ),
  screen(
    falls,
    'registered-in-error',
    ['record.restore', 'report.audit'],
    'RegisteredInError',
    () => import('./merges/RegisteredInError.tsx'),
  ),
] as const

/* Reports */

const reports = [
  createRoute({
    getParentRoute: () => falls,
    path: 'reports',
    staticData: { needs: ['report.run', 'report.audit'] },
    validateSearch: shown,
    component: lazy('ReportsScreen', () => import('./reports/ReportsScreen.tsx')),
  }),
  screen(
    falls,
    'reports/saved/$id',
    ['report.run', 'report.audit'],
    'SavedReportEdit',
    () => import('./reports/SavedReportEdit.tsx'),
  ),
  createRoute({
    getParentRoute: () => falls,
    path: 'audit',
    staticData: { needs: 'report.audit' },
    validateSearch: asked,
    component: lazy('AuditScreen', () => import('./reports/audit/AuditScreen.tsx')),
  }),
  createRoute({
    getParentRoute: () => falls,
    path: 'dashboard',
    staticData: { needs: 'dashboard.read' },
    validateSearch: shown.pick({ dateFrom: true, dateTo: true }),
    component: lazy('DashboardScreen', () => import('./reports/dashboard/DashboardScreen.tsx')),
  }),
] as const

/* Administration */

const administration = createRoute({
  getParentRoute: () => falls,
  id: '_administration',
  staticData: { isAdministration: true },
})
const may = 'administration.write'

// The lookups are no part of the first page: which there are is asked when an address may be one of theirs.
/** An address of no lookup leads home. Should their names not load, the screen loads anew and finds out for itself. */
const leadHomeUnless = async (isKnown: (paths: typeof LookupPaths) => boolean): Promise<void> => {
  const paths = await import('./admin/paths.ts').catch(() => null)
  if (paths !== null && !isKnown(paths)) throw redirect({ to: '/falls' })
}
const lookups = [
  createRoute({
    getParentRoute: () => administration,
    path: '{$list}-list',
    staticData: { needs: may },
    beforeLoad: ({ params: { list } }) => leadHomeUnless((paths) => paths.lookupListedAs(list) !== undefined),
    component: lazy('LookupList', () => import('./admin/LookupList.tsx')),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '$lookup/edit/$id',
    staticData: { needs: may },
    beforeLoad: ({ params: { lookup } }) =>
      leadHomeUnless((paths) => paths.lookupEditedAs(lookup) !== undefined),
    component: lazy('LookupEdit', () => import('./admin/LookupEdit.tsx')),
  }),
] as const

const user = createRoute({
  getParentRoute: () => administration,
  path: 'user',
  validateSearch: z.object({ id }),
  component: lazy('UserFrame', () => import('./admin/users/UserFrame.tsx')),
})
const userScreens = [
  createRoute({
    getParentRoute: () => user,
    path: '/',
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/falls/user/view', search })
    },
  }),
  screen(user, 'view', may, 'UserScreen', () => import('./admin/users/UserScreen.tsx')),
  screen(user, 'edit', may, 'UserEdit', () => import('./admin/users/UserForms.tsx')),
  screen(user, 'password', may, 'UserPassword', () => import('./admin/users/UserForms.tsx')),
  screen(user, 'role', may, 'UserRole', () => import('./admin/users/UserForms.tsx')),
  screen(user, 'provider', may, 'UserProvider', () => import('./admin/users/UserForms.tsx')),
] as const

const administrationScreens = [
  screen(administration, 'administration', may, 'Administration', () => import('./admin/Administration.tsx')),
  screen(administration, 'first-contact', may, 'FirstContact', () => import('./admin/FirstContact.tsx')),
  screen(administration, 'user-list', may, 'UserList', () => import('./admin/users/UserList.tsx')),
  screen(administration, 'user-create', may, 'UserCreate', () => import('./admin/users/UserCreate.tsx')),
  screen(
    administration,
    'organisation-list',
    may,
    'OrganisationList',
    () => import('./admin/organisations/OrganisationList.tsx'),
  ),
  screen(
    administration,
    'organisation/edit/$code',
    may,
    'OrganisationEdit',
    () => import('./admin/organisations/OrganisationEdit.tsx'),
  ),
  screen(
    administration,
    'organisation/import',
    may,
    'OrganisationImport',
    () => import('./admin/organisations/OrganisationImport.tsx'),
  ),
] as const

const routeTree = root.addChildren([
  index,
  login,
  ...publicScreens,
  falls.addChildren([
    ...homes,
    ...account,
    ...help,
    ...finding,
    ...today,
    ...Object.values(workLists),
    listTargets,
    calls,
    patient.addChildren(patientScreens),
    pathway.addChildren([...pathwayScreens, ...Object.values(recordForms)]),
    ...merges,
    ...reports,
    administration.addChildren([...administrationScreens, user.addChildren(userScreens), ...lookups]),
  ]),
  anywhereElse,
])

/** The site. @param history the browser's own unless given */
export const createSite = (history?: RouterHistory) => {
  const site = createRouter({
    routeTree,
    caseSensitive: false,
    // The screen that is left stays, and stays still, until the next one is there.
    defaultPendingMs: Infinity,
    InnerWrap: OpeningBar,
    defaultErrorComponent: ScreenFailed,
    ...(history === undefined ? {} : { history }),
  })
  rememberScroll(site)
  return site
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createSite>
  }
  interface StaticDataRouteOption {
    /** Which work list the screen is. */
    stage?: Stage
    /** Whether the menu says Administration here. */
    isAdministration?: true
  }
}
