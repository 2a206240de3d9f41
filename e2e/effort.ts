import type { Locator, Page } from '@playwright/test'

/**
 * What a job costs at the screen. A click is a press of the mouse, and opening a list and choosing from it are two; a key is
 * one that is pressed, Tab and Enter too. Reading and scrolling cost nothing here.
 */
export interface Effort {
  clicks: number
  keys: number
  click: (target: Locator) => Promise<void>
  choose: (list: Locator, option: string | { index: number }) => Promise<void>
  type: (text: string) => Promise<void>
  tab: () => Promise<void>
}

export const effortOn = (page: Page): Effort => {
  const effort: Effort = {
    clicks: 0,
    keys: 0,
    click: async (target) => {
      await target.click()
      effort.clicks += 1
    },
    choose: async (list, option) => {
      await list.locator('option').nth(1).waitFor({ state: 'attached' })
      await list.selectOption(option)
      // As a mouse leaves it.
      await list.focus()
      effort.clicks += 2
    },
    type: async (text) => {
      await page.keyboard.type(text)
      effort.keys += text.length
    },
    tab: async () => {
      await page.keyboard.press('Tab')
      effort.keys += 1
    },
  }
  return effort
}
