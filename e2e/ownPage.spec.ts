import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { tabTo } from './keyboard.ts'
import { aReferral, asUser, newName } from './people.ts'
import { listenTo } from './product.ts'
import { test } from './test.ts'

/* The own page of a person, in a browser that runs no script, on the smallest phone. */
test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

const title = (page: Page) => page.getByRole('heading', { level: 1 })

interface OfOne {
  id: number
  patientId: number
  code: string
  ask: Awaited<ReturnType<typeof asUser>>
}

/** Somebody with a referral and a link on paper. */
const somebody = async (request: APIRequestContext): Promise<OfOne> => {
  const { id, patientId } = await aReferral(request, newName())
  const ask = await asUser(request, 'clinician')
  const link = await ask<{ id: number }>('/api/personLink/give', { patientId, way: 'paper' })
  const { code } = await ask<{ code: string }>(`/api/personLink/paper?id=${link.id}`)
  return { id, patientId, code, ask }
}

/** Opens the page as a link in a message does: the code is there, the date of birth is typed. */
const open = async (page: Page, code: string): Promise<void> => {
  await page.goto(`/my/${code.replace(' ', '')}`)
  for (const digits of ['6', '5', '1938']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(digits)
  }
}

/**
 * axe needs a script, so it looks at the same page in a second tab: on the smallest phone, which is also a desk at 400 %
 * zoom, and at a desk.
 */
const expectWell = async (page: Page, tab: Page): Promise<void> => {
  await tab.context().clearCookies()
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
