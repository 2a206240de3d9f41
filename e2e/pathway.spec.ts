import { expect, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { formatDate } from '../contract/platform/words/format.ts'
import { stageRoutes, stages, stageTitles, type Stage } from '../contract/stages/stage.ts'
import { expectAccessible } from './axe.ts'
import { tabTo } from './keyboard.ts'
import { aReferral, asUser, chooseFirst, fillDay, newName } from './people.ts'
import { arriveAs, signInAs } from './product.ts'
import { test } from './test.ts'

/** The tab of a list, with its count. */
const tabOf = (page: Page, stage: Stage) =>
  page.getByRole('navigation', { name: 'Work lists' }).getByRole('link', {
    name: new RegExp(`^${stageTitles[stage]} ?\\d`),
  })

/** The eight counts, from the tabs above the lists. */
const countsOf = async (page: Page): Promise<Record<Stage, number>> => {
  const counts: Partial<Record<Stage, number>> = {}
  for (const stage of stages)
    counts[stage] = Number(await tabOf(page, stage).locator('.sf-badge').textContent())
  return counts as Record<Stage, number>
}

/**
 * The lists that show the patient, and the counters, as seen by a user who opens the first list and goes from tab to
 * tab.
 */
const standing = async (page: Page, familyName: string) => {
  const lists: Stage[] = []
  let counts: Record<Stage, number> | null = null
  await page.goto(`/falls/${stageRoutes[stages[0]]}`)
  for (const stage of stages) {
    await tabOf(page, stage).click()
    await expect(page.getByRole('heading', { level: 1, name: stageTitles[stage], exact: true })).toBeVisible()
    await page.getByLabel('Filter').fill(familyName)
    const found = page.getByRole('row', { name: new RegExp(familyName, 'i') })
    await expect(found.or(page.getByText('No patients match the filter.')).first()).toBeVisible()
    if ((await found.count()) > 0) lists.push(stage)
    counts = await countsOf(page)
  }
  return { lists, counts }
}

const day = (ago: number): string => addDays(today(), -ago)

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Pathway', exact: true })).toBeVisible()
}

