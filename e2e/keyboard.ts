import { expect, type Locator, type Page } from '@playwright/test'

/** What the control with the focus is called. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return ''
    const labels =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
        ? element.labels
        : null
    return element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? ''
  })

/**
 * Presses Tab until the control with this name has the focus, as a person without a mouse does. A control that shows a
 * count comes only with the count, so the page is gone through again for as long as one waits for anything else.
 */
export const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  await expect(async () => {
    for (let presses = 0; presses < 80; presses += 1) {
      if (name.test((await focusedName(page)).trim())) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`The keyboard never came to ${name}`)
  }).toPass({ timeout: 45_000 })
}

/** Goes to a control with the keyboard and presses it. */
export const pressOn = async (page: Page, name: RegExp, key = 'Enter'): Promise<void> => {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

/** Goes to a control with the keyboard and types into it. */
export const type = async (page: Page, name: RegExp, text: string): Promise<void> => {
  await tabTo(page, name)
  await page.keyboard.type(text)
}

/**
 * Chooses from a list by its first letters. A second between two letters restarts the browser's search, so that a busy
 * machine may come to another line: then they are typed again.
 */
export const chooseByTyping = async (list: Locator, letters: string): Promise<void> => {
  await expect(async () => {
    await list.focus()
    await list.page().keyboard.type(letters)
    await expect(list.locator('option:checked')).toHaveText(new RegExp(`^${letters}`), { timeout: 1_000 })
  }).toPass({ intervals: [1_500] })
}
