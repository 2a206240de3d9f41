import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays } from '../../../contract/platform/dates/dates.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { stages, type Stage } from '../../../contract/stages/stage.ts'
import { recordKinds } from '../../../contract/pathways/records/kinds.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaCall, ednaPathway } from '../../testing/patients.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const external = { id: 6, name: 'External', profile: 'External' } as const
type Open = Extract<PathwayView['stage'], { open: true }>

const stamp = { version: 1, isActive: true, recordedBy: 'Priya Nair', recordedAt: '2020-01-06T10:00:00Z' }
const frat = (id: number, fratScore: number) => ({
  ...stamp,
  id,
  fratScore,
  pathwayId: 21,
  assessmentDate: addDays('2020-01-06', -id),
  teamMemberId: 1,
  locationId: 1,
  dischargedTo: null,
  fallInLastYear: null,
  fourOrMoreMedicines: null,
  strokeOrParkinsons: null,
  balanceProblems: null,
  cannotRiseFromChair: null,
  names: { teamMember: 'HILL, Ann', location: 'Clinic', dischargedTo: null },
})
const plan = (id: number, completedDate: string | null) => ({
  ...stamp,
  id,
  completedDate,
  endedHow: null,
  stoppedReason: null,
  elsewhereTo: null,
  pathwayId: 21,
  exercisePlanDate: addDays('2020-01-06', -id),
  clinicianId: 1,
  exercisePlan: `Class ${id}`,
  names: { clinician: 'OKAFOR, Ada' },
})

const show = async (records: Partial<PathwayView>, stage: Partial<Open> = {}) => {
  const view = { ...ednaPathway, stage: { ...(ednaPathway.stage as Open), ...stage }, ...records }
  patientService({ '/api/pathway/get': () => json(view) })
  const site = renderSite('/falls/pathway/view?id=21&patientId=11')
  await screen.findByRole('heading', { name: 'Pathway' })
  return site
}
const next = () => screen.queryByRole('link', { name: /^Next: / })
const section = (name: string | RegExp) => screen.getByRole('region', { name })

describe('what matters now', () => {
  const leadsTo: Record<Stage, [words: string, path: string]> = {
    awaitingAssessment: ['Next: FRAT', 'frat/0'],
    awaitingWellbeing: ['Next: wellbeing assessment', 'wellbeing/0'],
    awaitingTreatment: ['Next: treatment plan', 'treatmentPlan/0'],
    inTreatment: ['Next: exercise plan', 'exercise/0'],
    inExercise: ['Next: attendance', 'attendance/71/0'],
    awaitingFollowup: ['Next: telephone follow-up', 'followup/0'],
    awaitingSecondFollowup: ['Next: telephone follow-up', 'followup/0'],
    awaitingDischarge: ['Next: discharge', 'discharge'],
  }
  test.each(stages)('on %s the next step is one button', async (stage) => {
    await show(
      { exercise: stage === 'inExercise' ? [plan(70, '2020-02-01'), plan(71, null)] : [] },
      { stage },
    )
    const [words, path] = leadsTo[stage]
    expect(next()).toHaveTextContent(words)
    expect(next()).toHaveAttribute('href', `/falls/pathway/${path}?id=21&patientId=11`)
  })

  test.each<[string, Partial<PathwayView>, Partial<Open>]>([
    ['the day of a call lies ahead', {}, { stage: 'awaitingFollowup', due: addDays('2999-01-01', 0) }],
    ['nobody may ring', { doNotCall: true }, { stage: 'awaitingFollowup' }],
    ['the class has no plan that is open', { exercise: [plan(71, '2020-02-01')] }, { stage: 'inExercise' }],
    [
      'the pathway is closed',
      { stage: { open: false, closed: 'discharged', reason: 'The referral was discharged on 12-Mar-2020.' } },
      {},
    ],
  ])('there is none where %s', async (_, records, stage) => {
    await show(records, stage)
    expect(next()).toBeNull()
  })

  test('people outside the service are offered nothing that they may not do', async () => {
    beSignedIn(external)
    await show({ nextDue: null }, { stage: 'awaitingFollowup', due: '2020-02-02' })
    expect(next()).toBeNull()
    for (const name of ['Add', 'Discharge']) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(section('Stage')).toHaveTextContent('Due 02-Feb-2020')
    expect(screen.getByRole('button', { name: 'Sections' })).toBeInTheDocument()
  })

  test.each([
    ['late', '12 days late', 'sf-tag--late'],
    ['later', 'due in 16 days', 'sf-tag'],
  ] as const)('it is said when it is due as on the lists: %s', async (group, words, look) => {
    await show({ nextDue: { day: '2020-02-02', group, words } })
    const tag = within(section('Stage')).getByText(new RegExp(words, 'i'))
    expect(tag).toHaveTextContent('02-Feb-2020')
    expect(tag).toHaveClass(look)
  })

  test('the latest figures have marks, a trend in words, and lead to their sections', async () => {
    await show({ frat: [frat(1, 3), frat(2, 2)] })
    const figures = section('Latest figures')
    expect(figures).toHaveTextContent('FRAT3 of 5 ●●●○○05-Jan-2020↑ up from 2 on 04-Jan-2020')
    expect(within(figures).getByRole('link', { name: 'FRAT' })).toHaveAttribute('href', '#frat')
    expect(within(section(/^FRAT, table/)).getAllByRole('cell')[1]).toHaveTextContent('3 of 5 ●●●○○')
  })
})

