import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { ClassRow } from '../../../contract/care/classes/class.ts'
import type { ClassPerson, PathwayClasses } from '../../../contract/care/classes/place.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CallList, CallListRow } from '../../../contract/pathways/worklists/callList.ts'
import type { ComposedLetter, LetterFrame, PathwayLetters } from '../../../contract/care/letters/letter.ts'
import { lookupNames } from '../../../contract/reference/lookups.ts'
import type { Caseloads, Owner } from '../../../contract/pathways/owner.ts'
import { forEachStage } from '../../../contract/stages/stage.ts'
import type { EquipmentAssessment } from '../../../contract/pathways/records/equipmentAssessment.ts'
import type { OnwardReferral } from '../../../contract/pathways/records/onwardReferral.ts'
import type { HeldRole } from '../../../contract/accounts/session.ts'
import type { AccessRow } from '../../../contract/governance/restriction.ts'
import type { PatientRetention, Retention } from '../../../contract/governance/retention.ts'
import type { Task } from '../../../contract/pathways/task.ts'
import type { UserView } from '../../../contract/accounts/user.ts'
import { recordScreens } from '../../pathways/records/screens.ts'
import { queryClient } from '../calls/queryClient.ts'
import { createSite } from '../../app/routes.tsx'
import { forgetSession } from './session.ts'
import { json, pair, profileOf } from '../../testing/fakeService.ts'
import { ednaCalendar } from '../../testing/calendar.ts'
import { ednaPathway, ednaSafetyNets } from '../../testing/patients.ts'
import { patientService } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { incomingOf } from '../../testing/inventedIncoming.ts'
import {
  administrator,
  beSignedIn,
  edna,
  governance,
  renderSite,
  teamLead,
} from '../../testing/renderSite.tsx'
import { representatives } from '../../../contract/testing/representatives.ts'

/*
 * For every form of the product: the session ends while the user types, they sign in over the page, and they continue
 * with everything they typed (AU-16). A new screen fails here until it says whether work can be lost on it.
 */

