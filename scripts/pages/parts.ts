import { join } from 'node:path'

/*
 * Which script goes into which file. Each file costs a phone a part of a second, so what a kind of screen needs is together in
 * one, and what only a few screens need stays with them.
 */

const root = join(import.meta.dirname, '../..')

export interface KnownModules {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

interface Part {
  name: string
  /** A file that belongs to it, with all that they import and no earlier part has. */
  from: readonly string[]
}

const parts: readonly Part[] = [
  {
    name: 'first',
    from: [
      'web/app/main.tsx',
      // Of what follows, both the ways in and the frame need these.
      'web/platform/ui/LoadingState.tsx',
      'contract/platform/calls/demonstration.ts',
    ],
  },
  { name: 'waysIn', from: ['web/accounts/signIn/OtherWaysIn.tsx', 'web/accounts/signIn/ProviderReturn.tsx'] },
  // With what most screens have besides, and lists that open no record.
  {
    name: 'frame',
    from: [
      'web/app/layout/Shell.tsx',
      'web/platform/ui/FlagChips.tsx',
      'web/platform/ui/useConfirm.tsx',
      'web/pathways/tasks/taskQueries.ts',
      'contract/platform/calls/file.ts',
      'web/platform/calls/download.ts',
      'web/platform/calls/listPage.ts',
      'web/platform/calls/queries.ts',
      'web/platform/calls/lookupQuery.ts',
      'web/platform/ui/askBeforeSave.ts',
      'contract/platform/calls/includeInActive.ts',
      'contract/patients/died.ts',
      'contract/pathways/worklists/patientExports.ts',
      'web/platform/ui/Telephone.tsx',
      'web/platform/ui/ChangedNotice.tsx',
      'web/platform/ui/useFollowing.ts',
      'web/platform/ui/useIsPrinting.ts',
      'web/platform/ui/Sentence.tsx',
      'web/platform/ui/useScrollToSection.ts',
      'web/platform/ui/useInSlices.ts',
      'web/platform/ui/useCreateKey.ts',
      'web/patients/frames/openedFrom.ts',
      'web/pathways/worklists/SaidOfWait.tsx',
    ],
  },
  { name: 'list', from: ['web/patients/search/PatientGrid.tsx', 'web/platform/ui/longList.ts'] },
  // Forms and their fields. Neither a list nor the page of a pathway needs it to be shown.
  {
    name: 'typing',
    from: [
      'web/platform/ui/FormFrame.tsx',
      'web/platform/ui/fields.tsx',
      'web/platform/ui/useZodForm.ts',
      'web/platform/ui/useFocusedHeading.ts',
      'web/platform/ui/DescribedFields.tsx',
      'web/platform/ui/SelectField.tsx',
      'web/platform/ui/CheckboxField.tsx',
      'web/platform/ui/DateField.tsx',
      'web/platform/ui/YesNoField.tsx',
      'web/platform/ui/TextAreaField.tsx',
      'web/platform/ui/ChecksField.tsx',
      // Only forms send files.
      'web/platform/calls/uploadRequest.ts',
    ],
  },
  // The home screen, which is a search and counters.
  { name: 'search', from: ['web/app/home/AdmissionsHome.tsx', 'web/patients/search/ReferralSearch.tsx'] },
  // Of the contract, for the pages of a patient and for lists of what is outstanding, which need nothing else of those.
  {
    name: 'common',
    from: [
      'contract/reference/organisation.ts',
      'contract/pathways/outstanding.ts',
      'contract/pathways/ownedInWords.ts',
      'contract/platform/dates/workingDays.ts',
    ],
  },
  // With what the page of a pathway and the forms of its records have in common.
  {
    name: 'banner',
    from: [
      'web/patients/frames/PathwayFrame.tsx',
      'web/patients/frames/PatientFrame.tsx',
      'web/patients/patient/broughtDeath.ts',
      'web/patients/patient/CancelToPatient.tsx',
      'web/patients/frames/PatientRecordNotFound.tsx',
      'web/patients/flags/openFlags.ts',
      'web/patients/flags/flagInWords.ts',
      'web/platform/ui/History.tsx',
      'web/platform/ui/WorkButton.tsx',
      'web/platform/ui/useAttempt.tsx',
      'web/platform/ui/LoadingOrFailed.tsx',
      'web/platform/ui/PrintButton.tsx',
      'web/platform/ui/idText.ts',
      'web/pathways/records/nextStepWay.ts',
      'web/pathways/records/inSentence.ts',
      'contract/pathways/owner.ts',
    ],
  },
  {
    name: 'form',
    from: [
      'web/pathways/records/RecordForm.tsx',
      'web/pathways/records/DescribedForm.tsx',
      'web/pathways/records/recordScreen.tsx',
      'web/pathways/records/equipmentProgressFields.ts',
      'web/pathways/records/onwardProgressFields.ts',
      'web/pathways/records/NextStep.tsx',
      'web/pathways/records/RecordNotFound.tsx',
      'web/pathways/records/useRecordAsOpened.ts',
      'web/pathways/records/returnTo.tsx',
      'web/pathways/records/DeathFields.tsx',
    ],
  },
  // Small things of the page of a pathway that a few other screens have too: two dozen files, were each by itself.
  {
    name: 'sections',
    from: [
      'web/care/classes/classQueries.ts',
      'web/care/classes/DoseWords.tsx',
      'web/care/classes/inWords.ts',
      'web/care/fallsCalendar/calendarInWords.ts',
      'web/care/fallsCalendar/calendarQuery.ts',
      'web/pathways/documents/queries.ts',
      'web/pathways/documents/DownloadButton.tsx',
      'web/pathways/documents/size.ts',
      'web/pathways/owners/ownerQueries.ts',
      'web/pathways/owners/clinicianChoices.ts',
      'web/pathways/tasks/DueTag.tsx',
      'web/pathways/tasks/useTaskClosing.ts',
      'web/patients/patient/BmiChart.tsx',
      'web/pathways/records/ContactNoteText.tsx',
      'web/pathways/records/useAboutPatient.ts',
      'contract/pathways/records/measureReading.ts',
      'contract/pathways/records/fallReading.ts',
      'contract/pathways/records/callTries.ts',
      'contract/pathways/records/measureDue.ts',
      'web/care/letters/letterQueries.ts',
      'web/care/pathwayPage/usePatientName.ts',
      'web/care/person/linkInWords.ts',
      'web/care/person/linkQueries.ts',
      'web/platform/ui/StackedTable.tsx',
      'web/patients/patient/TwoOpen.tsx',
      'contract/stages/plans.ts',
    ],
  },
  // Registering somebody with a referral: by hand, or from a referral that came in.
  {
    name: 'registering',
    from: [
      'web/pathways/referral/RegisterAndRefer.tsx',
      'web/pathways/referral/ReferralCreate.tsx',
      'web/exchange/incoming/IncomingListScreen.tsx',
      'web/exchange/incoming/IncomingScreen.tsx',
      'web/exchange/pds/DifferencesScreen.tsx',
      'web/exchange/caseFinding/CaseFindingScreen.tsx',
    ],
  },
  // One page leads to the other.
  {
    name: 'reports',
    from: ['web/insight/reports/ReportsScreen.tsx', 'web/insight/csds/CsdsScreen.tsx'],
  },
  // Clinics and rounds: small screens that are opened one after another.
  {
    name: 'slots',
    from: [
      'web/care/clinics/BookScreen.tsx',
      'web/care/clinics/MoveScreen.tsx',
      'web/care/clinics/OfferScreen.tsx',
      'web/care/clinics/ClinicScreen.tsx',
      'web/care/clinics/ClinicsScreen.tsx',
      'web/care/clinics/RoundScreen.tsx',
    ],
  },
  // The register of FHIR clients, of which the audit names the clients, and the screen on which one asks to read.
  {
    name: 'clients',
    from: ['web/exchange/clients/ClientScreens.tsx', 'web/exchange/launch/LaunchScreen.tsx'],
  },
  // Small lists and forms that administrators open one after another.
  {
    name: 'letterhead',
    from: [
      'web/care/letters/templates/TemplatesScreen.tsx',
      'web/care/letters/templates/LetterheadScreen.tsx',
      'web/care/letters/templates/LetterAddressesScreen.tsx',
    ],
  },
  {
    name: 'organisations',
    from: [
      'web/reference/organisations/OrganisationList.tsx',
      'web/reference/organisations/OrganisationEdit.tsx',
      'web/reference/organisations/OrganisationImport.tsx',
    ],
  },
  { name: 'lookups', from: ['web/reference/lookups/LookupList.tsx', 'web/reference/lookups/LookupEdit.tsx'] },
  { name: 'users', from: ['web/accounts/users/UserList.tsx', 'web/accounts/users/UserCreate.tsx'] },
  { name: 'audit', from: ['web/insight/audit/AuditScreen.tsx', 'web/insight/audit/AuditSeal.tsx'] },
  {
    name: 'classes',
    from: [
      'web/care/classes/ClassesScreen.tsx',
      'web/care/classes/ClassScreen.tsx',
      'web/care/classes/RegisterScreen.tsx',
    ],
  },
  // The visits without a signal, besides the forms that have pages of their own.
  {
    name: 'visits',
    from: ['web/care/visits/Visits.tsx'],
  },
  // The forms of one person's place in a class.
  {
    name: 'places',
    from: [
      'web/care/classes/EnrolScreen.tsx',
      'web/care/classes/LeaveScreen.tsx',
      'web/care/classes/HomeExerciseScreen.tsx',
      'web/care/fallsCalendar/FallsMonthScreen.tsx',
      'web/care/person/OwnPageScreen.tsx',
    ],
  },
]

/** Components of the library that the sign-in page has not; its index names all of them. */
const laterComponents =
  /nhsuk-react-components.*\/(navigation|content-presentation|layout|patterns|checkboxes|radios|select|textarea|date-input|file-upload|character-count)\//

/** Everything that some files import, by themselves or through others, without what is loaded on demand. */
const closureOf = (from: readonly string[], modules: KnownModules): ReadonlySet<string> => {
  const found = new Set<string>()
  const follow = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {}
    for (const imported of importedIds) if (!dynamicallyImportedIds.includes(imported)) follow(imported)
  }
  for (const file of from) follow(join(root, file))
  return found
}

/** Says of a module into which file it goes; null where it follows from who imports it. */
export const partOfModule = () => {
  let closures: [string, ReadonlySet<string>][] | undefined
  return (id: string, modules: KnownModules): string | null => {
    if (/nhsuk-frontend|nhsukBehaviours/.test(id)) return 'behaviours'
    // Ours, or of the build itself, and used by libraries.
    if (/noJsonSchema|preload-helper/.test(id)) return 'libraries'
    if (
      id.includes('node_modules/@tanstack/react-query') ||
      id.includes('node_modules/@tanstack/query-core') ||
      id.endsWith('web/platform/calls/queryClient.ts')
    )
      return 'queries'
    if (laterComponents.test(id)) return 'components'
    closures ??= parts.map(({ name, from }) => [name, closureOf(from, modules)])
    const part = closures.find(([, ids]) => ids.has(id))?.[0] ?? null
    // Libraries change seldom, so a browser keeps theirs over a release.
    return part === 'first' && id.includes('node_modules') ? 'libraries' : part
  }
}