describe('a first appointment that was missed', () => {
  const treatment = {
    ...stamp,
    id: 61,
    version: 3,
    pathwayId: 21,
    treatmentDate: '2020-02-01',
    assessmentDate: null,
    clinicianId: 1,
    locationId: 2,
    patientGoals: 'To walk to the shop',
    goalsAchievedId: null,
    goalsNotAchievedReason: null,
    endedDate: null,
    names: { clinician: 'OKAFOR, Ada', location: 'Clinic', goalsAchieved: null },
  }
  const missed = { stage: 'awaitingTreatment', firstMissedOn: '2020-02-01' } as const

  test('is said with the step that is due, which is its new day', async () => {
    await show({ treatmentPlan: [treatment] }, missed)
    const offer = await screen.findByRole('note', { name: 'First appointment missed' })
    expect(offer).toHaveTextContent(
      'First appointment missed on 01-Feb-2020: nobody was seen. The person waits until the treatment plan has a new day.',
    )
    expect(next()).toBeNull()
  })

  test('gets its new day in one step, and nothing else of the plan changes', async () => {
    const view = {
      ...ednaPathway,
      stage: { ...(ednaPathway.stage as Open), ...missed },
      treatmentPlan: [treatment],
    }
    const seen = patientService({
      '/api/pathway/get': () => json(view),
      '/api/treatmentPlan/save': () => json({ id: 61, version: 4 }),
    })
    renderSite('/falls/pathway/view?id=21&patientId=11')
    const day = within(await screen.findByRole('group', { name: 'New first day of the plan' }))
    click(screen.getByRole('button', { name: 'Save the new day' }))
    expect(await screen.findByRole('link', { name: 'New day required' })).toBeVisible()
    for (const [index, part] of ['20', '2', '2020'].entries())
      fill(day.getAllByRole('textbox')[index] as HTMLElement, part)
    click(screen.getByRole('button', { name: 'Save the new day' }))
    await screen.findByText('The plan begins on 20-Feb-2020')
    expect(sentTo('/api/treatmentPlan/save', seen)).toEqual([
      {
        id: 61,
        version: 3,
        pathwayId: 21,
        treatmentDate: '2020-02-20',
        clinicianId: 1,
        locationId: 2,
        patientGoals: 'To walk to the shop',
      },
    ])
  })

  test('is not for people outside the service to move', async () => {
    beSignedIn(external)
    await show({ treatmentPlan: [treatment] }, missed)
    expect(screen.queryByRole('note', { name: 'First appointment missed' })).toBeNull()
  })
})

describe('sections', () => {
  const kinds = [
    'frat',
    'wellbeing',
    'treatmentPlan',
    'exercise',
    'followup',
    'onwardReferral',
    'bmi',
    'contactNote',
    'fall',
    'appointment',
  ] as const
  test.each(kinds)('%s without records is its heading, a few words and Add', async (kind) => {
    await show({})
    const { title } = recordKinds[kind].section
    const part = screen.getByRole('heading', { level: 2, name: title }).closest('section') as HTMLElement
    expect(part.children).toHaveLength(1)
    expect(part).toHaveTextContent(/No .+ yet\./)
    expect(within(part).getByRole('link', { name: /^Add / })).toBeVisible()
  })

  const rows = (name: RegExp) => within(section(name)).getAllByRole('row').length - 1

  test('the latest record is shown and the others unfold, on paper by themselves', async () => {
    await show({ frat: [frat(1, 3), frat(2, 2), frat(3, 4)] })
    const table = /^FRAT, table/
    expect(rows(table)).toBe(1)
    act(() => void fireEvent(window, new Event('beforeprint')))
    expect(rows(table)).toBe(3)
    act(() => void fireEvent(window, new Event('afterprint')))
    expect(rows(table)).toBe(1)
    const more = screen.getByRole('button', { name: 'Show 2 earlier of FRAT' })
    expect(more).toHaveAttribute('aria-expanded', 'false')
    click(more)
    expect(rows(table)).toBe(3)
    click(screen.getByRole('button', { name: 'Show fewer', expanded: true }))
    expect(rows(table)).toBe(1)
  })

  test('what was unfolded is so when somebody comes back from a form', async () => {
    const site = await show({ frat: [frat(1, 3), frat(2, 2)] })
    click(screen.getByRole('button', { name: 'Show 1 earlier of FRAT' }))
    await site.navigate({ to: '/falls/pathway/comments', search: { id: 21, patientId: 11 } })
    await screen.findByRole('heading', { name: 'Comments', level: 1 })
    site.history.back()
    await screen.findByRole('heading', { name: 'Pathway' })
    expect(rows(/^FRAT, table/)).toBe(2)
  })

  test('an earlier plan that is still open is not folded, nor are its sessions', async () => {
    await show({ exercise: [plan(70, '2020-02-01'), plan(71, null), plan(72, '2020-01-01')] })
    const part = document.getElementById('exercise') as HTMLElement
    expect(within(part).getAllByRole('link', { name: /^Edit exercise plan/ })).toHaveLength(2)
    expect(within(part).getByText('Class 71')).toBeVisible()
    expect(within(part).getAllByRole('heading', { name: /^Attendance/ })).toHaveLength(2)
    expect(within(part).getByRole('button', { name: /^Show 1 earlier/ })).toBeVisible()
  })
})

