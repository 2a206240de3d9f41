import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { expectAccessible } from './axe.ts'
import { addressOf, screensOf } from './everyScreen.ts'
import { pressOn, tabTo, type } from './keyboard.ts'
import { isLong } from './long.ts'
import { aReferral, asUser, newName, type Referred } from './people.ts'
import { arriveAs } from './product.ts'
import { withSubjects } from './subjects.ts'
import { test } from './test.ts'

/* The head on a phone (decision 166): at most 120 px high, and who the patient is and what to know of them always seen. */

const phone = { width: 390, height: 844 }
const mostHigh = 120

interface Seen {
  bottom: number
  name: boolean
  born: boolean
  firstFlag: boolean
  /** The first flag that is drawn. */
  flag: string
  wide: number
}

/** Where the head ends, and which of its parts a person sees: what is covered or outside the screen is not seen. */
const headOf = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const isSeen = (element: Element | undefined | null): boolean => {
      const [line] = element?.getClientRects() ?? []
      if (line === undefined) return false
      const top = document.elementFromPoint(
        line.left + Math.min(line.width, 20) / 2,
        line.top + line.height / 2,
      )
      return top !== null && element?.contains(top) === true
    }
    const place = (element: Element): number => {
      const { top, left } = element.getBoundingClientRect()
      return top * 10_000 + left
    }
    const [flag] = [...document.querySelectorAll('.sf-banner .sf-chip')].toSorted(
      (a, b) => place(a) - place(b),
    )
    const banner = document.querySelector('.sf-banner')
    return {
      bottom: banner?.getBoundingClientRect().bottom ?? 0,
      name: isSeen(banner?.querySelector('.sf-banner__name')),
      born: isSeen(banner?.querySelector('.sf-banner__fact strong')),
      firstFlag: isSeen(flag),
      flag: flag?.textContent ?? '',
      wide: document.documentElement.scrollWidth,
    }
  })

const scrollToEnd = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((drawn) => {
        window.scrollTo(0, document.body.scrollHeight)
        requestAnimationFrame(() => requestAnimationFrame(() => drawn()))
      }),
  )

/** At the top of the screen and at its end. */
const expectHead = async (page: Page, address: string, highest = mostHigh): Promise<void> => {
  await page.goto(address)
  await expect(page.getByRole('region', { name: 'Patient', exact: true }), address).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
  const { width = 0 } = page.viewportSize() ?? {}
  for (const at of ['top', 'end']) {
    if (at === 'end') await scrollToEnd(page)
    const { bottom, wide, ...seen } = await headOf(page)
    expect({ address, at, ...seen, flag: '' }).toEqual({
      ...{ address, at, flag: '' },
      ...{ name: true, born: true, firstFlag: true },
    })
    expect(bottom, `${address} at the ${at}`).toBeLessThanOrEqual(highest)
    expect(wide, address).toBeLessThanOrEqual(width)
  }
}

const long = () => ({
  familyName: `Featherstonehaugh-Cholmon${newName()}`,
  firstName: 'Bartholomew Maximilian Josephus',
})

/** Six flags. @param more changes to the patient */
const aFlagged = async (request: APIRequestContext, more: object = {}): Promise<Referred> => {
  const own = await aReferral(request, newName())
  const ask = await asUser(request, 'clinician')
  const { patientId } = own
  const reviewDate = addDays(today(), 7)
  for (const flag of [
    { kind: 'redFlag', category: 'blackout', detail: 'On the stairs', action: 'sameDayGp' },
    { kind: 'safeguarding', detail: 'Ask the lead' },
    { kind: 'homeVisitRisk', detail: 'A dog' },
    { kind: 'interpreter', detail: 'Welsh' },
    { kind: 'reasonableAdjustment', category: 'time', detail: 'Half an hour more' },
    { kind: 'preferredFormat', category: 'largePrint' },
  ])
    await ask('/api/flag/save', { id: 0, patientId, reviewDate, ...flag })
  const patient = await ask<object>(`/api/patient/get?id=${patientId}`)
  await ask('/api/patient/save', { ...patient, phoneHome: '01632 960 001', ...more })
  return own
}

/** A list, a form and both pages of a patient. */
const kindsOf = ({ id, patientId, address }: Referred): string[] => [
  address,
  `/falls/pathway/contactNote/0?id=${id}&patientId=${patientId}`,
  `/falls/patient/view?id=${patientId}`,
  `/falls/patient/flags?id=${patientId}`,
]

const people: {
  what: string
  first: string
  make: (request: APIRequestContext) => Promise<Referred>
  open?: (page: Page) => Promise<void>
}[] = [
  { what: 'with many flags', first: 'Red flag: blackout', make: (request) => aFlagged(request) },
  { what: 'with a long name', first: 'Red flag: blackout', make: (request) => aFlagged(request, long()) },
  {
    what: 'who died',
    first: 'Died ',
    make: (request) => aFlagged(request, { deceasedDate: addDays(today(), -3) }),
  },
  {
    what: 'with a restricted record',
    first: 'Restricted record',
    make: async (request) => {
      const own = await aFlagged(request, { familyName: newName() })
      const ask = await asUser(request, 'infogov')
      const { patientId } = own
      await ask('/api/restriction/save', { patientId, kind: 'publicPerson', reason: 'Reads the news' })
      return own
    },
  },
]