afterEach(() => {
  forgetSession('person')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const patient = '?id=11'
const pathway = '?id=21&patientId=11'
/** Screens with a form where work can be lost, each with an address. */
const forms: Record<string, string> = {
  '/falls/referral-create': '/falls/referral-create',
  '/falls/register': '/falls/register',
  '/falls/patient/demographics': `/falls/patient/demographics${patient}`,
  '/falls/patient/address': `/falls/patient/address${patient}`,
  '/falls/patient/contact': `/falls/patient/contact${patient}`,
  '/falls/patient/consent': `/falls/patient/consent${patient}`,
  '/falls/patient/deceased': `/falls/patient/deceased${patient}`,
  '/falls/patient/nextofkin': `/falls/patient/nextofkin${patient}`,
  '/falls/patient/gp-search': `/falls/patient/gp-search${patient}`,
  '/falls/patient/bmi/$bmiId': `/falls/patient/bmi/0${patient}`,
  '/falls/patient/in-error': `/falls/patient/in-error${patient}`,
  '/falls/pathway/in-error': `/falls/pathway/in-error${pathway}`,
  '/falls/patient/flag/$flagId': `/falls/patient/flag/0${patient}`,
  '/falls/patient/flag-review/$flagId': `/falls/patient/flag-review/7${patient}`,
  '/falls/patient/flag-end/$flagId': `/falls/patient/flag-end/7${patient}`,
  '/falls/patient/capacity/$capacityId': `/falls/patient/capacity/0${patient}`,
  '/falls/patient/contacts/$contactId': `/falls/patient/contacts/0${patient}`,
  '/falls/patient/reminders/$reminderConsentId': `/falls/patient/reminders/0${patient}`,
  '/falls/calls': '/falls/calls?pathwayId=21',
  '/falls/list-targets': '/falls/list-targets',
  '/falls/pathway/owner': `/falls/pathway/owner${pathway}`,
  '/falls/pathway/own-page': `/falls/pathway/own-page${pathway}`,
  '/falls/pathway/task/$taskId': `/falls/pathway/task/0${pathway}`,
  '/falls/class-edit/$classId': '/falls/class-edit/0',
  '/falls/class-close/$classId': '/falls/class-close/3',
  '/falls/clinic-edit/$clinicId': '/falls/clinic-edit/0',
  '/falls/pathway/enrol': `/falls/pathway/enrol${pathway}`,
  '/falls/pathway/class-leave/$placeId': `/falls/pathway/class-leave/7${pathway}`,
  '/falls/pathway/falls-month/$questionId': `/falls/pathway/falls-month/7${pathway}`,
  '/falls/patient/falls-calendar/$fallsCalendarConsentId': `/falls/patient/falls-calendar/0${patient}`,
  '/falls/pathway/home-exercise/$exerciseId': `/falls/pathway/home-exercise/9${pathway}`,
  '/falls/pathway/task-close/$taskId': `/falls/pathway/task-close/7${pathway}`,
  '/falls/pathway/referral': `/falls/pathway/referral${pathway}`,
  '/falls/pathway/cancel': `/falls/pathway/cancel${pathway}`,
  '/falls/pathway/discharge': `/falls/pathway/discharge${pathway}`,
  '/falls/pathway/consent': `/falls/pathway/consent${pathway}`,
  '/falls/pathway/general': `/falls/pathway/general${pathway}`,
  '/falls/pathway/comments': `/falls/pathway/comments${pathway}`,
  ...Object.fromEntries(
    Object.values(recordScreens).map(({ path }) => [
      `/falls/pathway/${path}`,
      `/falls/pathway/${path.replace('$exerciseId/', '71/').replace(/\$\w+$/, '0')}${pathway}`,
    ]),
  ),
  '/falls/pathway/equipment-progress/$equipmentId': `/falls/pathway/equipment-progress/9${pathway}`,
  '/falls/pathway/onward-progress/$onwardReferralId': `/falls/pathway/onward-progress/9${pathway}`,
  '/falls/pathway/letter-new/$templateId': `/falls/pathway/letter-new/1${pathway}`,
  '/falls/pathway/letter-draft/$draftId': `/falls/pathway/letter-draft/5${pathway}`,
  '/falls/pathway/letter-correction/$letterId': `/falls/pathway/letter-correction/6${pathway}`,
  '/falls/letter-template/$templateId': '/falls/letter-template/0',
  '/falls/letterhead': '/falls/letterhead',
  '/falls/letter-addresses': '/falls/letter-addresses',
  '/falls/pathway/documents-upload': `/falls/pathway/documents-upload${pathway}`,
  '/falls/patient/subject-request/$requestId': `/falls/patient/subject-request/0${patient}`,
  '/falls/patient/restriction': `/falls/patient/restriction${patient}`,
  '/falls/patient/retention': `/falls/patient/retention${patient}`,
  '/falls/retention': '/falls/retention',
  '/falls/restricted-access': '/falls/restricted-access',
  '/falls/reports/saved/$savedId': '/falls/reports/saved/0',
  '/falls/organisation/edit/$code': '/falls/organisation/edit/0',
  '/falls/first-contact': '/falls/first-contact',
  '/falls/fhir-client-edit/$clientId': '/falls/fhir-client-edit/0',
  '/falls/incoming-referral': '/falls/incoming-referral?id=41&step=ask',
  '/falls/case-finding': '/falls/case-finding?step=load',
  '/falls/user-create': '/falls/user-create',
  '/falls/user/edit': '/falls/user/edit?id=31',
  '/falls/user/password': '/falls/user/password?id=31',
  '/falls/user/role': '/falls/user/role?id=31',
  '/falls/user/provider': '/falls/user/provider?id=31',
  '/falls/$lookup/edit/$id': '/falls/location/edit/0',
  ...Object.fromEntries(lookupNames.map((of) => [`edit ${of}`, `/falls/${of}/edit/0`])),
}

/** What to press first if the form is not shown at once. */
const openedBy: Record<string, RegExp> = { '/falls/restricted-access': /^Review what/ }

/** Screens that only show, find or choose something, confirm an action, or ask for the user's own password. */
const withoutWork =
  /^\/(login|forgot|reset|reset-sms|accessibility|privacy|visits|falls|\$)?$|-list$|\/(view|reinstate|documents-delete|import)$|^\/falls\/(admissions|external|systemAdministrator|home|today|diary|outstanding|incoming-referrals|pds-differences|letters|letter-templates|owners|classes|class\/\$classId|class-register\/\$sessionId|clinics|clinic\/\$clinicId|clinic-offer\/\$slotId|round|\$|referral-search|awaiting-.*|in-.*|password|security|outbox|patient|patient\/flags|pathway|user|administration|deprivation|service-status|app-launch|fhir-clients|fhir-client\/\$clientId|reports|national-return|dashboard|help|help\/\$topic|audit|possible-duplicates|compare-records|merged-records|merged-records\/\$mergeId|registered-in-error|subject-requests)$|^\/falls\/pathway\/(letter\/\$letterId|book|move\/\$appointmentId)$/

const ofClass: ClassRow = {
  ...{ id: 3, version: 1, name: 'Steady steps', exerciseTypeId: 1, locationId: 1, clinicianId: 1 },
  ...{ firstDate: '2020-01-07', lastDate: addDays(today(), 70), startTime: '10:30', minutes: 60, weeks: 24 },
  ...{ qualification: null, qualificationExpires: null, capacity: 12, taken: 1, waiting: 0, ended: 0 },
  names: { exerciseType: 'First choice', location: 'First choice', clinician: 'First choice' },
}
const inClass: ClassPerson = {
  ...{ id: 7, version: 1, classId: 3, pathwayId: 21, patientId: 11, state: 'joined', transport: 'own' },
  ...{ wantedLocation: null, waitingSince: null, joinedDate: '2020-01-07', endedDate: null, endedHow: null },
  ...{ leftReason: null, familyName: 'Ashworth', firstName: 'Edna', namePrefix: null, nhsNumber: null },
  ...{ dateOfBirth: null, deceased: false, offered: 3, attended: 2, missedInRow: 1, dose: null },
}
const ofPathway: PathwayClasses = {
  mayEnrol: true,
  places: [
    {
      ...{ id: 7, version: 1, classId: 3, pathwayId: 21, state: 'joined', transport: 'own', exerciseId: 9 },
      ...{
        wantedLocation: null,
        waitingSince: null,
        joinedDate: '2020-01-07',
        endedDate: null,
        endedHow: null,
      },
      ...{ leftReason: null, leftNote: null, className: 'Steady steps', firstDate: '2020-01-07' },
      ...{ startTime: '10:30', location: 'First choice' },
    },
  ],
  plans: [
    {
      ...{ exerciseId: 9, exercisePlanDate: '2020-01-07', weeks: [] },
      dose: { classMinutes: 0, homeMinutes: 0, fromDate: '2020-01-07', untilDate: null },
    },
  ],
}

const isAdministration = (address: string): boolean =>
  !/patient|pathway|referral|case-finding|register|reports|calls|owners|class|clinic-|list-targets/.test(
    address.split('/')[2] ?? '',
  )

const isGovernance = (address: string): boolean => /subject-request|retention|restrict/.test(address)

const two = () =>
  json([
    { id: 1, name: 'First choice', isActive: true, profile: 'Clinician' },
    { id: 2, name: 'Second choice', isActive: true, profile: 'Admissions' },
  ])
const exercise = {
  ...{ id: 71, version: 1, isActive: true, recordedBy: 'Priya Nair', recordedAt: '2020-01-06T10:00:00Z' },
  ...{
    pathwayId: 21,
    exercisePlanDate: '2020-01-06',
    clinicianId: 1,
    exercisePlan: 'Class',
    completedDate: null,
    endedHow: null,
    stoppedReason: null,
    elsewhereTo: null,
  },
  names: { clinician: 'First choice' },
}
const user = {
  ...{ id: 31, version: 5, userName: 'ada', familyName: 'Okoro', firstName: 'Ada', displayName: 'Ada Okoro' },
  ...{ email: null, phoneNumber: null, phoneNumberNote: null, defaultRole: 'Third choice', isActive: true },
  ...{ mustChangePassword: false, hasSecondFactor: false, passkeys: 0 },
  ...{
    searchClosedAt: null,
    providerIdentifier: null,
    profession: null,
    registration: null,
    clinicianId: null,
    teamMemberId: null,
  },
  names: { clinician: null, teamMember: null },
} satisfies UserView['user']
const task = {
  ...{ id: 7, version: 1, pathwayId: 21, kind: 'manual', text: 'Ring the GP', dueDate: '2020-02-01' },
  ...{
    clinicianId: null,
    clinician: null,
    closedAt: null,
    closedHow: null,
    closedBy: null,
    closedNote: null,
    lookAgainDate: null,
  },
} satisfies Task
const owner: Owner = {
  ...{ id: 3, version: 1, isOpen: true, holdsRedFlag: false, ownerId: 1, owner: 'First choice', left: null },
  ...{ teamId: null, team: null, ownClinicianId: null },
}
const owners: Caseloads = {
  unowned: 2,
  caseloads: [
    { clinicianId: 1, name: 'First choice', isInService: true, referrals: 3, tasks: 1 },
    { clinicianId: 2, name: 'Second choice', isInService: true, referrals: 4, tasks: 0 },
  ],
}
const toRing: CallListRow = {
  ...edna,
  ...{ stage: 'awaitingFollowup', due: '2020-02-01', inTimeUntil: '2020-02-15', countsFrom: '2020-01-18' },
  ...{ nextTryTime: null, tries: 0, lastTryDate: null, lastOutcome: null, flags: [] },
}

const kept: PatientRetention = {
  ...{ patientId: 11, familyName: edna.familyName, firstName: null, namePrefix: null, nhsNumber: null },
  ...{ dateOfBirth: null, flags: [], isActive: true },
  ...{ lastDay: '2010-01-06', dueDay: '2018-01-06', isDue: true },
  ...{ hasOpenReferral: false, hasOpenRequest: false, holds: [], decision: null },
}
const retention: Retention = {
  rules: [{ id: 1, version: 1, code: 'adult', title: 'Adult health record', years: 8, yearsAtLeast: 8 }],
  ...{ due: [], dueTotal: 0, held: [], decided: [], destroyed: [] },
}

const access: AccessRow = {
  ...{ id: 4, version: 1, patientId: 11, familyName: 'Ashworth', firstName: 'Edna', namePrefix: 'Mrs' },
  ...{ nhsNumber: '9990000077', flags: [], who: 'Robin Tester', role: 'Clinician', reason: 'emergency' },
  ...{ words: 'Rang from the floor', at: '2026-11-22T10:00:00Z', until: '2026-11-22T18:00:00Z' },
  ...{ isOwn: false, reviewedAt: null, reviewedBy: null, reviewNote: null },
}

const recorded = { isActive: true, recordedBy: 'Priya Nair', recordedAt: '2020-01-06T10:00:00Z' }
const equipment = {
  ...{ id: 9, version: 1, ...recorded, pathwayId: 21, equipmentId: 1, other: null },
  ...{ askedDate: null, orderedDate: '2020-01-07', fittedDate: null, reviewedDate: null },
  ...{ dueBackDate: null, ended: null, endedDate: null },
  names: { equipment: 'First choice' },
} satisfies EquipmentAssessment
const onward = {
  ...{ id: 9, version: 1, ...recorded, pathwayId: 21, referralDate: '2020-01-06' },
  ...{ referralClinicianId: 1, referToId: 1, referralMethodId: 1 },
  ...{ receivedDate: null, answer: null, chaseDate: null },
  ...{ outcome: null, outcomeDate: null, outcomeNote: null },
  names: { referralClinician: 'First choice', referTo: 'First choice', referralMethod: 'First choice' },
} satisfies OnwardReferral

const head = { serviceName: 'Fernhill Falls Service', address: '1 Mill Lane', telephone: null }
const words = { templateId: 1, recipient: 'gp', title: 'About your patient', body: 'She walks.' } as const
const frame: LetterFrame = { head, to: ['The practice'], about: [], date: '6 January 2020', size: 'usual' }
const composed = {
  ...{ ...words, templateName: 'Discharge to GP', frame, identity: 'Edna Ashworth' },
  ...{ refusal: null, concerns: ['She wants no letters.'] },
} satisfies ComposedLetter
const letters: PathwayLetters = {
  drafts: [
    {
      ...{ id: 5, version: 1, ...words, templateName: 'Discharge to GP', correctsId: null },
      ...{ changedBy: null, changedAt: '2020-01-06T10:00:00Z' },
    },
  ],
  letters: [
    {
      ...{ id: 6, ...words, templateVersion: 1, frame, identity: 'Edna Ashworth', documentId: 4 },
      ...{ signedBy: 'Priya Nair', signedAt: '2020-01-06T10:00:00Z', correctsId: null },
      ...{ correctedById: null, mailAddress: null, held: null, dispatches: [] },
    },
  ],
}

const serviceFor = (role: HeldRole) =>
  patientService({
    ...Object.fromEntries([...lookupNames, 'vasscale'].map((name) => [`/api/${name}/all`, two])),
    '/api/pathway/get': () =>
      json({
        ...{ ...ednaPathway, exercise: [exercise] },
        ...{ equipmentAssessment: [equipment], onwardReferral: [onward] },
      }),
    '/api/letter/compose': () => json(composed),
    '/api/letter/ofPathway': () => json(letters),
    '/api/letterTemplate/all': () => json([]),
    '/api/letterhead/get': () => json({ version: 1, ...head }),
    '/api/letterAddress/all': () => json([]),
    '/api/user/getView': () => json({ user, roles: [{ id: 3, name: 'Third choice', profile: 'none' }] }),
    '/api/gp/search': () => json([]),
    '/api/list/calls': () =>
      json({
        rows: [toRing],
        total: 1,
        toRingNow: 1,
        dueSoon: { total: 0, days: 14 },
        leftOut: { consentRefused: 0, declined: 0 },
        calendar: [],
      } satisfies CallList),
    '/api/owner/get': () => json(owner),
    '/api/personLink/all': () => json({ isServed: true, isAtRisk: false, links: [] }),
    '/api/owner/caseloads': () => json(owners),
    '/api/task/all': () => json([task]),
    '/api/class/all': () => json([ofClass]),
    '/api/class/get': () => json({ ...ofClass, daysOff: [], sessions: [] }),
    '/api/class/people': () => json([inClass]),
    '/api/appointment/bankHolidays': () => json([]),
    '/api/class/ofPathway': () => json(ofPathway),
    '/api/fallsCalendar/get': () => json(ednaCalendar),
    '/api/restriction/get': () => json([]),
    '/api/restriction/all': () => json([]),
    '/api/restrictedAccess/all': () => json([access]),
    '/api/retention/get': () => json(kept),
    '/api/retention/all': () => json(retention),
    '/api/stageTargets/get': () => json({ id: 1, version: 1, ...forEachStage(() => 14) }),
    '/api/firstContact/get': () => json({ version: 1, countsAs: 'frat' }),
    '/api/flag/all': () => json(ednaSafetyNets),
    '/api/report/all': () =>
      json([
        { name: 'referrals', title: 'Referrals', group: 'Referrals', answers: 'How many?', definition: [] },
      ]),
    '/api/savedReport/all': () => json([]),
    '/api/user/provider': () => json({ label: 'NHS CIS2', passkeys: true }),
    '/api/draft/save': () => json({ success: true }),
    '/api/incomingReferral/get': () => json(incomingOf()),
    '/api/user/profile': () => json(profileOf(role)),
    '/oauth/token': () => json(pair('renewed')),
  })

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
const controls = (): Control[] => [
  ...document.querySelectorAll<Control>('main form :is(input, select, textarea):not(:disabled)'),
]
const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)

/** The value of each form control, by position, and the text of the form, such as the names of chosen files. */
const held = (): string[] => [
  document.querySelector('main form')?.textContent ?? '',
  ...controls().map((control) =>
    isTicked(control) ? `${control.id} ${control.checked}` : `${control.id} ${control.value}`,
  ),
]

/** Enters something into every field, from top to bottom as a person would. */
const typeEverywhere = (): void => {
  for (const [place, control] of controls().entries()) {
    if (isTicked(control)) click(control)
    else if (control instanceof HTMLSelectElement)
      fill(
        control,
        [...control.options].findLast(({ value }) => value !== '' && value !== control.value)?.value ?? '',
      )
    else if (control.type === 'file')
      fireEvent.change(control, { target: { files: [new File(['%PDF-1.7'], 'letter.pdf')] } })
    else fill(control, `${place}`)
    // A person who moves on leaves the list of suggestions.
    if (control.role === 'combobox') fireEvent.blur(control)
  }
}

const signInAgain = async (): Promise<void> => {
  fill(screen.getByLabelText('Password', { selector: 'dialog input' }), 'right')
  click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(document.querySelector('main form')).toBeVisible())
}