describe('the tools at the top', () => {
  const entries = (name: string) => {
    click(screen.getByRole('button', { name }))
    const list = screen.getByRole('button', { name }).nextElementSibling as HTMLElement
    return within(list).getAllByRole(name === 'Sections' ? 'link' : 'button')
  }

  test('Add leads to the form of each kind, with the keyboard too', async () => {
    const site = await show({ exercise: [plan(71, null)] }, { stage: 'awaitingTreatment' })
    expect(entries('Add').map(({ textContent }) => textContent)).toEqual([
      'FRAT',
      'Wellbeing assessment',
      'Treatment plan',
      'No-plan decision',
      'Exercise plan',
      'Telephone follow-up',
      'Equipment assessment',
      'Onward referral',
      'BMI',
      'Contact note',
      'Fall',
      'Measure',
      'Medicines review',
      'NG249 check-list',
      'Appointment',
      'Attendance, plan of 27-Oct-2019',
      'Task',
      'Documents',
    ])
    click(screen.getByRole('button', { name: 'Attendance, plan of 27-Oct-2019' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Add attendance' })).toBeVisible()
    expect(site.state.location.href).toBe('/falls/pathway/attendance/71/0?id=21&patientId=11')
  })

  test('a closed pathway takes documents and nothing else', async () => {
    await show({ stage: { open: false, closed: 'cancelled', reason: 'The referral was cancelled.' } })
    expect(entries('Add').map(({ textContent }) => textContent)).toEqual(['Documents'])
  })

  test('Discharge and Print come before the sections', async () => {
    await show({})
    const discharge = screen.getAllByRole('link', { name: 'Discharge' })[0] as HTMLElement
    expect(discharge).toHaveAttribute('href', '/falls/pathway/discharge?id=21&patientId=11')
    const heading = screen.getByRole('heading', { name: 'Referral' })
    for (const tool of [discharge, screen.getByRole('button', { name: 'Print' })])
      expect(tool.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('Sections leads to each section of the index, and takes the keyboard along', async () => {
    await show({ frat: [frat(1, 3)], followup: [ednaCall] })
    const index = within(screen.getByRole('navigation', { name: 'Sections of this pathway' }))
    const titles = index
      .getAllByRole('link')
      .map(({ textContent }) => textContent.replace(/ (\d+)$/, ' ($1)').trim())
    expect(entries('Sections').map(({ textContent }) => textContent)).toEqual(titles)
    click(screen.getByRole('link', { name: 'FRAT (1)' }))
    expect(document.activeElement).toBe(document.getElementById('frat'))
  })
})

describe('the telephone number in the banner', () => {
  const banner = () => section('Patient')
  test('is rung by a press', async () => {
    await show({ patient: { ...ednaPathway.patient, phoneMobile: '07700 900 123' } })
    expect(within(banner()).getByRole('link', { name: '07700 900 123' })).toHaveAttribute(
      'href',
      'tel:07700900123',
    )
  })
  test('is not there where nobody may ring', async () => {
    await show({ doNotCall: true })
    expect(banner()).toHaveTextContent('Tel. Do not call')
    expect(banner()).not.toHaveTextContent('01632')
  })
  test('is only read by people outside the service', async () => {
    beSignedIn(external)
    await show({ nextDue: null })
    expect(banner()).toHaveTextContent('Tel. 01632 960 001')
    expect(within(banner()).queryByRole('link', { name: /01632/ })).toBeNull()
  })
  test('says where none is recorded', async () => {
    await show({ patient: { ...ednaPathway.patient, phoneHome: null } })
    expect(banner()).toHaveTextContent('Tel. Not Recorded')
  })
})

test('names the other open referral, with a link, and asks which is the duplicate', async () => {
  await show({ otherOpen: [{ id: 22, referralDate: '2020-01-03', stage: 'inExercise' }] })
  const note = within(screen.getByRole('note', { name: 'More than one open referral' }))
  expect(
    note.getByText('This person has 2 open referrals. Is one of them a duplicate? Then cancel it.'),
  ).toBeVisible()
  expect(note.getByRole('link', { name: 'Referral of 03-Jan-2020' })).toHaveAttribute(
    'href',
    '/falls/pathway/view?id=22&patientId=11',
  )
  expect(note.getAllByRole('link', { name: /^Cancel the referral of/ })).toHaveLength(2)
})

test('says nothing of others where there is no other open referral', async () => {
  await show({})
  expect(screen.queryByRole('note', { name: 'More than one open referral' })).toBeNull()
})