test('the plain story: from referral through all eight stages to discharge', async ({ page, request }) => {
  test.setTimeout(600_000)
  const { address } = await aReferral(request, 'Plainstory')
  await signInAs(page, 'clinician')

  const steps: [what: string, leadsTo: Stage | null, does: () => Promise<void>][] = [
    ['the referral', 'awaitingAssessment', async () => undefined],
    [
      'a FRAT of 3, item by item',
      'awaitingWellbeing',
      async () => {
        await page.getByRole('link', { name: 'Add FRAT' }).click()
        await fillDay(page, 'Assessment date', day(50))
        await chooseFirst(page, 'Team member')
        await chooseFirst(page, 'Location')
        for (const [index, group] of (await page.locator('.sf-items .sf-choices').all()).entries())
          await group.getByLabel(index < 3 ? 'Yes' : 'No', { exact: true }).check()
        await expect(page.getByLabel('FRAT score')).toHaveValue('3')
        await save(page)
      },
    ],
    [
      'a wellbeing assessment with two concerns',
      'awaitingTreatment',
      async () => {
        await page.getByRole('link', { name: 'Add wellbeing assessment' }).click()
        await fillDay(page, 'Assessment date', day(45))
        await chooseFirst(page, 'Clinician')
        await chooseFirst(page, 'Location')
        await page.getByLabel('Vision').check()
        await page.getByLabel('Home hazards').check()
        await save(page)
        await expect(page.getByText('Vision, Home hazards')).toBeVisible()
      },
    ],
    [
      'a treatment plan',
      'inTreatment',
      async () => {
        await page.getByRole('link', { name: 'Add treatment plan' }).click()
        await fillDay(page, 'Treatment date', day(40))
        await chooseFirst(page, 'Clinician')
        await chooseFirst(page, 'Location')
        await page.getByLabel('Patient goals').fill('To walk to the shop')
        await save(page)
      },
    ],
    [
      'an exercise plan with a session',
      'inExercise',
      async () => {
        await page.getByRole('link', { name: 'Add exercise plan' }).click()
        await fillDay(page, 'Exercise plan date', day(35))
        await chooseFirst(page, 'Clinician')
        await page.getByLabel('Exercise plan', { exact: true }).fill('Class once a week')
        await save(page)
        await page.getByRole('link', { name: /^Add attendance/ }).click()
        await fillDay(page, 'Attendance date', day(30))
        await chooseFirst(page, 'Exercise type')
        await chooseFirst(page, 'Location')
        await save(page)
        await expect(page.getByText('1 of 1 session attended (100%), 1 h of exercise.')).toBeVisible()
      },
    ],
    [
      'the end of the exercise',
      'inTreatment',
      async () => {
        await page.getByRole('link', { name: /^Edit exercise plan/ }).click()
        await fillDay(page, 'Completed date', day(20))
        await page.getByRole('radio', { name: 'Completed' }).check()
        await save(page)
      },
    ],
    [
      'the goals outcome No with its reason',
      'awaitingFollowup',
      async () => {
        await page.getByRole('link', { name: /^Edit treatment plan/ }).click()
        await page.getByLabel('Goals achieved').selectOption('No')
        await page.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByRole('link', { name: 'Reason Goals Not Achieved required.' })).toBeVisible()
        await page.getByLabel('Reason goals not achieved').fill('Went into hospital')
        await fillDay(page, 'Day ended (optional)', day(20))
        await save(page)
      },
    ],
    [
      'a first call',
      'awaitingSecondFollowup',
      async () => {
        await page.getByRole('link', { name: 'Add telephone follow-up' }).click()
        await fillDay(page, 'Call date', day(10))
        await chooseFirst(page, 'Clinician')
        // The call is long before its due day, so the form asks.
        await page.getByLabel('Count this as the follow-up call').check()
        await save(page)
      },
    ],
    [
      'a second call',
      'awaitingDischarge',
      async () => {
        await page.getByRole('link', { name: 'Add telephone follow-up' }).click()
        await fillDay(page, 'Call date', day(2))
        await chooseFirst(page, 'Clinician')
        await page.getByLabel('Count this as the follow-up call').check()
        await save(page)
      },
    ],
    [
      'the discharge',
      null,
      async () => {
        await page.getByRole('link', { name: 'Discharge', exact: true }).last().click()
        await fillDay(page, 'Discharge date', day(0))
        await chooseFirst(page, 'Reason (optional)')
        await page.getByRole('button', { name: 'Discharge', exact: true }).click()
        await expect(page.getByText('This referral is closed.')).toBeVisible()
      },
    ],
  ]

  let before: Record<Stage, number> | null = null
  let stage: Stage | null = null
  for (const [what, leadsTo, does] of steps) {
    await page.goto(address)
    await does()
    if (leadsTo !== null)
      await expect(page.getByRole('region', { name: 'Stage' }).locator('[aria-current=step]')).toHaveText(
        stageTitles[leadsTo],
      )
    const { lists, counts } = await standing(page, 'Plainstory')
    expect({ what, lists }).toEqual({ what, lists: leadsTo === null ? [] : [leadsTo] })
    if (before !== null && counts !== null)
      for (const each of stages)
        expect({ what, each, count: counts[each] }).toEqual({
          what,
          each,
          count: before[each] - (each === stage ? 1 : 0) + (each === leadsTo ? 1 : 0),
        })
    before = counts
    stage = leadsTo
  }
})

