import { expect, test, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { addressServiceAway } from '../contract/platform/fields/addressLines.ts'
import {
  serviceKey,
  startStandInService,
  type StandInService,
} from '../server/reference/addressLookup/testing/standInService.ts'
import { expectAccessible } from './axe.ts'
import { arriveAs, signInAs } from './product.ts'
import { startProduct, type StartedProduct } from './startProduct.ts'
import { isLong, longUnless } from './long.ts'

/*
 * IO-9: address lookup with a stand-in of the address service. Of two separate products, one asks the service itself,
 * and the other gives the service's script to the browser.
 */

const widths = [1280, 390]
let outside: StandInService
const products: StartedProduct[] = []

const places = { server: 'http://127.0.0.1:3465', browser: 'http://127.0.0.1:3466' }
const startAt = (place: string, who: string, more: Record<string, string> = {}) =>
  startProduct(Number(new URL(place).port), {
    ADDRESS_LOOKUP: `loqate-${who}`,
    ADDRESS_LOOKUP_KEY: serviceKey,
    ADDRESS_LOOKUP_URL: outside.url,
    ...more,
  })
test.beforeAll(async () => {
  test.setTimeout(300_000)
  outside = await startStandInService()
  const starting = Object.entries(places).map(async ([who, place]) => {
    products.push(await startAt(place, who))
  })
  await Promise.all(starting)
})
test.afterAll(async () => {
  for (const { stop } of products.splice(0)) await stop()
  await outside.close()
})
test.beforeEach(() => {
  Object.assign(outside, { mood: 'well', script: 'well', held: Promise.resolve(), asked: [], told: [] })
})

const boxes = ['Address line 1', 'Address line 2', 'Address line 3', 'Town', 'County', 'Postcode']
const flat = ['Flat 2', 'Orchard House', '1 Orchard Close', 'Sampletown', 'Exampleshire', 'ZZ9 9ZZ']
const lodge = ['Lodge', 'Orchard Close', '', 'Sampletown', '', 'ZZ9 9ZZ']

const boxOf = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })
const inBoxes = (page: Page): Promise<string[]> =>
  Promise.all(boxes.map((label) => boxOf(page, label).inputValue()))
const fillByHand = async (page: Page, address: string[]): Promise<void> => {
  for (const [index, label] of boxes.entries()) await boxOf(page, label).fill(address[index] ?? '')
}
const expectSaved = async (page: Page, line: string): Promise<void> => {
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Patient', level: 1 })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: line }).first()).toBeVisible()
}
/** Opens the address form of a demonstration patient. */
const openAddress = async (page: Page): Promise<void> => {
  await arriveAs(page, 'clinician')
  await page.goto('/falls/patient/address?id=3')
  await expect(boxOf(page, 'Town')).toBeVisible()
}
/** @param outOf selector of parts that are not ours */
const expectFits = async (page: Page, outOf?: string): Promise<void> => {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
  await expectAccessible(page, outOf)
}

/** Errors of the product's page and its requests to other origins. There must be none. */
const watch = (page: Page): string[] => {
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(error.message))
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(new URL(page.url()).origin)
    if (request.frame() === page.mainFrame() && !isOurs && page.url() !== 'about:blank')
      seen.push(request.url())
  })
  return seen
}

