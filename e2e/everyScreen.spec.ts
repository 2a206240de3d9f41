import { expect, type Page } from '@playwright/test'
import { addDays, today } from '../contract/dates.ts'
import { screensOf, type Opener } from './everyScreen.ts'
import { aReferral, asUser, newName } from './people.ts'
import { arriveAs, expectAccessible } from './product.ts'
import { test } from './test.ts'

/** Choices whose words stand under the circle or box that is drawn before them. */
const coveredChoices = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.nhsuk-radios__label, .nhsuk-checkboxes__label')].flatMap(
      (label) => {
        const drawn = getComputedStyle(label, '::before')
        const words = document.createRange()
        words.selectNodeContents(label)
        const end =
          (label.parentElement ?? label).getBoundingClientRect().left +
          Number.parseFloat(drawn.left) +
          Number.parseFloat(drawn.width)
        const { left, width } = words.getBoundingClientRect()
        return width === 0 || left >= end ? [] : [label.textContent]
      },
    ),
  )

/** What the browser may keep, by the names of its keys: no patient data in any of it, nor in the title (DP-7). */
const mayBeKept: readonly RegExp[] = [
  /^arrived$/,
  /^surefoot\.(session|device|provider|shortcuts)$/,
  /^surefoot\.(lastUsed|listColumns|dashboardPeriod)\.\d+$/,
]

/** Words of the patient whose banner is shown. */
const wordsOfPatient = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.sf-banner__name')]
      .flatMap((shown) => (shown.textContent ?? '').split(/[\s,()]+/))
      .filter((word) => word.length > 4),
  )

/** Nothing of the patient is in the title, the address or the stores of the browser. */
const expectNothingKept = async (page: Page, address: string): Promise<void> => {
  const kept = await page.evaluate(() =>
    [sessionStorage, localStorage].flatMap((store) =>
      Object.keys(store).map((key) => ({ key, text: `${key} ${store.getItem(key) ?? ''}` })),
    ),
  )
  const unknown = kept.filter(({ key }) => !mayBeKept.some((known) => known.test(key))).map(({ key }) => key)
  const everything = [await page.title(), page.url(), ...kept.map(({ text }) => text)].join(' ').toLowerCase()
  const words = await wordsOfPatient(page)
  const leaks = words.filter((word) => everything.includes(word.toLowerCase()))
  expect({ address, unknown, leaks }).toEqual({ address, unknown: [], leaks: [] })
}

for (const as of Object.keys(screensOf) as Opener[])
  test(`axe finds nothing on any screen of ${as}, and nothing sticks out or is covered, also at 390 px`, async ({
    page,
    request,
  }) => {
    test.setTimeout(400_000)
    const ids: Record<string, number | string> = { topic: 'frat' }
    let ofPatient = ''
    let ofPathway = ''
    if (as === 'teamlead') {
      const ask = await asUser(request, as)
      const { id: pathwayId, patientId } = await aReferral(request, newName())
      const add = async (path: string, fields: object): Promise<number> =>
        (await ask<{ id: number }>(`/api/${path}/save`, { id: 0, ...fields })).id
      const reviewDate = addDays(today(), 30)
      ids['flagId'] = await add('flag', { patientId, kind: 'homeVisitRisk', detail: 'A dog', reviewDate })
      ids['taskId'] = await add('task', { pathwayId, text: 'Ring the surgery', dueDate: today() })
      const [clinician] = await ask<{ id: number }[]>('/api/clinician/all')
      ids['exerciseId'] = await add('exercise', {
        ...{ pathwayId, exercisePlanDate: today(), clinicianId: clinician?.id },
        exercisePlan: 'Strength and balance',
      })
      ofPatient = `?id=${patientId}`
      ofPathway = `?id=${pathwayId}&patientId=${patientId}`
    }
    if (as === 'infogov') {
      const { patientId } = await aReferral(request, newName())
      const asked = { requester: 'The patient', identityChecked: 'Passport', askedDate: today() }
      const ask = await asUser(request, as)
      const { id } = await ask<{ id: number }>('/api/subjectRequest/save', { id: 0, patientId, ...asked })
      ids['requestId'] = id
      ofPatient = `?id=${patientId}`
    }
    // A form in which nothing was typed lets people go without a question.
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(page.url())
      void dialog.accept()
    })
    if (as !== 'nobody') await arriveAs(page, as)
    for (const screen of screensOf[as]) {
      const query = screen.startsWith('/falls/patient/')
        ? ofPatient
        : screen.startsWith('/falls/pathway/')
          ? ofPathway
          : ''
      const address: string =
        screen.replaceAll(/\$(\w+)/g, (_, name: string) => String(ids[name] ?? 0)) + query
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(address.replace(/\?.*/, ''))
      await expect(page.getByText(/^Loading the/), address).toHaveCount(0)
      await expect(
        page.getByRole('heading', { name: /not part of your role|cannot be shown|Not found/ }),
      ).toHaveCount(0)
      await expect(page.locator('.sf-state--failed'), address).toHaveCount(0)
      await expectNothingKept(page, address)
      await page.setViewportSize({ width: 1280, height: 900 })
      await expectAccessible(page)
      // The same page on a phone; loading and reading it again would double the time.
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 })
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect({ address, fits: wide <= width, covered: await coveredChoices(page) }).toEqual({
          address,
          fits: true,
          covered: [],
        })
      }
    }
    expect(asked).toEqual([])
  })
