import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formInvalid } from '../../../contract/platform/words/messages.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import type { TreatmentPlan } from '../../../contract/pathways/records/treatmentPlan.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { errorSummary } from '../../testing/errorSummary.ts'
import { json, type Answer } from '../../testing/fakeService.ts'
import { changedBy, ednaCall, ednaPathway, ednaView } from '../../testing/patients.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { refetchPathway } from '../../testing/refetchPathway.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const here = '?id=21&patientId=11'

const list = (...names: (string | [string, string])[]) =>
  json(
    names.map((name, index) => ({
      id: index + 1,
      isActive: true,
      ...(typeof name === 'string' ? { name } : { name: name[0], code: name[1] }),
    })),
  )

const plan: TreatmentPlan = {
  id: 61,
  version: 2,
  isActive: true,
  recordedBy: 'Priya Nair',
  recordedAt: '2020-01-06T10:00:00Z',
  pathwayId: 21,
  treatmentDate: '2020-01-06',
  assessmentDate: null,
  clinicianId: 9,
  locationId: 1,
  patientGoals: 'To walk to the shop',
  goalsAchievedId: null,
  goalsNotAchievedReason: null,
  endedDate: null,
  names: { clinician: 'OLD, Hand', location: 'Clinic', goalsAchieved: null },
}

const stamp = {
  version: 1,
  isActive: true,
  recordedBy: 'Priya Nair',
  recordedAt: '2020-01-06T10:00:00Z',
}

const exercisePlan: PathwayView['exercise'][number] = {
  ...stamp,
  id: 71,
  pathwayId: 21,
  exercisePlanDate: '2020-01-06',
  clinicianId: 1,
  exercisePlan: 'Class',
  completedDate: null,
  endedHow: null,
  stoppedReason: null,
  elsewhereTo: null,
  names: { clinician: 'Okafor, Ada' },
}

const service = (answers: Record<string, Answer> = {}, view: Partial<PathwayView> = {}) =>
  patientService({
    '/api/pathway/get': () =>
      json({ ...ednaPathway, exercise: [exercisePlan], treatmentPlan: [plan], ...view }),
    '/api/clinician/all': () => list('Okafor, Ada', 'Petrova, Elena'),
    '/api/concern/all': () => list('Vision', 'Medicines'),
    '/api/goalsAchieved/all': () => list(['Yes', 'yes'], ['No', 'no']),
    '/api/equipment/all': () => list('Walking stick', ['Other', 'other']),
    '/api/exerciseType/all': () => list('Tai Chi'),
    '/api/referTo/all': () => list('Podiatry'),
    '/api/declinedReferral/all': () => list('Declined'),
    '/api/dischargeReason/all': () => list('Completed', ['Passed away', 'died']),
    '/api/vasScale/all': () => list('0', '50'),
    ...answers,
  })

const submit = async (name = 'Save'): Promise<void> => click(await screen.findByRole('button', { name }))
const messages = async (): Promise<(string | null)[]> =>
  within(await errorSummary())
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const fillDay = (label: string, [day, month, year]: [string, string, string]): void => {
  const boxes = within(screen.getByRole('group', { name: label }))
  fill(boxes.getByLabelText('Day'), day)
  fill(boxes.getByLabelText('Month'), month)
  fill(boxes.getByLabelText('Year'), year)
}

test.each([
  ['wellbeing/0', 'Save', ['Assessment Date required', 'Clinician required', 'Location required']],
  [
    'treatmentPlan/0',
    'Save',
    ['Treatment Date required', 'Clinician required', 'Location required', 'Patient Goals required'],
  ],
  ['exercise/0', 'Save', ['Exercise Plan Date required', 'Clinician required', 'Exercise Plan required']],
  ['attendance/71/0', 'Save', ['Attendance Date required', 'Exercise Type required', 'Location required']],
  ['followup/0', 'Save', ['Call Date required', 'Clinician required']],
  ['noPlanDecision/0', 'Save', ['Decision Date required', 'Clinician required', 'Reason required']],
  ['equipmentAssessment/0', 'Save', ['Equipment required']],
  [
    'onwardReferral/0',
    'Save',
    ['Referral Date required', 'Clinician required', 'Refer To required', 'Method required'],
  ],
  ['bmi/0', 'Save', ['Please enter the Assessment date', 'Please enter the BMI']],
  ['contactNote/0', 'Save', ['Day of the contact required', 'Type of contact required', 'Note required']],
  ['fall/0', 'Save', ['Choose one fall, or a number of falls', 'Day of the fall required']],
  [
    'measure/0',
    'Save',
    ['Measurement Date required', 'Clinician required', 'Enter the value of at least one measure'],
  ],
  ['medicinesReview/0', 'Save', ['Assessment Date required', 'Choose yes, no or not known']],
  ['fallsChecklist/0', 'Save', ['Assessment Date required', 'Clinician required']],
  [
    'appointment/0',
    'Save',
    [
      'Kind of appointment required',
      'Day of the appointment required',
      'Start time required',
      'Enter whole minutes, from 5 to 480',
      'Place required',
      'Clinician required',
    ],
  ],
  ['cancel', 'Cancel the referral', ['Cancellation Date required']],
  ['discharge', 'Discharge', ['Discharge Date required']],
])(
  'the empty form %s says what is required, each at its field too, and sends nothing',
  async (path, name, all) => {
    const seen = service()
    renderSite(`/falls/pathway/${path}${here}`)
    await submit(name)
    expect(await messages()).toEqual(all)
    expect(await errorSummary()).toHaveTextContent(formInvalid)
    for (const message of all)
      expect(screen.getAllByText(message).some((each) => each.matches('.nhsuk-error-message'))).toBe(true)
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
  },
)

