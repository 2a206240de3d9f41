import { expect, type CDPSession, type Page } from '@playwright/test'
import { languages } from '../contract/care/person/language.ts'
import { wordsOf } from '../server/care/person/words/words.ts'
import { expectAccessible } from './axe.ts'
import { longUnless } from './long.ts'
import {
  aClassPlace,
  aLetter,
  anAppointment,
  anOffer,
  anOfferedPlace,
  aPlan,
  open,
  somebody,
  type Person,
} from './ownPages.ts'
import { test } from './test.ts'

/*
 * Every page of a person's own, found by following its links, and its forms with faults: for people who enlarge, who
 * hear it, who have no mouse, and who read from right to left. None has a script, so that a browser may run the one of axe.
 */

interface Layout {
  width: number
  /** Letters alone are enlarged, as a setting of the browser does. */
  text?: '200%'
}
/** A desk of 1280 pixels at 400 % zoom lays a page out as the smallest phone does. */
const smallest: Layout = { width: 320 }
const others: readonly Layout[] = [
  { width: 390 },
  { width: 1280 },
  { width: 390, text: '200%' },
  { width: 1280, text: '200%' },
]

const layOut = async (page: Page, { width, text }: Layout): Promise<void> => {
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), text ?? '')
}

/** Whether nothing sticks out sideways. */
const expectToFit = async (page: Page, layout: Layout): Promise<void> => {
  await layOut(page, layout)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect({ at: page.url(), ...layout, sticksOut: Math.max(0, wide - layout.width) }).toEqual({
    ...{ at: page.url(), ...layout, sticksOut: 0 },
  })
}

const controls = new Set(['button', 'link', 'textbox', 'radio', 'checkbox'])
type Node = { role?: { value: string }; name?: { value: string }; ignored: boolean; properties?: Property[] }
interface Property {
  name: string
  value: { value?: unknown }
}

/** What a screen reader finds: one title, headings in order, a name for each control. */
const expectTree = async (page: Page, reader: CDPSession): Promise<void> => {
  const { nodes } = (await reader.send('Accessibility.getFullAXTree')) as unknown as { nodes: Node[] }
  const shown = nodes.filter(({ ignored }) => !ignored)
  const levels = shown
    .filter(({ role }) => role?.value === 'heading')
    .map(({ properties = [] }) => Number(properties.find(({ name }) => name === 'level')?.value.value))
  const nameless = shown.filter(
    ({ role, name }) => controls.has(role?.value ?? '') && (name?.value ?? '').trim() === '',
  )
  const fromTitle = levels.slice(levels.indexOf(1))
  const jumps = fromTitle.filter((level, place) => level > (fromTitle[place - 1] ?? 1) + 1)
  expect({
    ...{ at: page.url(), titles: levels.filter((level) => level === 1).length },
    ...{ jumps, nameless: nameless.map(({ role }) => role?.value) },
  }).toEqual({ at: page.url(), titles: 1, jumps: [], nameless: [] })
}

/** What the page says of itself: its language and direction, and the box of each fault. */
const expectTold = async (page: Page, { tag, direction }: (typeof languages)[number]): Promise<void> => {
  const told = await page.evaluate(() => {
    const of = (selector: string) => [...document.querySelectorAll(selector)]
    const isThere = (id: string | null) => id !== null && document.querySelector(`[id="${id}"]`) !== null
    const describes = (element: Element) =>
      (element.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '')
    return {
      lang: document.documentElement.lang,
      dir: document.documentElement.dir,
      scripts: document.scripts.length,
      otherLanguages: of('nav [hreflang]').filter(
        (each) => each.getAttribute('lang') === each.getAttribute('hreflang') && each.hasAttribute('dir'),
      ).length,
      astray: [
        ...of('.nhsuk-error-summary a').filter((each) => !isThere(each.getAttribute('href')?.slice(1) ?? '')),
        ...of('[aria-describedby]').filter((each) => !describes(each).every(isThere)),
        ...of('.nhsuk-error-message').filter(
          ({ id }) => !of('[aria-describedby]').some((each) => describes(each).includes(id)),
        ),
      ].map(({ outerHTML }) => outerHTML),
    }
  })
  expect({ at: page.url(), ...told }).toEqual({
    ...{
      at: page.url(),
      lang: tag,
      dir: direction,
      scripts: 0,
      otherLanguages: languages.length,
      astray: [],
    },
  })
}