test('a referral is cancelled, leaves every list, and comes back where it was', async ({ page, request }) => {
  test.setTimeout(300_000)
  const { address } = await aReferral(request, 'Cancelworth')
  await arriveAs(page, 'admissions')
  await page.goto(address)
  await page.getByRole('link', { name: 'Cancel referral' }).click()
  await page.getByRole('button', { name: 'Cancel the referral' }).click()
  await expect(page.getByRole('link', { name: 'Cancellation Date required' })).toBeVisible()
  await fillDay(page, 'Cancellation date', day(0))
  await chooseFirst(page, 'Reason (optional)')
  await chooseFirst(page, 'Team member (optional)')
  await page.getByRole('button', { name: 'Cancel the referral' }).click()
  await expect(page.getByRole('link', { name: /^The patient was never assessed/ })).toBeVisible()
  await page.getByLabel('Cancel the referral all the same').check()
  await page.getByRole('button', { name: 'Cancel the referral' }).click()
  await expect(page.getByText('This referral is closed.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add FRAT' })).toHaveCount(0)
  expect((await standing(page, 'Cancelworth')).lists).toEqual([])

  await page.goto(address)
  await page.getByRole('link', { name: 'Edit comments' }).click()
  await page.getByRole('textbox', { name: 'Comments' }).fill('Rang to say she is back home')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Rang to say she is back home')).toBeVisible()

  await page.getByRole('link', { name: 'Reinstate' }).click()
  await page.getByRole('button', { name: 'Reinstate the referral' }).click()
  await expect(page.getByRole('region', { name: 'Stage' }).locator('[aria-current=step]')).toHaveText(
    'Awaiting assessment',
  )
  await expect(page.getByRole('complementary', { name: 'Timeline' })).toContainText('Now cancelled')
  expect((await standing(page, 'Cancelworth')).lists).toEqual(['awaitingAssessment'])
})

test('the only FRAT is deleted, the pathway goes back, and a Team Lead brings the FRAT back', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000)
  const { address } = await aReferral(request, 'Onlyfrat')
  await arriveAs(page, 'teamlead')
  await page.goto(address)
  await page.getByRole('link', { name: 'Add FRAT' }).click()
  await fillDay(page, 'Assessment date', day(50))
  await chooseFirst(page, 'Team member')
  await chooseFirst(page, 'Location')
  await page.getByLabel('FRAT score').fill('0')
  await save(page)
  expect((await standing(page, 'Onlyfrat')).lists).toEqual(['awaitingWellbeing'])

  await page.goto(address)
  await page.getByRole('link', { name: /^Edit FRAT/ }).click()
  await expect(page.getByLabel('FRAT score')).toHaveValue('0')
  await page.getByRole('button', { name: 'Delete this FRAT' }).click()
  await expect(page.getByRole('dialog')).toContainText('ONLYFRAT, Story')
  await expect(page.getByRole('dialog')).toContainText('only FRAT')
  await page.getByRole('button', { name: 'Yes, delete it' }).click()
  await expect(page.getByText('No FRAT yet.', { exact: true })).toBeVisible()
  expect((await standing(page, 'Onlyfrat')).lists).toEqual(['awaitingAssessment'])

  await page.goto(address)
  await page.getByText('Deleted records').click()
  await page.getByRole('button', { name: /^Restore FRAT/ }).click()
  await expect(page.getByRole('link', { name: /^Edit FRAT/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Stage' }).locator('[aria-current=step]')).toHaveText(
    'Awaiting wellbeing',
  )
})

test('View on a list that stood open says that the patient is not on it any more, until the page is left', async ({
  page,
  request,
}) => {
  const { id, patientId } = await aReferral(request, 'Movedon')
  await arriveAs(page, 'clinician')
  await page.goto('/falls/awaiting-assessment')
  await page.getByLabel('Filter').fill('Movedon')
  const view = page.getByRole('link', { name: 'View MOVEDON, Story' })
  await expect(view).toBeVisible()
  const elsewhere = await asUser(request, 'teamlead')
  await elsewhere('/api/pathway/cancelReferral', { id, patientId, version: 1, cancelReferralDate: day(0) })

  await view.click()
  const said = page
    .getByRole('status')
    .getByText(
      `MOVEDON, Story is no longer in Awaiting assessment. The referral was cancelled on ${formatDate(day(0))}.`,
    )
  await expect(said).toBeVisible()
  await expectAccessible(page)
  expect(page.url()).toMatch(/\/falls\/pathway\/view\?id=\d+&patientId=\d+$/)
  await page.reload()
  await expect(page.getByText('This referral is closed.')).toBeVisible()
  await expect(said).toHaveCount(0)
})