test.describe('the service asks', () => {
  test.use({ baseURL: places.server })
  for (const width of widths)
    test(
      `an address is found with the keyboard alone, put in whole, and can be put back, at ${width} px`,
      longUnless(width === 1280),
      async ({ page }) => {
        await page.setViewportSize({ width, height: 900 })
        const seen = watch(page)
        await openAddress(page)
        await expectFits(page)
        await fillByHand(page, ['Old line', 'Old second', 'Old third', 'Oldtown', 'Oldshire', 'ZZ1 1ZZ'])
        const search = page.getByRole('combobox', { name: 'Find an address' })
        await search.focus()
        await page.keyboard.type('zz9 9zz')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('option')).toHaveCount(4)
        await expect(page.getByText('4 addresses')).toBeAttached()
        await expectFits(page)
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('option', { name: 'Flat 2, Orchard House' })).toBeVisible()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await expect(
          page.getByText('The address below was filled in. Please check it before you save.'),
        ).toBeVisible()
        expect(await inBoxes(page)).toEqual(lodge)
        await expect(boxOf(page, 'Address line 1')).toBeFocused()
        await expectFits(page)
        await page.getByRole('button', { name: 'Put back what was there before' }).click()
        expect(await inBoxes(page)).toEqual([
          'Old line',
          'Old second',
          'Old third',
          'Oldtown',
          'Oldshire',
          'ZZ1 1ZZ',
        ])
        await search.fill('ZZ9 9ZZ')
        await page.getByRole('button', { name: 'Find address' }).click()
        await page.getByRole('option', { name: /^ZZ9 9ZZ/ }).click()
        await page.getByRole('option', { name: /^Flat 2/ }).click()
        await expect(boxOf(page, 'Address line 1')).toHaveValue('Flat 2')
        expect(await inBoxes(page)).toEqual(flat)
        await expectSaved(page, 'Flat 2, Orchard House, 1 Orchard Close')
        expect(seen).toEqual([])
      },
    )

  test('leaving the box, Escape and typing on choose nothing', isLong, async ({ page }) => {
    await openAddress(page)
    const before = await inBoxes(page)
    const search = page.getByRole('combobox', { name: 'Find an address' })
    for (const leave of ['Tab', 'Escape', 'x']) {
      await search.fill('ZZ9 9ZZ')
      await search.press('Enter')
      await expect(page.getByRole('option')).toHaveCount(4)
      await search.press('ArrowDown')
      await search.press('ArrowDown')
      await search.press(leave)
      await expect(page.getByRole('option')).toHaveCount(0)
    }
    expect(await inBoxes(page)).toEqual(before)
    expect(outside.asked.filter(({ path }) => path.includes('Retrieve'))).toEqual([])
  })

  for (const width of widths)
    test(
      `a service that does not answer is said in one sentence, and nothing typed is lost, at ${width} px`,
      longUnless(width === 390),
      async ({ page }) => {
        await page.setViewportSize({ width, height: 900 })
        await openAddress(page)
        await fillByHand(page, [`${width} By Hand Road`, '', '', 'Handtown', '', 'ZZ2 2ZZ'])
        const search = page.getByRole('combobox', { name: 'Find an address' })
        await search.fill('nowhere')
        await search.press('Enter')
        await expect(page.getByText('No address found. Please type it below.')).toBeVisible()
        await expectFits(page)
        await search.fill('')
        await search.press('Enter')
        await expect(page.getByRole('alert')).toHaveText(
          'Error: Enter a postcode or the first line of an address',
        )
        await expectFits(page)
        outside.mood = 'failing'
        await search.fill('ZZ9 9ZZ')
        await search.press('Enter')
        await expect(page.getByRole('alert')).toHaveText(`Error: ${addressServiceAway}`)
        await expectFits(page)
        outside.mood = 'silent'
        await search.press('Enter')
        await expect(page.getByRole('button', { name: 'Please wait…' })).toBeVisible()
        // The form saves without waiting for the service.
        await expectSaved(page, `${width} By Hand Road`)
      },
    )
})