/** Each control can be reached with Tab, in the order in which it is read, and is seen to have the focus. */
const expectKeyboard = async (page: Page): Promise<void> => {
  const reached = await page.evaluate(() => {
    const looks = (element: Element): string => {
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
      return [getComputedStyle(element), ...(label ? [getComputedStyle(label, ':before')] : [])]
        .map(({ outline, boxShadow, backgroundColor, border }) => [
          outline,
          boxShadow,
          backgroundColor,
          border,
        ])
        .join()
    }
    const all = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), textarea'),
    ]
    ;(document.activeElement as HTMLElement | null)?.blur()
    const kept = { all, before: new Map(all.map((each) => [each, looks(each)])), looks }
    ;(window as unknown as { kept: typeof kept }).kept = kept
    const groups = new Set<string>()
    return all.filter((each) => {
      if (!(each instanceof HTMLInputElement) || each.type !== 'radio') return true
      if (groups.has(each.name)) return false
      groups.add(each.name)
      return true
    }).length
  })
  const places: number[] = []
  for (let stop = 0; stop < reached; stop += 1) {
    // The list of faults has the focus when a page opens; everything is reached from the first link on.
    if (stop === 0) await page.locator('a[href]').first().focus()
    else await page.keyboard.press('Tab')
    const { place, isSeen, what } = await page.evaluate(() => {
      const { all, before, looks } = (
        window as unknown as {
          kept: { all: HTMLElement[]; before: Map<Element, string>; looks: (each: Element) => string }
        }
      ).kept
      const here = document.activeElement as HTMLElement
      return {
        place: all.indexOf(here),
        isSeen: looks(here) !== before.get(here),
        what: here.outerHTML.slice(0, 120),
      }
    })
    expect({ at: page.url(), what, isSeen }).toEqual({ at: page.url(), what, isSeen: true })
    places.push(place)
  }
  expect({ at: page.url(), places }).toEqual({
    ...{ at: page.url(), places: [...new Set(places)].toSorted((one, other) => one - other) },
  })
}

const nameOf = (address: string): string => address.split('?')[0] ?? ''

for (const language of languages.filter(({ code }) => code === 'en' || code === 'ur'))
  for (const where of ['on the smallest phone', 'at every width'] as const)
    test(
      `every page of somebody’s own is well ${where}: ${language.own}`,
      longUnless(where === 'on the smallest phone'),
      async ({ page, request }) => {
        const isWhole = where === 'at every width'
        const reader = await page.context().newCDPSession(page)
        const seen = new Set<string>()
        const look = async (): Promise<void> => {
          seen.add(nameOf(new URL(page.url()).pathname))
          await expectTold(page, language)
          await expectToFit(page, smallest)
          await expectTree(page, reader)
          await expectAccessible(page)
          // The order of controls is the same in each language.
          if (isWhole || language.code === 'en') await expectKeyboard(page)
          for (const layout of others) {
            await expectToFit(page, layout)
            await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
            if (isWhole) await expectAccessible(page)
          }
          await layOut(page, smallest)
        }
        const press = async (selector = 'main form:last-of-type button'): Promise<void> => {
          await page.locator(selector).last().click()
          await page.waitForLoadState()
        }
        /** Each page to which links lead, by its name. */
        const walk = async (): Promise<void> => {
          const ahead = ['/my/home']
          const found = new Set<string>(ahead)
          for (let at = ahead.shift(); at !== undefined; at = ahead.shift()) {
            await page.goto(at)
            await look()
            const leads = await page
              .locator('a[href^="/my/"]')
              .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
            for (const each of leads) {
              const name = nameOf(each)
              // The file of a letter is no page, and a change of language is not a page of its own.
              if (found.has(name) || name.endsWith('-paper') || name.startsWith('/my/in/')) continue
              found.add(name)
              ahead.push(each)
            }
          }
        }
        const enter = async (person: Person): Promise<void> => {
          await page.context().clearCookies()
          await page.goto(`/my/in/${language.code}`)
          await open(page, await person.code())
        }
        await layOut(page, smallest)

        const inClass = await somebody(request)
        await aPlan(inClass)
        await aClassPlace(inClass)
        await anOfferedPlace(inClass, await somebody(request))
        await aLetter(inClass)
        await anAppointment(inClass, 'visit')
        await enter(inClass)
        await walk()
        await page.goto('/my/questions')
        await press('button[value=go]')
        await press()
        await look()
        await page.locator('input[value="3"]').check()
        await press()
        await page.locator('#fallCount').fill('2')
        await press()
        await look()
        await page.locator('#fallCount').fill('7')
        await press()
        for (const next of ['key', 'confidence', 'exercise']) {
          await expect(page).toHaveURL(new RegExp(`/${next}$`))
          await look()
          await press()
        }
        await page.locator('#note').fill('x'.repeat(501))
        await press()
        await look()
        await page.locator('#note').fill('')
        await press()
        await look()
        await press()
        await look()
        for (const address of [
          'help',
          'thanks',
          'diary/pain',
          'appointments?said=cancelled',
          'class?said=gone',
        ]) {
          await page.goto(`/my/${address}`)
          await look()
        }
        await page.goto('/my/diary')
        await press('main form:first-of-type button')
        await page.locator('main a[href^="/my/diary/day"]').first().click()
        await look()

        const waits = await somebody(request)
        await anOffer(request, waits)
        await enter(waits)
        for (const address of ['home', 'waiting?said=worse']) {
          await page.goto(`/my/${address}`)
          await look()
        }
        await page.locator('.my-out button').click()
        await look()
        await press()
        await look()
        for (const said of ['missingBirth', 'wrong', 'ended', 'device', 'idle', 'kept', 'nhsLoginNone']) {
          await page.goto(`/my?said=${said}`)
          await look()
        }
        await page.goto('/my/nothing/here')
        await expect(page.locator('h1')).toHaveText(wordsOf[language.code].refused.unknownTitle)
        await look()
        expect(seen.size).toBeGreaterThan(20)
      },
    )
