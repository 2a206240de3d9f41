import { randomBytes } from 'node:crypto'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import type { PathwayLetters } from '../contract/care/letters/letter.ts'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { nhsNumbersFrom } from '../db/seed/demonstration/people.ts'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'

/** What the service answers to a call of a user. */
export const asUser = async (request: APIRequestContext, userName: string) => {
  const signedIn = await request.post('/oauth/token', {
    form: { grant_type: 'password', username: userName, password: demonstrationPassword },
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  return async <Reply>(path: string, data?: object): Promise<Reply> => {
    const headers = { authorization: `Bearer ${token}` }
    const reply =
      data === undefined ? await request.get(path, { headers }) : await request.post(path, { headers, data })
    expect(reply.status(), `${path}: ${await reply.text()}`).toBe(200)
    return (await reply.json()) as Reply
  }
}

/** Starts elsewhere each time: after a failed test this file is loaded again, on the same database. */
const numbers = nhsNumbersFrom(999_600_001 + (Math.floor(Date.now() / 100) % 190_000))

/** Letters that nobody else is called: two of one name and birthday are taken for one person. */
export const newName = (): string =>
  Array.from(randomBytes(9), (byte) => String.fromCodePoint(97 + (byte % 26))).join('')

export interface Referred {
  id: number
  patientId: number
  nhsNumber: string
  /** The address of the pathway page. */
  address: string
}

/** A patient whose NHS number is not known, made through HTTP. */
export const aRecord = async (
  request: APIRequestContext,
  familyName: string,
  more: object = {},
): Promise<{ id: number; version: number }> => {
  const call = await asUser(request, 'clinician')
  const [gender] = await call<{ id: number }[]>('/api/gender/all')
  return call('/api/patient/save', {
    id: 0,
    familyName,
    firstName: 'Story',
    genderId: gender?.id,
    dateOfBirth: '1938-05-06',
    nhsNumberUnknown: true,
    ...more,
  })
}

/** A patient referred sixty days ago, made through HTTP. */
export const aReferral = async (
  request: APIRequestContext,
  familyName: string,
  more: { consentGiven?: boolean; referralDate?: string; generalNotes?: string } = {},
): Promise<Referred> => {
  const call = await asUser(request, 'clinician')
  const nhsNumber = numbers.next().value
  const [gender] = await call<{ id: number }[]>('/api/gender/all')
  const [referrer] = await call<{ id: number }[]>('/api/referrer/all')
  const [method] = await call<{ id: number }[]>('/api/method/all')
  const { id: patientId } = await call<{ id: number }>('/api/patient/save', {
    id: 0,
    familyName,
    firstName: 'Story',
    genderId: gender?.id,
    dateOfBirth: '1938-05-06',
    nhsNumber,
  })
  const { id } = await call<{ id: number }>('/api/pathway/save', {
    id: 0,
    patientId,
    referralDate: addDays(today(), -60),
    referrerId: referrer?.id,
    referralMethodId: method?.id,
    ...more,
  })
  return { id, patientId, nhsNumber, address: `/falls/pathway/view?id=${id}&patientId=${patientId}` }
}

/**
 * A patient with an address and a practice, so that letters can go to both.
 * @param practice what finds the practice
 */
export const aPersonToWriteTo = async (request: APIRequestContext, practice = 'Surgery') => {
  const name = newName()
  const own = await aReferral(request, name)
  const ask = await asUser(request, 'clinician')
  const patient = await ask<object>(`/api/patient/get?id=${own.patientId}`)
  const [found] = await ask<{ gp: { id: string } }[]>('/api/gp/search', { search: practice })
  await ask('/api/patient/save', {
    ...patient,
    ...{ addressLine1: '12 Mill Lane', town: 'Fernhill', postcode: 'ZZ1 1ZZ', registeredGP: found?.gp.id },
  })
  return {
    ...own,
    name,
    ask,
    letters: () => ask<PathwayLetters>(`/api/letter/ofPathway?pathwayId=${own.id}`),
  }
}

/** Types a day into the three boxes of a field. */
export const fillDay = async (page: Page, label: string, day: string): Promise<void> => {
  const [year = '', month = '', date = ''] = day.split('-')
  const boxes = page.getByRole('group', { name: label })
  await boxes.getByLabel('Day').fill(date)
  await boxes.getByLabel('Month').fill(month)
  await boxes.getByLabel('Year').fill(year)
}

/** Chooses the first real choice of a list, once it has come. */
export const chooseFirst = async (page: Page, label: string): Promise<void> => {
  const list = page.getByLabel(label, { exact: true })
  await expect(list.locator('option').nth(1)).toBeAttached()
  await list.selectOption({ index: 1 })
}