test.each([
  ['frat/999'],
  ['wellbeing/999'],
  ['treatmentPlan/999'],
  ['exercise/999'],
  ['attendance/71/999'],
  ['attendance/999/0'],
  ['followup/999'],
  ['equipmentAssessment/999'],
  ['onwardReferral/999'],
  ['bmi/999'],
  ['contactNote/999'],
  ['fall/999'],
  ['measure/999'],
  ['medicinesReview/999'],
  ['fallsChecklist/999'],
  ['appointment/999'],
])('an address of no record of this pathway, %s, shows no form', async (path) => {
  service()
  renderSite(`/falls/pathway/${path}${here}`)
  expect(await screen.findByText('This record is not there, or you may not see it.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

describe('a choice that left its list', () => {
  test('stays chosen on the record that has it, also when the list comes late, and is saved again', async () => {
    let answer: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    const seen = service({
      '/api/clinician/all': async () => {
        await asked
        return list('Okafor, Ada', 'Petrova, Elena')
      },
      '/api/treatmentPlan/save': () => json({ id: 61, version: 3 }),
    })
    renderSite(`/falls/pathway/treatmentPlan/61${here}`)
    expect(await screen.findByLabelText('Clinician')).toHaveValue('9')
    answer()
    expect(await screen.findByRole('option', { name: 'OLD, Hand (no longer in use)' })).toBeInTheDocument()
    expect(screen.getByLabelText('Clinician')).toHaveValue('9')
    await submit()
    await waitFor(() => expect(sentTo('/api/treatmentPlan/save', seen)).toHaveLength(1))
    expect(sentTo('/api/treatmentPlan/save', seen)[0]).toMatchObject({ clinicianId: 9, id: 61, version: 2 })
  })
})

describe('goals', () => {
  test("'No' asks for the reason, any other choice hides it", async () => {
    const seen = service({ '/api/treatmentPlan/save': () => json({ id: 61, version: 3 }) })
    renderSite(`/falls/pathway/treatmentPlan/61${here}`)
    const goals = await screen.findByLabelText('Goals achieved (optional)')
    await screen.findByRole('option', { name: 'No' })
    fill(goals, '2')
    const location = screen.getByLabelText('Location')
    const chosen = (location as HTMLSelectElement).value
    fill(location, '')
    await submit()
    expect(await messages()).toEqual(['Location required', 'Reason Goals Not Achieved required.'])
    fill(location, chosen)
    await submit()
    await waitFor(async () => expect(await messages()).toEqual(['Reason Goals Not Achieved required.']))
    fill(screen.getByLabelText('Reason goals not achieved'), 'In hospital')
    fill(goals, '1')
    expect(screen.queryByLabelText('Reason goals not achieved')).toBeNull()
    await submit()
    await waitFor(() => expect(sentTo('/api/treatmentPlan/save', seen)).toHaveLength(1))
    expect(sentTo('/api/treatmentPlan/save', seen)[0]).toMatchObject({ goalsAchievedId: 1 })
  })
})

describe('equipment', () => {
  test("'Other' asks what it is", async () => {
    service()
    renderSite(`/falls/pathway/equipmentAssessment/0${here}`)
    await screen.findByRole('option', { name: 'Other' })
    fill(screen.getByLabelText('Equipment'), '2')
    await submit()
    expect(await messages()).toEqual(['Other required'])
  })
})

describe('wellbeing', () => {
  test('sends the assessment with the concerns that were ticked', async () => {
    const seen = service({ '/api/wellbeing/save': () => json({ id: 1, version: 1 }) })
    renderSite(`/falls/pathway/wellbeing/0${here}`)
    click(await screen.findByLabelText('Medicines'))
    await screen.findByRole('option', { name: 'Okafor, Ada' })
    await screen.findByRole('option', { name: 'Clinic' })
    fillDay('Assessment date', ['6', 'Jan', '2020'])
    fill(screen.getByLabelText('Clinician'), '1')
    fill(screen.getByLabelText('Location'), '1')
    await submit()
    await waitFor(() => expect(sentTo('/api/wellbeing/save', seen)).toHaveLength(1))
    expect(sentTo('/api/wellbeing/save', seen)[0]).toEqual({
      assessment: {
        id: 0,
        pathwayId: 21,
        assessmentDate: '2020-01-06',
        clinicianId: 1,
        locationId: 1,
        afterDeathConfirmed: false,
        unusualConfirmed: false,
      },
      concerns: [2],
    })
  })
})

describe('FRAT item by item', () => {
  test('adds the five answers up into the score', async () => {
    service()
    renderSite(`/falls/pathway/frat/0${here}`)
    await screen.findByLabelText('FRAT score')
    const questions = screen
      .getAllByRole('group')
      .filter((group) => within(group).queryAllByLabelText('Not answered').length === 1)
    expect(questions).toHaveLength(5)
    questions.forEach((question, index) =>
      click(within(question).getByLabelText(index === 0 || index === 3 ? 'Yes' : 'No')),
    )
    await waitFor(() => expect(screen.getByLabelText('FRAT score')).toHaveValue('2'))
    expect(screen.getByText(/^Fewer than 3 factors/)).toBeVisible()
  })
})

describe('BMI', () => {
  test('asks again about an unusual value, and keeps what was typed', async () => {
    const seen = service({ '/api/bmi/save': () => json({ id: 1, version: 1 }) })
    renderSite(`/falls/pathway/bmi/0${here}`)
    await screen.findByLabelText('BMI')
    fillDay('Assessment date', ['6', '1', '2020'])
    fill(screen.getByLabelText('BMI'), '72')
    await submit()
    expect(await messages()).toEqual(['A BMI of 72 is unusual. Tick to record it all the same.'])
    click(screen.getByLabelText('The BMI is right, though unusual'))
    await submit()
    await waitFor(() => expect(sentTo('/api/bmi/save', seen)).toHaveLength(1))
    expect(sentTo('/api/bmi/save', seen)[0]).toMatchObject({ bmi: 72, unusualConfirmed: true, patientId: 11 })
  })

  test.each([
    ['Metric', { 'Height in centimetres': '165', 'Weight in kilograms': '65' }, '23.9'],
    ['Imperial', { 'Height: feet': '5', inches: '5', 'Weight: stones': '10', pounds: '3' }, '23.8'],
  ])('is worked out from height and weight, %s', async (units, typed, result) => {
    service()
    renderSite(`/falls/patient/bmi/0?id=11`)
    click(await screen.findByLabelText(units))
    for (const [label, text] of Object.entries(typed)) fill(screen.getByLabelText(label), text)
    click(await screen.findByRole('button', { name: `Use ${result}`, hidden: true }))
    expect(screen.getByLabelText('BMI')).toHaveValue(result)
  })

  test('is on the page of the patient with its category', async () => {
    patientService({}, () => ({
      ...ednaView,
      bmi: [{ ...stamp, id: 5, patientId: 11, assessmentDate: '2020-01-06', bmi: 18.4 }],
    }))
    renderSite('/falls/patient/view?id=11')
    expect(await screen.findByText('Underweight')).toBeVisible()
  })
})

describe('day ended', () => {
  test('is asked for with a goals outcome, and is today when it is left empty', async () => {
    const seen = service({ '/api/treatmentPlan/save': () => json({ id: 61, version: 3 }) })
    renderSite(`/falls/pathway/treatmentPlan/61${here}`)
    await screen.findByRole('option', { name: 'Yes' })
    expect(screen.queryByRole('group', { name: 'Day ended (optional)' })).toBeNull()
    fill(screen.getByLabelText(/^Goals achieved/), '1')
    fillDay('Day ended (optional)', ['20', '2', '2020'])
    await submit()
    await waitFor(() => expect(sentTo('/api/treatmentPlan/save', seen)).toHaveLength(1))
    expect(sentTo('/api/treatmentPlan/save', seen)[0]).toMatchObject({
      goalsAchievedId: 1,
      endedDate: '2020-02-20',
    })
  })
})

describe('telephone follow-up', () => {
  test('has "Reached" chosen, and says which calls do not count', async () => {
    const call = ednaCall
    const stage = {
      ...ednaPathway.stage,
      stage: 'awaitingFollowup',
      callsCountFrom: '2020-02-20',
      countedCalls: [2],
    } as const
    service(
      {},
      {
        stage: stage as PathwayView['stage'],
        followup: [
          { ...call, id: 1, callDate: '2020-02-25', outcome: 'noAnswer' },
          { ...call, id: 2, callDate: '2020-02-24', outcome: null },
          { ...call, id: 3, callDate: '2020-02-01', outcome: 'reached' },
        ],
      },
    )
    renderSite(`/falls/pathway/view${here}`)
    click(await screen.findByRole('button', { name: /^Show 2 earlier/ }))
    const told = screen.getAllByText('Does not count as a follow-up')
    expect(told.map((each) => each.closest('tr')?.textContent)).toEqual([
      expect.stringContaining('25-Feb-2020'),
      expect.stringContaining('01-Feb-2020'),
    ])
    renderSite(`/falls/pathway/followup/0${here}`)
    expect(await screen.findByRole('radio', { name: 'Reached' })).toBeChecked()
  })
})

describe('no-plan decision', () => {
  test.each([
    ['awaitingTreatment', true],
    ['inTreatment', false],
  ] as const)('in %s it is offered: %s', async (stage, isOffered) => {
    service({}, { stage: { ...ednaPathway.stage, stage } as PathwayView['stage'] })
    renderSite(`/falls/pathway/view${here}`)
    await screen.findByRole('heading', { name: 'Pathway' })
    expect(screen.queryAllByRole('link', { name: 'Add no-plan decision' })).toHaveLength(isOffered ? 1 : 0)
  })
})

describe('discharge', () => {
  test('asks for the date of death with a reason that means death, by whatever name', async () => {
    const seen = service({ '/api/pathway/save': () => json({ id: 21, version: 2 }) })
    renderSite(`/falls/pathway/discharge${here}`)
    await screen.findByRole('option', { name: 'Passed away' })
    fillDay('Discharge date', ['6', '1', '2020'])
    expect(screen.queryByRole('group', { name: 'Date of death (optional)' })).toBeNull()
    fill(screen.getByLabelText('Reason (optional)'), '2')
    fillDay('Date of death (optional)', ['5', '1', '2020'])
    await submit('Discharge')
    await waitFor(() => expect(sentTo('/api/pathway/save', seen)).toHaveLength(1))
    expect(sentTo('/api/pathway/save', seen)[0]).toMatchObject({
      dischargeReasonId: 2,
      deceasedDate: '2020-01-05',
      openPlansConfirmed: false,
    })
  })

  test('asks again while a plan is open', async () => {
    const seen = service({
      '/api/pathway/save': ({ body }) =>
        body.includes('"openPlansConfirmed":true')
          ? json({ id: 21, version: 2 })
          : json({ openPlansConfirmed: 'A plan is open. Tick to discharge all the same.' }, 400),
    })
    renderSite(`/falls/pathway/discharge${here}`)
    await screen.findByRole('button', { name: 'Discharge' })
    fillDay('Discharge date', ['6', '1', '2020'])
    await submit('Discharge')
    expect(await messages()).toEqual(['A plan is open. Tick to discharge all the same.'])
    click(screen.getByLabelText('Discharge all the same'))
    await submit('Discharge')
    await screen.findByRole('heading', { name: 'Pathway' })
    expect(sentTo('/api/pathway/save', seen).at(-1)).toMatchObject({
      id: 21,
      patientId: 11,
      version: 1,
      dischargeDate: '2020-01-06',
    })
  })
})

describe('reopening', () => {
  const discharged: Partial<PathwayView> = {
    pathway: { ...ednaPathway.pathway, dischargeDate: '2026-01-06' },
    stage: { open: false, closed: 'discharged', reason: 'The referral was discharged on 06-Jan-2026.' },
  }
  const reopen = async (): Promise<void> => {
    renderSite(`/falls/pathway/discharge${here}`)
    await submit('Reopen this referral')
    await submit('Yes, reopen it')
  }
  beforeEach(() => beSignedIn({ id: 4, name: 'Team Lead', profile: 'Team Lead' }))

  test('takes the discharge back, once that is sure', async () => {
    const seen = service({ '/api/pathway/save': () => json({ id: 21, version: 2 }) }, discharged)
    await reopen()
    expect(await screen.findByText('Referral reopened')).toBeVisible()
    expect(sentTo('/api/pathway/save', seen)).toEqual([
      { id: 21, patientId: 11, version: 1, dischargeDate: null },
    ])
  })

  test('that is refused says why and stays on the screen', async () => {
    const message = 'Moira Blake changed this record since you opened it.'
    service(
      { '/api/pathway/save': () => json({ code: 'conflict', message, requestId: '1' }, 409) },
      discharged,
    )
    await reopen()
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Reopen this referral' })).toBeVisible()
  })
})

describe('a save that comes too late', () => {
  test('shows what others changed, keeps what was typed, and saves over it when asked to', async () => {
    let tries = 0
    const seen = service({
      '/api/treatmentPlan/save': () => {
        tries += 1
        return tries === 1 ? changedBy('Moira Blake', ['patient goals'], 3) : json({ id: 61, version: 4 })
      },
      '/api/treatmentPlan/history': () =>
        json([
          { version: 1, at: '2020-01-06T10:00:00Z', by: 'Priya Nair', what: 'recorded', fields: [] },
          {
            version: 3,
            at: '2020-01-06T14:30:00Z',
            by: 'Moira Blake',
            what: 'changed',
            fields: [{ name: 'Patient goals', before: 'To walk to the shop', after: 'To climb the stairs' }],
          },
        ]),
    })
    renderSite(`/falls/pathway/treatmentPlan/61${here}`)
    fill(await screen.findByLabelText('Patient goals'), 'To dance')
    await submit()
    expect(await screen.findByText(/To climb the stairs/)).toBeVisible()
    expect(screen.getByLabelText('Patient goals')).toHaveValue('To dance')
    click(screen.getByRole('button', { name: 'Keep what I typed' }))
    await submit()
    await waitFor(() => expect(sentTo('/api/treatmentPlan/save', seen)).toHaveLength(2))
    expect(sentTo('/api/treatmentPlan/save', seen).map(({ version }) => version)).toEqual([2, 3])
  })

  test('is held to the version the form began with, whatever is read again meanwhile', async () => {
    let version = 2
    const seen = service({
      '/api/pathway/get': () =>
        json({ ...ednaPathway, treatmentPlan: [{ ...plan, version, patientGoals: `Goals ${version}` }] }),
      '/api/treatmentPlan/save': () => json({ id: 61, version: 9 }),
    })
    renderSite(`/falls/pathway/treatmentPlan/61${here}`)
    fill(await screen.findByLabelText('Patient goals'), 'To dance')
    version = 3
    await refetchPathway()
    expect(screen.getByLabelText('Patient goals')).toHaveValue('To dance')
    await submit()
    await waitFor(() => expect(sentTo('/api/treatmentPlan/save', seen)).toHaveLength(1))
    expect(sentTo('/api/treatmentPlan/save', seen)[0]).toMatchObject({ version: 2, patientGoals: 'To dance' })
  })
})

test('a record is deleted under the version that was opened, whatever is read again meanwhile', async () => {
  let version = 2
  const seen = service({
    '/api/pathway/get': () => json({ ...ednaPathway, treatmentPlan: [{ ...plan, version }] }),
    '/api/treatmentPlan/delete': () => json({ id: 61, version: 9 }),
  })
  renderSite(`/falls/pathway/treatmentPlan/61${here}`)
  await screen.findByLabelText('Patient goals')
  version = 3
  await refetchPathway()
  await submit('Delete this treatment plan')
  await submit('Yes, delete it')
  await waitFor(() => expect(sentTo('/api/treatmentPlan/delete', seen)).toHaveLength(1))
  expect(sentTo('/api/treatmentPlan/delete', seen)[0]).toMatchObject({ id: 61, version: 2 })
})

describe('the pathway page', () => {
  test('offers nothing that a closed pathway would refuse, and keeps comments open', async () => {
    service(
      {},
      {
        stage: { open: false, closed: 'cancelled', reason: 'The referral was cancelled on 07-Jan-2020.' },
        pathway: { ...ednaPathway.pathway, cancelReferralDate: '2020-01-07' },
      },
    )
    renderSite(`/falls/pathway/view${here}`)
    expect(await screen.findByText('This referral is closed.')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Add FRAT' })).toBeNull()
    expect(screen.queryByRole('link', { name: /^Edit treatment plan/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Reinstate' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Edit comments' })).toBeVisible()
  })
})
