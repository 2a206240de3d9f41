import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import type { PathwayView } from '../contract/pathways/referral/pathway.ts'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'
import { aReferral, asUser, newName } from './people.ts'

/* Visits without a signal: people who are visited today, and what a clinician presses. */

export const pin = '274913'
export const words = 'Plinthious wombat: rang the bell twice.'

export interface Visited {
  name: string
  pathwayId: number
  patientId: number
}

let minute = 0
/** A patient whom the clinician visits today. */
export const aVisit = async (request: APIRequestContext): Promise<Visited> => {
  const name = newName()
  const { id: pathwayId, patientId } = await aReferral(request, name, { referralDate: addDays(today(), -30) })
  const ask = await asUser(request, 'clinician')
  const { user } = await ask<{ user: { clinicianId: number } }>('/api/user/profile')
  const [location] = await ask<{ id: number }[]>('/api/location/all')
  minute += 7
  await ask('/api/appointment/save', {
    ...{ id: 0, pathwayId, appointmentType: 'visit', appointmentDate: today(), minutes: 5 },
    startTime: `${String(8 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
    clinicianId: user.clinicianId,
    locationId: location?.id,
  })
  return { name, pathwayId, patientId }
}

export const recordOf = async (
  request: APIRequestContext,
  { pathwayId, patientId }: Visited,
): Promise<PathwayView> => {
  const ask = await asUser(request, 'clinician')
  return ask<PathwayView>(`/api/pathway/get?id=${pathwayId}&patientId=${patientId}`)
}

export const signIn = async (page: Page): Promise<void> => {
  await page.getByLabel('User name').fill('clinician')
  await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname === '/visits')
}

export const take = async (page: Page): Promise<void> => {
  await page.goto('/login?redirect=/visits')
  await signIn(page)
  await page.getByLabel('Name of this device').fill('Telephone of Priya')
  await page.getByLabel('PIN for these visits').fill(pin)
  await page.getByLabel('The same PIN again').fill(pin)
  await page.getByRole('button', { name: 'Take with me' }).click()
  await expect(page.getByRole('heading', { name: 'Your visits' })).toBeVisible({ timeout: 60_000 })
}

export const openVisit = async (page: Page, { name }: Visited): Promise<void> => {
  await page.getByRole('link', { name: new RegExp(name, 'i') }).click()
  await page.getByLabel(/^This is the person/).click()
}

export const typeNote = async (page: Page, note = words): Promise<void> => {
  await page.getByRole('link', { name: 'Contact note', exact: true }).click()
  await page.getByRole('button', { name: 'Today for Day of the contact' }).click()
  await page.getByRole('radio', { name: 'Visit' }).check()
  await page.getByLabel('Note', { exact: true }).fill(note)
  await expect(page.getByText(/Kept here at/)).toBeVisible()
}
export const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/on this device, not handed in yet/)).toBeVisible()
}
export const notesOf = async (request: APIRequestContext, visit: Visited): Promise<(string | null)[]> =>
  (await recordOf(request, visit)).contactNote.map(({ note }) => note)
export const handedIn = (request: APIRequestContext, visit: Visited, notes: string[]): Promise<void> =>
  expect.poll(() => notesOf(request, visit), { timeout: 60_000 }).toEqual(notes)