for (const { what, first, make } of people)
  test(`on a phone the head of a patient ${what} has at most 120 px and shows name, birth date and flags`, async ({
    page,
    request,
  }) => {
    const own = await make(request)
    await arriveAs(page, 'clinician')
    for (const size of [phone, { width: 320, height: 640 }]) {
      await page.setViewportSize(size)
      for (const address of kindsOf(own)) await expectHead(page, address)
      expect((await headOf(page)).flag).toContain(first)
    }
    // Held sideways, and magnified fourfold: what stays is the name, the birth date and flags alone.
    for (const [width, height, stays] of [
      [844, 390, 30],
      [320, 256, 56],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(own.address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await scrollToEnd(page)
      const { bottom, ...seen } = await headOf(page)
      expect(seen).toMatchObject({ name: true, born: true, firstFlag: true })
      expect(seen.flag).toContain(first)
      expect(bottom).toBeLessThanOrEqual(stays)
    }
  })

test(
  'the head has at most 120 px on every screen of a patient',
  isLong,
  async ({ page, request, product }) => {
    test.setTimeout(600_000)
    const subjects = await withSubjects(request, await aFlagged(request, long()), product.dataFolder)
    page.on('dialog', (dialog) => void dialog.accept())
    await arriveAs(page, 'teamlead')
    await page.setViewportSize(phone)
    for (const screen of screensOf.teamlead.filter((each) => /^\/falls\/(patient|pathway)\//.test(each)))
      await expectHead(page, addressOf(screen, subjects))
  },
)

test('flags without room are counted, and one press shows them with the telephone, the address and the whole name', async ({
  page,
  request,
}) => {
  const own = await aFlagged(request, { ...long(), addressLine1: '12 Mill Lane', town: 'Fernhill' })
  await arriveAs(page, 'clinician')
  await page.setViewportSize(phone)
  await page.goto(own.address)
  const banner = page.getByRole('region', { name: 'Patient', exact: true })
  // A screen reader reads all of them, shown or not.
  const flags = banner.getByRole('list', { name: 'Flags' }).getByRole('listitem')
  await expect(flags).toHaveCount(6)
  const more = banner.getByRole('button', { name: /^\+ \d more flags: telephone, address and GP$/ })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  const unseen = Number((await more.textContent())?.match(/\d/)?.[0])
  const { bottom } = await headOf(page)
  const below = await flags.evaluateAll(
    (chips, end) => chips.filter((chip) => chip.getBoundingClientRect().bottom > end).length,
    bottom,
  )
  expect(unseen).toBe(below)
  await more.focus()
  await page.keyboard.press('Enter')
  const less = banner.getByRole('button', { name: 'Less' })
  await expect(less).toBeFocused()
  await expect(less).toHaveAttribute('aria-expanded', 'true')
  for (const flag of await flags.all()) await expect(flag).toBeInViewport({ ratio: 1 })
  await expect(banner.getByRole('link', { name: '01632 960 001' })).toBeInViewport({ ratio: 1 })
  await expect(banner.getByText('12 Mill Lane, Fernhill')).toBeInViewport({ ratio: 1 })
  const cut = await banner
    .locator('.sf-banner__name span')
    .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth + 1).length)
  expect(cut).toBe(0)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(more).toBeFocused()
})

test('menu and search are behind buttons that a finger and a keyboard can use, and the visits of today are one tap away', async ({
  page,
  request,
}) => {
  const own = await aFlagged(request)
  await arriveAs(page, 'clinician')
  await page.setViewportSize(phone)
  await page.goto(own.address)
  const header = page.getByRole('banner')
  const menu = header.getByRole('button', { name: 'Menu' })
  const search = header.getByRole('button', { name: 'Search for a patient' })
  const visits = header.getByRole('link', { name: 'Visits of today' })
  for (const target of [menu, search, visits, header.getByRole('button', { name: 'Help' })]) {
    const box = await target.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48)
  }

  // The menu: the focus goes into it, comes back with Escape, and the menu closes where the focus leaves it.
  const entries = page.getByRole('navigation', { name: 'Main' })
  await expect(entries).toBeHidden()
  await tabTo(page, /^Menu$/)
  await page.keyboard.press('Enter')
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await expect(entries.getByRole('link', { name: 'Home' })).toBeFocused()
  for (const entry of await entries.getByRole('link').all()) {
    await expect(entry).toBeInViewport({ ratio: 1 })
    expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  }
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(entries).toBeHidden()
  await expect(menu).toBeFocused()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await menu.click()
  await expectAccessible(page)
  await page.getByText('It is not a medical device').click()
  await expect(entries).toBeHidden()

  // The search covers nothing of the patient.
  await menu.focus()
  await pressOn(page, /^Search for a patient$/)
  const box = page.getByRole('searchbox', { name: /^Find a patient/ })
  await expect(box).toBeFocused()
  await expectAccessible(page)
  expect(await headOf(page)).toMatchObject({ name: true, born: true, firstFlag: true })
  const close = header.getByRole('button', { name: 'Close the search' })
  await expect(close).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await expect(search).toBeFocused()
  await page.getByRole('main').focus()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await type(page, /^Find a patient/, 'Ashworth')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Patient search' })).toBeVisible()
  await expect(box).toBeHidden()

  // From the end of a screen too.
  await page.goto(own.address)
  await scrollToEnd(page)
  await visits.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Take visits along' })).toBeVisible()
  await page.getByRole('link', { name: 'Diary of today' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Diary' })).toBeVisible()
  await menu.click()
  await entries.getByRole('link', { name: 'Letters' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Letters' })).toBeVisible()
  await expect(entries).toBeHidden()
})

test('at a desk the head is as it was: menu and search without buttons', async ({ page, request }) => {
  const own = await aFlagged(request)
  await arriveAs(page, 'clinician')
  await page.goto(own.address)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByRole('searchbox', { name: /^Find a patient/ })).toBeVisible()
  for (const name of ['Menu', 'Search for a patient'])
    await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Address and GP' })).toBeVisible()
})
