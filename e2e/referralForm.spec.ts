import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { tabTo, type } from './keyboard.ts'
import { listenTo } from './product.ts'
import { test } from './test.ts'

/* The public referral form, in a browser that runs no script. */
test.use({ javaScriptEnabled: false })

/**
 * axe needs a script of its own, so it looks at the same page in a second tab: the server knows what was typed and what
 * is wrong. On a phone of the smallest kind, which is also a desk at 400 % zoom, and at a desk.
 */
const expectWell = async (page: Page, tab: Page): Promise<void> => {
  await tab.context().addCookies(await page.context().cookies())
  await tab.goto(page.url())
  await expect(title(tab)).toHaveText((await title(page).textContent()) ?? '')
  for (const width of [320, 1280]) {
    await tab.setViewportSize({ width, height: 900 })
    await expectAccessible(tab)
    const wide = await tab.evaluate(() => document.documentElement.scrollWidth)
    expect({ address: page.url(), width, fits: wide <= width }).toEqual({
      address: page.url(),
      width,
      fits: true,
    })
  }
}

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click()
const summary = (page: Page) => page.locator('.nhsuk-error-summary')
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** The pages in order, how each is filled in, and the title of the next. */
const journey = (source: 'self' | 'professional'): [fill: (page: Page) => Promise<void>, next: RegExp][] => {
  const own = source === 'self'
  return [
    [
      (page) => page.locator(`input[value=${source}]`).check(),
      /^Is any of this happening to (you|them) now\?/,
    ],
    [
      (page) => page.getByLabel(/^No, none of these/).check(),
      own ? /^Your name/ : /^Who is this referral about\?/,
    ],
    [
      async (page) => {
        await page.getByLabel('First name').fill('Maud')
        await page.getByLabel('Family name').fill('Thistlewood')
        await page.getByLabel('Day').fill('27')
        await page.getByLabel('Month').fill('3')
        await page.getByLabel('Year').fill('1942')
        await page.getByLabel('Female').check()
      },
      /live\?$/,
    ],
    [(page) => page.getByLabel('Address, first line').fill('1 High Street'), /reach (you|them)\?$/],
    [
      (page) => page.getByLabel('Telephone number', { exact: true }).fill('07700 900123'),
      /GP and NHS number/,
    ],
    [(page) => page.getByLabel('NHS number').fill('999 000 0018'), /falls and balance/i],
    [(page) => page.getByLabel('Twice or more').check(), /^How can we help/],
    [
      async (page) => {
        await page.getByLabel(/help with\?$/).fill('A fall in the garden\n\nand another')
        if (!own) await page.getByLabel('Routine').check()
      },
      own ? /^Check your answers/ : /^About you/,
    ],
    ...(own
      ? []
      : ([
          [
            async (page) => {
              await page.getByLabel('Your name').fill('Bob')
              await page.getByLabel('Your job').fill('Paramedic')
              await page.getByLabel('Where you work').fill('Ambulance service')
              await page.getByLabel('Your e-mail address').fill('bob@example.org')
              await page.getByLabel('Yes, they agree').check()
            },
            /^Check your answers/,
          ],
        ] satisfies [fill: (page: Page) => Promise<void>, next: RegExp][])),
  ]
}

const pagesThatCanBeWrong = /refer$|refer\/(signs|person|address|falls|reason|sender)$/

for (const source of ['self', 'professional'] as const)
  test(`axe finds nothing on any page of the referral form, filled or with errors: ${source}`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const heard = listenTo(page, baseURL)
    const tab = await browser.newPage({ javaScriptEnabled: true, baseURL: baseURL ?? '' })
    await page.goto('/refer')
    for (const [fill, next] of journey(source)) {
      await expectWell(page, tab)
      if (pagesThatCanBeWrong.test(page.url())) {
        await goOn(page)
        await expect(summary(page)).toBeFocused()
        await expect(page).toHaveTitle(/^Error: /)
        await expectWell(page, tab)
      }
      await fill(page)
      await goOn(page)
      await expect(title(page)).toHaveText(next)
    }
    await expectWell(page, tab)
    // A sign that cannot wait.
    await page.getByRole('link', { name: 'Change Needs help at once' }).click()
    await page.getByLabel(/fainted or blacked out$/).check()
    await page.getByLabel(/^No, none of these/).uncheck()
    await goOn(page)
    await expect(title(page)).toHaveText('Get help now if you need it')
    await expectWell(page, tab)
    await page.getByRole('button', { name: 'Continue with the form' }).click()
    await expect(title(page)).toHaveText(/^Check your answers/)
    await page.waitForTimeout(10_000)
    await page.getByRole('button', { name: 'Send the referral' }).click()
    await expect(title(page)).toHaveText('Your referral has been sent')
    await expectWell(page, tab)
    await page.getByRole('link', { name: 'How we use what you tell us' }).click()
    await expectWell(page, tab)
    await tab.close()
    expect(heard.outside).toEqual([])
    expect(heard.complaints).toEqual([])
  })

