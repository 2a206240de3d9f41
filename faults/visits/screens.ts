import type { Page } from '@playwright/test'
import { demonstrationPassword } from '../../db/seed/demonstration/users.ts'
import { noteFormNames, noteForms, type NoteForm } from './written.ts'

/* The screens of the visits, as the clinician of these visits uses them. */

const pin = '274913'

const signIn = async (page: Page): Promise<void> => {
  await page.getByLabel('User name').fill('clinician')
  await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname === '/visits')
}

const take = async (page: Page): Promise<void> => {
  await page.getByLabel('Name of this device').fill('Telephone of Priya')
  await page.getByLabel('PIN for these visits').fill(pin)
  await page.getByLabel('The same PIN again').fill(pin)
  await page.getByRole('button', { name: 'Take with me' }).click()
}

const most = 40

/** From whatever is on the device to the list of the visits, with a signal: signs in, takes visits along or opens them. */
export const openVisits = async (page: Page): Promise<{ tookNew: boolean }> => {
  await page.goto('/visits')
  let tookNew = false
  for (let tries = 0; tries < most; tries += 1) {
    const list = page.getByRole('heading', { name: 'Your visits', exact: true })
    const pinField = page.getByLabel('PIN for these visits')
    const device = page.getByLabel('Name of this device')
    const toSignIn = page.getByRole('main').getByRole('link', { name: /^Sign in/ })
    await list.or(pinField).or(toSignIn).first().waitFor()
    if (await list.isVisible()) return { tookNew }
    if (await toSignIn.isVisible()) {
      await toSignIn.click()
      await signIn(page)
    } else if (await device.isVisible()) {
      tookNew = true
      await take(page)
      await list.or(page.locator('.nhsuk-error-summary')).first().waitFor()
    } else {
      await pinField.fill(pin)
      await page.getByRole('button', { name: 'Open', exact: true }).click()
      await list.or(page.locator('.nhsuk-error-summary')).first().waitFor()
    }
  }
  throw new Error(`The visits did not open: ${await page.locator('main').innerText()}`)
}

const title = (form: NoteForm): string => noteForms[form].title

export const fieldOf = (page: Page) => page.getByLabel(/^Note( \(optional\))?$/)

/** Opens a form of a visit; who it is was asked at the door. */
export const openForm = async (page: Page, name: string, form: NoteForm): Promise<void> => {
  await page.getByRole('link', { name: new RegExp(name, 'i') }).click()
  const door = page.getByLabel(/^This is the person/)
  const link = page.getByRole('link', { name: title(form), exact: true })
  await door.or(link).first().waitFor()
  if (await door.isVisible()) await door.click()
  await link.click()
  await fieldOf(page).waitFor()
}

/** Fills what a new form needs besides its text. */
export const begin = async (page: Page, form: NoteForm): Promise<void> => {
  await page
    .getByRole('button', { name: /^Today for/ })
    .first()
    .click()
  await page.getByRole('radio', { name: noteForms[form].choice }).check()
}

/** What was typed here earlier, brought back; null if nothing is offered. */
export const bringBack = async (page: Page): Promise<string | null> => {
  const back = page.getByRole('button', { name: 'Bring it back' }).first()
  if (!(await back.isVisible())) return null
  await back.click()
  return fieldOf(page).inputValue()
}

export const pressSave = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Save', exact: true }).click()

/** Whether the screen said that it is saved on the device. */
export const isSaved = async (page: Page): Promise<boolean> => {
  const said = page.getByText(/on this device, not handed in yet/)
  await said.or(page.locator('.nhsuk-error-summary')).first().waitFor({ timeout: 20_000 })
  return said.isVisible()
}

/** The line about signal and disk; null if the page does not show it. */
export const lineOf = async (page: Page): Promise<string | null> => {
  const line = page.locator('.sf-visits__signal')
  return (await line.isVisible()) ? line.innerText() : null
}

export const saidOf = (page: Page): Promise<string> => page.locator('main').innerText()

/** Whether what a new form needs besides its text is filled in. */
export const isBegun = (page: Page, form: NoteForm): Promise<boolean> =>
  page.getByRole('radio', { name: noteForms[form].choice }).isChecked()

/** Finishes half of what was begun, removes the visits, and waits until the rest is handed in. Says what is left. */
export const handInAll = async (page: Page, names: readonly string[]): Promise<string> => {
  await openVisits(page)
  for (const name of names)
    for (const form of noteFormNames) {
      await page.goto('/visits')
      await openVisits(page)
      await openForm(page, name, form)
      if ((await bringBack(page)) === null) continue
      if (!(await isBegun(page, form))) await begin(page, form)
      await pressSave(page)
      await isSaved(page)
    }
  await openVisits(page)
  await page.getByRole('link', { name: 'What is on this device' }).click()
  await page.getByRole('button', { name: 'Remove them now' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('No visits.').waitFor()
  const left = page.getByText(/to be handed in/)
  for (let tries = 0; tries < 60; tries += 1) {
    if ((await left.innerText()).startsWith('Nothing')) break
    await page.waitForTimeout(1_000)
  }
  return left.innerText()
}
