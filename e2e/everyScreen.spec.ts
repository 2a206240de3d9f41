import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectLegibleInTheDark } from './axe.ts'
import { addressOf, screensOf, type Opener, type ScreenSubjects } from './everyScreen.ts'
import { expectNothingMoves } from './motion.ts'
import { aReferral, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { withRequest, withSubjects } from './subjects.ts'
import { test } from './test.ts'
import { longUnless } from './long.ts'

/** Choices whose text is covered by the circle or box drawn before it. */
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

/** Sections of a pathway whose table is partly hidden behind the button at the end of its rows. */
const cutTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.sf-pathway__sections .sf-scroll')]
      .filter((frame) => frame.scrollWidth > frame.clientWidth)
      .map((frame) => frame.closest('section')?.id ?? ''),
  )

/** Whether the account menu has wrapped below the product name. */
const isAccountBelow = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const [name, account] = ['.sf-header__brand', '.sf-account'].map((part) =>
      document.querySelector(part)?.getBoundingClientRect(),
    )
    return name !== undefined && account !== undefined && account.top >= name.bottom
  })

/** Names of the keys that the browser may store. Neither the values nor the title may have patient data (DP-7). */
const mayBeKept: readonly RegExp[] = [
  /^arrived$/,
  /^surefoot\.(session|device|provider|shortcuts|density)$/,
  /^surefoot\.(lastUsed|lastReports|listColumns|dashboardPeriod)\.\d+$/,
]

/** Words from the name in the patient banner. */
const wordsOfPatient = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.sf-banner__name')]
      .flatMap((shown) => (shown.textContent ?? '').split(/[\s,()]+/))
      .filter((word) => word.length > 4),
  )

/** Checks that the title, the URL and the browser's storage have nothing about the patient. */
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
  test(
    `axe finds nothing on any screen of ${as}, and nothing sticks out, is covered or moves, down to 320 px`,
    longUnless(as !== 'teamlead'),
    async ({ page, request, product }) => {
      test.setTimeout(600_000)
      const subjects: ScreenSubjects =
        as === 'teamlead'
          ? await withSubjects(request, await aReferral(request, newName()), product.dataFolder)
          : as === 'infogov'
            ? await withRequest(request)
            : { pathwayId: 0, patientId: 0, ids: { topic: 'frat' } }
      // A form in which nothing was typed can be left without a question.
      const asked: string[] = []
      page.on('dialog', (dialog) => {
        asked.push(page.url())
        void dialog.accept()
      })
      if (as !== 'nobody') await arriveAs(page, as)
      for (const screen of screensOf[as]) {
        const address = addressOf(screen, subjects)
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
        expect(new URL(page.url()).pathname).toBe(address.replace(/\?.*/, ''))
        await expect(page.getByText(/^Loading the/), address).toHaveCount(0)
        await expect(
          page.getByRole('heading', { name: /not part of your role|cannot be shown|Not found/ }),
          address,
        ).toHaveCount(0)
        await expect(page.locator('.sf-state--failed'), address).toHaveCount(0)
        await expectNothingKept(page, address)
        await page.setViewportSize({ width: 1280, height: 900 })
        await expectAccessible(page)
        await expectLegibleInTheDark(page)
        await expectNothingMoves(page)
        // Resizes the same page, because loading and reading it again would double the time. A desktop screen magnified
        // fourfold is also 320 px wide (WCAG 1.4.10).
        for (const width of [1280, 768, 390, 320]) {
          await page.setViewportSize({ width, height: 900 })
          const wide = await page.evaluate(() => document.documentElement.scrollWidth)
          expect({
            address,
            width,
            fits: wide <= width,
            covered: await coveredChoices(page),
            cut: await cutTables(page),
            below: width >= 390 && (await isAccountBelow(page)),
          }).toEqual({
            address,
            width,
            fits: true,
            covered: [],
            cut: [],
            below: false,
          })
        }
      }
      expect(asked).toEqual([])
    },
  )
