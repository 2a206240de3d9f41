import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import { z } from 'zod'
import { flag, id, text } from '../platform/page/addressFields.ts'
import { administrationScreens, lookupScreens, userScreens } from './administration/routes.ts'
import { diaryScreens } from '../care/appointments/routes.ts'
import { visitScreens } from '../care/visits/routes.ts'
import { accountScreens, signInScreens } from '../accounts/signIn/routes.ts'
import { callScreens } from '../care/calls/routes.ts'
import { clinicScreens, slotScreens } from '../care/clinics/routes.ts'
import { fallsCalendarScreens } from '../care/fallsCalendar/routes.ts'
import { classScreens, placeScreens } from '../care/classes/routes.ts'
import { documentScreens } from '../pathways/documents/routes.ts'
import { fhirClientScreens } from '../exchange/clients/routes.ts'
import { differenceScreens } from '../exchange/pds/routes.ts'
import { caseFindingScreens } from '../exchange/caseFinding/routes.ts'
import { incomingScreens } from '../exchange/incoming/routes.ts'
import { launchScreens } from '../exchange/launch/routes.ts'
import { enterFalls } from '../platform/page/enterFalls.ts'
import { safetyNetScreens } from '../patients/flags/routes.ts'
import { helpScreens, publicHelpScreens } from './help/routes.ts'
import { homeScreens } from './home/routes.ts'
import { OpeningBar } from './layout/OpeningBar.tsx'
import { rememberScroll } from './layout/scrollMemory.ts'
import { ScreenFailed } from './layout/ScreenFailed.tsx'
import { letterAdministrationScreens, letterScreens, pathwayLetterScreens } from '../care/letters/routes.ts'
import { mergeScreens } from '../governance/merges/routes.ts'
import { outstandingScreens } from '../pathways/outstanding/routes.ts'
import { ownerScreens, ownersScreens } from '../pathways/owners/routes.ts'
import { pathwayScreens } from '../care/pathwayPage/routes.ts'
import { ownPageScreens } from '../care/person/routes.ts'
import { registerScreens } from '../pathways/referral/routes.ts'
import { patientScreens } from '../patients/patient/routes.ts'
import { patientPrivacyScreens, privacyScreens } from '../governance/privacy/routes.ts'
import { patientRecordForms, progressScreens, recordForms } from '../pathways/records/routes.ts'
import { reportScreens } from '../insight/routes.ts'
import { searchScreens } from '../patients/search/routes.ts'
import { taskScreens, todayScreens } from '../pathways/tasks/routes.ts'
import { lazy } from '../platform/ui/lazyScreen.tsx'
import { workListScreens } from '../pathways/worklists/routes.ts'

/*
 * The site map: the frames, and in each frame the screens of every room. The `routes.ts` of a room gives the address of
 * each of its screens and the capability it requires. Everything behind the sign-in page is loaded on demand, so these
 * files are all that the first page contains of the rest.
 */

const root = createRootRoute({ component: Outlet })

/** Any other address, also that of the service itself. */
const anywhereElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: (): void => {
    throw redirect({ to: '/falls' })
  },
})

/** Screens that require a signed-in user. */
const falls = createRoute({
  getParentRoute: () => root,
  path: '/falls',
  beforeLoad: ({ location, matches }): Promise<void> =>
    enterFalls(location, matches.at(-1)?.staticData.isReadOnly === true),
  component: lazy('Shell', () => import('./layout/Shell.tsx')),
})

/** /falls/patient?id */
const patient = createRoute({
  getParentRoute: () => falls,
  path: 'patient',
  // `isMerged`: the address of a merged record redirected to this one.
  validateSearch: z.object({ id, newReferral: flag, section: text, isMerged: flag }),
  component: lazy('PatientFrame', () => import('../patients/frames/PatientFrame.tsx')),
})
const patientStart = createRoute({
  getParentRoute: () => patient,
  path: '/',
  beforeLoad: ({ search: { id, newReferral } }) => {
    throw redirect({
      to: id === 0 ? '/falls/patient/demographics' : '/falls/patient/view',
      search: { id, newReferral },
    })
  },
})

/** /falls/pathway?id&patientId */
const pathway = createRoute({
  getParentRoute: () => falls,
  path: 'pathway',
  // `patientId` is 0 if only the pathway is known.
  validateSearch: z.object({
    id,
    patientId: id.default(0),
    newReferral: flag,
    section: text,
    isMerged: flag,
  }),
  component: lazy('PathwayFrame', () => import('../patients/frames/PathwayFrame.tsx')),
})
const pathwayStart = createRoute({
  getParentRoute: () => pathway,
  path: '/',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/falls/pathway/view', search })
  },
})

const administration = createRoute({
  getParentRoute: () => falls,
  id: '_administration',
  staticData: { isAdministration: true },
})
/** /falls/user?id */
const user = createRoute({
  getParentRoute: () => administration,
  path: 'user',
  validateSearch: z.object({ id }),
  component: lazy('UserFrame', () => import('../accounts/users/UserFrame.tsx')),
})
const userStart = createRoute({
  getParentRoute: () => user,
  path: '/',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/falls/user/view', search })
  },
})

const routeTree = root.addChildren([
  ...signInScreens(root),
  ...publicHelpScreens(root),
  ...visitScreens(root),
  falls.addChildren([
    ...homeScreens(falls),
    ...accountScreens(falls),
    ...helpScreens(falls),
    ...searchScreens(falls),
    ...registerScreens(falls),
    ...incomingScreens(falls),
    ...differenceScreens(falls),
    ...caseFindingScreens(falls),
    ...todayScreens(falls),
    ...ownersScreens(falls),
    ...workListScreens(falls),
    ...callScreens(falls),
    ...classScreens(falls),
    ...outstandingScreens(falls),
    ...diaryScreens(falls),
    ...clinicScreens(falls),
    ...letterScreens(falls),
    ...launchScreens(falls),
    patient.addChildren([
      patientStart,
      ...patientScreens(patient),
      ...safetyNetScreens(patient),
      ...patientPrivacyScreens(patient),
      ...patientRecordForms(patient),
    ]),
    pathway.addChildren([
      pathwayStart,
      ...pathwayScreens(pathway),
      ...ownPageScreens(pathway),
      ...ownerScreens(pathway),
      ...taskScreens(pathway),
      ...placeScreens(pathway),
      ...fallsCalendarScreens(pathway),
      ...slotScreens(pathway),
      ...pathwayLetterScreens(pathway),
      ...documentScreens(pathway),
      ...recordForms(pathway),
      ...progressScreens(pathway),
    ]),
    ...mergeScreens(falls),
    ...privacyScreens(falls),
    ...reportScreens(falls),
    administration.addChildren([
      ...administrationScreens(administration),
      ...letterAdministrationScreens(administration),
      ...fhirClientScreens(administration),
      user.addChildren([userStart, ...userScreens(user)]),
      ...lookupScreens(administration),
    ]),
  ]),
  anywhereElse,
])

/** Creates the site. @param history the browser's own by default */
export const createSite = (history?: RouterHistory) => {
  const site = createRouter({
    routeTree,
    caseSensitive: false,
    // The old screen stays in place, unchanged, until the next one is ready.
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
    /** Whether the menu marks Administration as the current entry. */
    isAdministration?: true
  }
}