/** Whether the heading of a section is on the screen, and whether anything covers it. */
const headingOf = (page: Page, section: string) =>
  page.evaluate((id) => {
    const heading = document.getElementById(`${id}-title`)
    if (heading === null) return 'not there'
    const { left, top, height } = heading.getBoundingClientRect()
    if (top < 0 || top + height > innerHeight) return 'off the screen'
    const over = document.elementFromPoint(left + 4, top + 2)
    return heading.contains(over) || over?.contains(heading) ? 'in sight' : `behind ${over?.className}`
  }, section)

/** Record buttons that extend beyond the visible part of their table, or beyond the screen. */
const cutActions = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.sf-table__action a')].flatMap((action) => {
      const seen = action.closest('.sf-scroll')?.getBoundingClientRect().right ?? 0
      const { right } = action.getBoundingClientRect()
      return right <= Math.min(seen, innerWidth) ? [] : [`${action.ariaLabel}: ${right} of ${seen}`]
    }),
  )

test('with a long name, many flags and endless words nothing of the page is cut or covered, at any width', async ({
  page,
  request,
}) => {
  const endless = 'Unbreakable'.repeat(19).slice(0, 200)
  const familyName = newName().padEnd(35, 'x')
  const {
    id: pathwayId,
    patientId,
    address,
  } = await aReferral(request, familyName, { generalNotes: endless })
  const call = await asUser(request, 'clinician')
  const firstOf = async (list: string): Promise<number | undefined> =>
    (await call<{ id: number }[]>(`/api/${list}/all`))[0]?.id
  const [clinicianId, locationId, teamMemberId, exerciseTypeId, equipmentId] = await Promise.all(
    ['clinician', 'location', 'teamMember', 'exerciseType', 'equipment'].map(firstOf),
  )
  const add = (kind: string, fields: object) =>
    call<{ id: number }>(`/api/${kind}/save`, { id: 0, pathwayId, ...fields })
  for (const ago of [30, 20])
    await add('frat', { assessmentDate: day(ago), teamMemberId, locationId, fratScore: 3 })
  await add('treatmentPlan', { treatmentDate: day(15), clinicianId, locationId, patientGoals: endless })
  const exercise = { exercisePlanDate: day(12), clinicianId, exercisePlan: endless }
  const { id: exerciseId } = await add('exercise', exercise)
  await call(`/api/exerciseAttendance/save?pathwayId=${pathwayId}`, {
    ...{ id: 0, exerciseId },
    ...{ attendanceDate: day(9), exerciseTypeId, locationId },
  })
  await add('followup', { callDate: day(5), clinicianId, note: endless, equipmentInUse: endless })
  await add('equipmentAssessment', { equipmentId, other: endless })
  await add('bmi', { patientId, assessmentDate: day(3), bmi: 24 })
  await add('task', { text: endless, dueDate: day(0) })
  const patient = await call<Record<string, unknown>>(`/api/patient/get?id=${patientId}`)
  const { version, genderId, dateOfBirth, nhsNumber } = patient
  await call('/api/patient/save', {
    ...{ id: patientId, version, familyName, genderId, dateOfBirth, nhsNumber },
    firstName: 'Bartholomew Maximilian Jo',
    phoneHome: '01632 960 001',
  })
  for (const kind of ['homeVisitRisk', 'interpreter', 'safeguarding'])
    await call('/api/flag/save', { id: 0, patientId, kind, detail: endless, reviewDate: day(-30) })

  await arriveAs(page, 'clinician')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${address}&section=bmi`)
  await expect(page.getByRole('link', { name: /^Edit BMI/ })).toBeVisible()
  await expect.poll(() => headingOf(page, 'bmi')).toBe('in sight')
  for (const [width, section, title] of [
    [390, 'treatmentPlan', 'Treatment plans'],
    [768, 'followup', 'Follow-ups'],
    [1101, 'exercise', 'Exercise'],
    [1180, 'treatmentPlan', 'Treatment plans'],
    [1250, 'followup', 'Follow-ups'],
    [1280, 'frat', 'FRAT'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(
      width,
    )
    expect({ width, cut: await cutActions(page) }).toEqual({ width, cut: [] })
    const menu = page.getByRole('button', { name: 'Sections' })
    if (await menu.isVisible()) {
      await menu.click()
      await page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(`^${title} `) })
        .click()
    } else
      await page
        .getByRole('navigation', { name: 'Sections of this pathway' })
        .getByRole('link', { name: new RegExp(`^${title} `) })
        .click()
    await expect.poll(() => headingOf(page, section), `${width}`).toBe('in sight')
    if (width === 390) {
      await page.getByRole('button', { name: /^\+ \d more flags?/ }).click()
      await expect(page.getByRole('link', { name: '01632 960 001' })).toBeInViewport()
      await page.getByRole('button', { name: 'Less' }).click()
    }
  }

  // With the keyboard, every kind of record is equally near, whatever the page has above its section.
  await page.getByRole('main').focus()
  await tabTo(page, /^Add\b/)
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await tabTo(page, /^BMI$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Add BMI' })).toBeVisible()
})

/** The distance of a section from where a jump to it now would place it. */
const offsetOf = (page: Page, section: string): Promise<number | undefined> =>
  page.evaluate(async (id) => {
    // After two frames, new content is laid out and the section is held in place.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
    const target = document.getElementById(id)
    const before = target?.getBoundingClientRect().top ?? 0
    target?.scrollIntoView()
    return target === null ? undefined : Math.abs(target.getBoundingClientRect().top - before)
  }, section)

test('a section stays where it was gone to while what stands above it still comes', async ({
  page,
  request,
}) => {
  const { id: pathwayId, address } = await aReferral(request, newName())
  const call = await asUser(request, 'clinician')
  for (let place = 1; place <= 8; place += 1)
    await call('/api/task/save', { id: 0, pathwayId, text: `Ring the ward, ${place}`, dueDate: day(0) })
  await arriveAs(page, 'clinician')
  // Some browsers keep visible content in place by themselves, but not always; others, such as Safari, never do. The
  // test turns this off.
  await page.addInitScript(() => {
    const unanchored = new CSSStyleSheet()
    unanchored.replaceSync('* { overflow-anchor: none !important; }')
    document.adoptedStyleSheets.push(unanchored)
  })
  for (const section of ['closing', 'letters', 'general']) {
    let release = (): void => undefined
    const isWanted = new Promise<void>((resolve) => {
      release = resolve
    })
    const late = [/\/api\/task\/all/, /\/api\/owner\/get/, /\/api\/class\/ofPathway/]
    for (const url of late)
      await page.route(url, async (route) => {
        await isWanted
        await route.continue()
      })
    await page.goto(`${address}&section=${section}`)
    await expect.poll(() => headingOf(page, section)).toBe('in sight')
    await expect(page.getByText('Ring the ward, 8')).toHaveCount(0)
    release()
    await expect(page.getByText('Ring the ward, 8').first()).toBeAttached()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    expect(await offsetOf(page, section), section).toBeLessThanOrEqual(2)
    for (const url of late) await page.unroute(url)
  }

  // The scroll event of the jump to the section arrives after something above it has already grown.
  await page.evaluate(() => {
    const late = document.createElement('div')
    late.style.height = '400px'
    document.getElementById('general')?.before(late)
    window.dispatchEvent(new Event('scroll'))
  })
  expect(await offsetOf(page, 'general')).toBeLessThanOrEqual(2)

  // Users who scroll are not taken back.
  let release = (): void => undefined
  const isWanted = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/task\/all/, async (route) => {
    await isWanted
    await route.continue()
  })
  await page.goto(`${address}&section=closing`)
  await expect.poll(() => headingOf(page, 'closing')).toBe('in sight')
  await page.mouse.move(640, 500)
  await page.mouse.wheel(0, -10_000)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  release()
  await expect(page.getByText('Ring the ward, 8').first()).toBeAttached()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