test('a person without a mouse or a script refers themselves and gets a reference', async ({ page }) => {
  const press = (key: string) => page.keyboard.press(key)
  const enter = async (name: RegExp, heading: string | RegExp): Promise<void> => {
    await tabTo(page, name)
    await press('Enter')
    await expect(title(page)).toHaveText(heading)
  }
  await page.goto('/refer')
  const begun = Date.now()
  // The first stop leads past the header.
  await press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await tabTo(page, /^Myself/)
  await press('Space')
  await enter(/^Continue/, /^Is any of this/)
  await enter(/^Continue/, /^Is any of this/)
  // The list of faults has the focus; its first line leads to the box.
  await expect(summary(page)).toBeFocused()
  await press('Tab')
  await press('Enter')
  await tabTo(page, /^No, none of these/)
  await press('Space')
  await enter(/^Continue/, /^Your name/)
  await type(page, /^First name/, 'Otto')
  await type(page, /^Family name/, 'Keyworth')
  await type(page, /^Day/, '3')
  await type(page, /^Month/, '2')
  await type(page, /^Year/, '1938')
  await tabTo(page, /^Female/)
  await press('ArrowDown')
  await enter(/^Continue/, /^Where do you live/)
  await type(page, /^Address, first line/, '2 Mill Lane')
  await enter(/^Continue/, /^How can we reach you/)
  await type(page, /^E-mail address/, 'otto@example.org')
  await enter(/^Continue/, /^Your GP/)
  await enter(/^Continue/, /^Falls and balance/)
  await tabTo(page, /^Not at all/)
  await press('ArrowDown')
  await enter(/^Continue/, /^How can we help/)
  await type(page, /^What would you like help with/, 'I feel unsteady')
  await enter(/^Continue/, /^Check your answers/)
  await expect(page.locator('dl').filter({ hasText: 'Gender' })).toContainText('Male')
  // Back by the keyboard of the browser, and on again: nothing is lost and nothing is asked.
  await page.goBack()
  await expect(page.getByLabel(/^What would you like/)).toHaveValue('I feel unsteady')
  await page.goForward()
  await expect(title(page)).toHaveText(/^Check your answers/)
  await page.waitForTimeout(Math.max(0, 10_500 - (Date.now() - begun)))
  await enter(/^Send the referral/, 'Your referral has been sent')
  await expect(page.locator('.nhsuk-panel')).toContainText(/[A-Z0-9]{4}-[A-Z0-9]{4}/)
  const reference = await page.locator('.refer-reference').textContent()
  await page.goBack()
  await expect(title(page)).toHaveText('Your referral has been sent')
  await expect(page.locator('.refer-reference')).toHaveText(reference ?? '')
})

test('each page leads back without loss, and an answer is changed from the check', async ({ page }) => {
  await page.goto('/refer')
  for (const [fill] of journey('professional').slice(0, 4)) {
    await fill(page)
    await goOn(page)
  }
  for (const shown of [/live\?$/, /^Who is this referral about/, /^Is any of this/, /^Refer to/]) {
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(title(page)).toHaveText(shown)
  }
  await expect(page.locator('input[value=professional]')).toBeChecked()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByLabel(/^No, none of these/)).toBeChecked()
  await goOn(page)
  await expect(page.getByLabel('Family name')).toHaveValue('Thistlewood')
  await expect(page.getByLabel('Year')).toHaveValue('1942')
  await page.goto('/refer')
  await page.getByRole('button', { name: 'Delete my answers and stop' }).click()
  await expect(page.locator('input[value=professional]')).not.toBeChecked()
})