describe('AU-16: a session that ends over a form', () => {
  test('is looked at on every screen on which work can be lost', () => {
    const unknown = Object.keys(createSite().routesByPath).filter(
      (path) => !withoutWork.test(path) && !(path in forms),
    )
    expect(unknown).toEqual([])
  })

  test.each(representatives(Object.values(forms), (_, index) => index % 20))(
    '%s goes on with all that was typed, twice over',
    async (address) => {
      const role = isGovernance(address) ? governance : isAdministration(address) ? administrator : teamLead
      serviceFor(role)
      beSignedIn(role)
      const site = renderSite(address)
      const opens = openedBy[address]
      if (opens !== undefined) await click(await screen.findByRole('button', { name: opens }))
      await waitFor(() => expect(document.querySelector('main form')).toBeVisible())
      // The editor of a letter loads after its form.
      await waitFor(() => expect(document.querySelector('main form')).not.toHaveTextContent(/Loading/))
      await waitFor(() => {
        for (const select of document.querySelectorAll('main form select'))
          expect(select.querySelectorAll('option').length).toBeGreaterThan(1)
      })
      const before = held()
      await act(async () => typeEverywhere())
      const typed = held()
      expect(typed).not.toEqual(before)
      for (let time = 0; time < 2; time += 1) {
        await act(async () => forgetSession('expiry'))
        await screen.findByRole('heading', { name: 'Your session has ended' })
        expect(document.querySelector('main form')).not.toBeVisible()
        await signInAgain()
        expect(held()).toEqual(typed)
      }
      expect(site.state.location.href).toBe(address)
    },
  )
})
