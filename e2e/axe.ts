import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

type Violations = AxeResults['violations']

/**
 * What is right need not be told, which takes most of the time on a long list. axe's own connection to the browser brings its whole
 * text into the page for each look, and what it says is drawn up twice; so it is asked here, and used where a page has frames.
 */
const look = async (page: Page, options: RunOptions, outOf?: string): Promise<Violations> => {
  // A screen that has only begun has no heading yet, and its absence says nothing of the screen. Behind a dialog it is there, and out of sight.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const all: RunOptions = { ...options, resultTypes: ['violations', 'incomplete'] }
  if (page.frames().length > 1 && outOf === undefined)
    return faultsOf(await new AxeBuilder({ page }).options(all).analyze())
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const results = await page.evaluate(
    async ({ asked, without }) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const { violations, incomplete } = await inPage.run(
        without === null ? document : { exclude: [without] },
        { ...asked, iframes: false },
      )
      return { violations, incomplete }
    },
    { asked: all, without: outOf ?? null },
  )
  return faultsOf(results)
}

/** Words in the very colour of their ground are left to a person by axe, which takes them for hidden on purpose: here nothing is. */
const faultsOf = ({ violations, incomplete }: Pick<AxeResults, 'violations' | 'incomplete'>): Violations => [
  ...violations,
  ...incomplete.flatMap((found) => {
    const unseen = found.nodes.filter(({ any }) =>
      any.some(({ data }) => (data as { messageKey?: string } | null)?.messageKey === 'equalRatio'),
    )
    return unseen.length === 0 ? [] : [{ ...found, nodes: unseen }]
  }),
]

/** axe's rules of WCAG 2.2 AA, and its good practice, on what is shown now. @param outOf parts that are not ours, with their frames */
export const expectAccessible = async (page: Page, outOf?: string): Promise<void> => {
  const violations = await look(page, {}, outOf)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** On a phone and at a desk, of one loading: axe finds nothing, and nothing sticks out. */
export const expectAccessibleAtBoth = async (page: Page): Promise<void> => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect({ address: page.url(), width, fits: wide <= width }).toEqual({
      address: page.url(),
      width,
      fits: true,
    })
  }
}

/** axe in the dark, of which only the colours differ. */
export const expectLegibleInTheDark = async (page: Page): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const violations = await look(page, { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: null })
  expect(
    violations.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`)),
  ).toEqual([])
}
