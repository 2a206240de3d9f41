import { expect, type Page } from '@playwright/test'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

/** The number of lines that the entries of the main menu take. */
const linesOfMenu = (page: Page): Promise<number> =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .evaluateAll((links) => new Set(links.map((link) => link.getBoundingClientRect().top)).size)

/** By how many pixels the hint of the search box is wider than its space. */
const hintBeyond = (page: Page): Promise<number> =>
  page.getByRole('searchbox').evaluate((box) => {
    if (!(box instanceof HTMLInputElement)) throw new Error('The search box is no box')
    const look = getComputedStyle(box)
    const pen = document.createElement('canvas').getContext('2d')
    if (pen === null) throw new Error('This browser does not draw')
    pen.font = look.font
    const room = box.clientWidth - Number.parseFloat(look.paddingLeft) - Number.parseFloat(look.paddingRight)
    return pen.measureText(box.placeholder).width - room
  })

test('the thirteen entries of a Team Lead are seven lines of two in the menu of a phone, and the hint of the search is whole', async ({
  page,
}) => {
  await arriveAs(page, 'teamlead')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/falls/today')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true }).first()).toBeVisible()
    expect(await linesOfMenu(page)).toBe(7)
    await page.getByRole('button', { name: 'Search for a patient' }).click()
    await expect(page.getByRole('searchbox')).toBeFocused()
    expect(await hintBeyond(page)).toBeLessThanOrEqual(0)
  }
})

test('the menu of Information Governance is one line on a tablet, and the hint of the search is whole', async ({
  page,
}) => {
  await arriveAs(page, 'infogov')
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/falls/home')
  await expect(page.getByRole('link', { name: 'Retention', exact: true }).first()).toBeVisible()
  expect(await linesOfMenu(page)).toBe(1)
  expect(await hintBeyond(page)).toBeLessThanOrEqual(0)
})