test.describe('the service’s script in a frame', () => {
  test.use({ baseURL: places.browser })
  const open = async (page: Page): Promise<FrameLocator> => {
    await page.getByRole('button', { name: 'Find an address' }).press('Enter')
    return page.frameLocator('iframe[title="Address search"]')
  }
  /** The choice removes the frame, in which the browser then confirms no key or click: it is made once that was asked for. */
  const choose = (button: Locator): Promise<void> =>
    button.evaluate((element: HTMLElement) => void setTimeout(() => element.click()))
  const boxIn = (frame: FrameLocator): Locator => frame.getByLabel('Postcode or first line of the address')
  /** Not by keys: the browser may give them to the form behind the frame (see below, where the keyboard is tried). */
  const fillIn = (frame: FrameLocator, text: string): Promise<void> =>
    boxIn(frame).evaluate((element: HTMLInputElement, typed) => {
      element.value = typed
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }, text)

  for (const [kind, place] of [
    ['captureplus-2.30', places.browser],
    ['address-3.91', 'http://127.0.0.1:3467'],
    ['capture-sdk', 'http://127.0.0.1:3467'],
  ] as const)
    test.describe(() => {
      test.use({ baseURL: place })
      if (place !== places.browser) {
        let product: StartedProduct
        test.beforeAll(async () => {
          product = await startAt(place, 'browser', { ADDRESS_LOOKUP_SCRIPT: kind })
        })
        test.afterAll(() => product.stop())
      }

      test(
        `${kind} is loaded with the key, and the address that is chosen fills the form`,
        longUnless(kind === 'capture-sdk'),
        async ({ page }) => {
          const seen = watch(page)
          await openAddress(page)
          await fillByHand(page, ['Old line', 'Old second', 'Old third', 'Oldtown', 'Oldshire', 'ZZ1 1ZZ'])
          // Nothing is loaded before the user opens the search.
          expect(outside.asked).toEqual([])
          const frame = await open(page)
          await expect(frame.getByRole('status')).toHaveText('')
          await expect(boxIn(frame)).toBeFocused()
          // Under automation, the browser process sometimes misses that the focus moved into a frame of another
          // process.
          await expect(async () => {
            await page.locator('iframe').evaluate((element) => {
              element.blur()
              element.focus()
            })
            await page.keyboard.press('Control+A')
            await page.keyboard.type('zz9')
            await expect(boxIn(frame)).toHaveValue('zz9', { timeout: 2_000 })
            await expect(frame.getByRole('button', { name: 'Flat 2, Sampletown' })).toBeVisible()
            await page.keyboard.press('Tab')
            await page.keyboard.press('Tab')
            await expect(frame.getByRole('button', { name: 'Lodge, Sampletown' })).toBeFocused({
              timeout: 2_000,
            })
          }).toPass()
          await choose(frame.getByRole('button', { name: 'Lodge, Sampletown' }))
          await expect(page.getByText('The address below was filled in.')).toBeVisible()
          expect(await inBoxes(page)).toEqual(lodge)
          await expect(boxOf(page, 'Address line 1')).toBeFocused()
          await expect(page.locator('iframe')).toHaveCount(0)
          // The script is slow: text typed before it loads is looked up once it has loaded.
          let letCome = (): void => undefined
          const typed = new Promise<void>((resolve) => (letCome = resolve))
          outside.held = typed
          const again = await open(page)
          await fillIn(again, 'zz9')
          letCome()
          const choice = again.getByRole('button', { name: 'Flat 2, Sampletown' })
          await expect(choice).toBeVisible()
          await expect(page.locator('iframe')).toBeFocused()
          await choose(choice)
          await expect(boxOf(page, 'Address line 1')).toHaveValue('Flat 2')
          expect(await inBoxes(page)).toEqual(flat)
          await expectSaved(page, 'Flat 2, Orchard House, 1 Orchard Close')
          const expected = kind === 'captureplus-2.30' ? { key: serviceKey } : {}
          expect(outside.asked.length).toBeGreaterThan(0)
          for (const { path, query, headers } of outside.asked) {
            expect(path).toContain(kind)
            expect(query).toEqual(expected)
            expect({ cookie: headers.cookie, referer: headers.referer }).toEqual({})
          }
          expect(seen).toEqual([])
        },
      )
    })

  for (const width of widths)
    test(
      `axe finds nothing in the search, closed, open, listing and done, at ${width} px`,
      longUnless(width === 1280),
      async ({ page }) => {
        await page.setViewportSize({ width, height: 900 })
        await openAddress(page)
        await expectFits(page)
        const frame = await open(page)
        await expect(frame.getByRole('status')).toHaveText('')
        await expectFits(page)
        await fillIn(frame, 'zz9')
        await expect(frame.getByRole('button', { name: /^Lodge/ })).toBeVisible()
        await expectFits(page)
        await choose(frame.getByRole('button', { name: /^Lodge/ }))
        await expect(page.getByText('The address below was filled in.')).toBeVisible()
        await expectFits(page)
      },
    )

  for (const mood of ['missing', 'silent', 'away'] as const)
    test(
      `a script that is ${mood} is said in one sentence, and the form saves`,
      longUnless(mood === 'missing'),
      async ({ page }) => {
        if (mood === 'away')
          await page.route(`${outside.url}/**`, (route) => route.abort('connectionrefused'))
        else outside.script = mood
        await openAddress(page)
        await fillByHand(page, [`${mood} Road`, '', '', 'Handtown', '', 'ZZ2 2ZZ'])
        const frame = await open(page)
        await expect(frame.getByRole('status')).toHaveText(addressServiceAway, { timeout: 15_000 })
        await expectFits(page)
        await expectSaved(page, `${mood} Road`)
      },
    )

  test(
    'a hostile script reads nothing, leads nowhere, and is removed when it sends nonsense',
    isLong,
    async ({ page, context }) => {
      test.setTimeout(300_000)
      outside.script = 'hostile'
      const said: string[] = []
      page.on('dialog', (dialog) => {
        said.push(dialog.message())
        void dialog.dismiss()
      })
      await openAddress(page)
      await page.evaluate(() => {
        localStorage.setItem('canary', 'local-canary')
        document.cookie = 'canary=cookie-canary'
      })
      await fillByHand(page, ['Handwritten 7', '', '', 'Handtown', '', 'ZZ2 2ZZ'])
      const typed = await inBoxes(page)
      const address = page.url()
      const frame = await open(page)
      await expect.poll(() => outside.told.at(-1), { timeout: 60_000 }).toBe('done: ')

      // The outcome of each attempt, by name.
      const came = Object.fromEntries(
        outside.told.map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
      )
      const got = Object.entries(came).filter(([, outcome]) => outcome.startsWith('got '))
      expect(Object.keys(came).length).toBeGreaterThan(20)
      // These attempts ran without an error. Below, the test checks that they had no effect.
      expect(Object.fromEntries(got)).toEqual({
        'its own frame': 'got null',
        opener: 'got null',
        'leading the page around away by a link': 'got clicked',
        'a form': 'got sent',
      })
      const everything = outside.told.join('\n') + JSON.stringify(outside.asked)
      for (const canary of ['canary', 'Handwritten', 'surefoot.session', 'access_token', 'falls/patient'])
        expect(everything).not.toContain(canary)
      expect(outside.asked.map(({ path }) => path)).not.toContain('/led-away')
      expect(page.url()).toBe(address)
      expect(context.pages()).toHaveLength(1)
      expect(said).toEqual([])

      // Messages other than an address are not used.
      const odd = ['huge', 'html', 'control characters', 'wrong types', 'more than lines', 'prototype']
      for (const kind of odd) {
        await page.getByRole('button', { name: 'Close the address search' }).click()
        const fresh = await open(page)
        await expect(fresh.getByText('Hostile script is ready')).toBeAttached({ timeout: 60_000 })
        // On a busy machine the first message of a new frame can be lost, so it is sent again.
        await expect(async () => {
          await fillIn(fresh, '')
          await fillIn(fresh, kind)
          await expect(page.getByRole('alert')).toHaveText(
            'The address that came back cannot be used. Please type it below.',
            { timeout: 15_000 },
          )
        }).toPass()
        expect({ kind, boxes: await inBoxes(page) }).toEqual({ kind, boxes: typed })
      }
      await expectFits(page, 'iframe')

      // A valid address counts only while the user is in the frame.
      await boxOf(page, 'Town').focus()
      await frame.locator('#address-search').evaluate((box: HTMLInputElement) => {
        box.value = 'good'
        box.dispatchEvent(new Event('input'))
      })
      await expect(page.getByRole('alert')).not.toHaveText('')
      expect(await inBoxes(page)).toEqual(typed)

      await fillIn(frame, 'flood')
      await expect(page.getByText(/did not work properly and was closed/)).toBeVisible()
      await expect(page.locator('iframe')).toHaveCount(0)
      expect(await inBoxes(page)).toEqual(typed)
      await expectFits(page)
      await expectSaved(page, 'Handwritten 7')
      expect(said).toEqual([])
    },
  )

  test('a script that never ends keeps nobody from saving', async ({ page }) => {
    outside.script = 'endless'
    await openAddress(page)
    await fillByHand(page, ['Endless Road', '', '', 'Handtown', '', 'ZZ2 2ZZ'])
    await open(page)
    await expect.poll(() => outside.asked.some(({ path }) => path.endsWith('.js'))).toBe(true)
    await expectSaved(page, 'Endless Road')
  })

  test('the frame’s page opened by itself has nobody’s origin either', async ({ page }) => {
    outside.script = 'hostile'
    await page.goto(`/address-lookup#${serviceKey}`).catch(() => undefined)
    await page.waitForTimeout(500)
    // The script may be leading the page elsewhere just then.
    await expect(async () => {
      expect(await page.evaluate(() => self.origin)).not.toBe(places.browser)
    }).toPass()
  })

  test('nobody without the right to edit patients is given the key', async ({ page }) => {
    await openAddress(page)
    for (const userName of ['sysadmin', 'infogov', 'external']) {
      await page.evaluate(() => {
        sessionStorage.clear()
        // Otherwise the next page would start signed in again.
        sessionStorage.setItem('arrived', 'yes')
      })
      await signInAs(page, userName)
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('AB12')
    }
  })
})
