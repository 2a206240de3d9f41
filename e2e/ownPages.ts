import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { aPersonToWriteTo, asUser, newName } from './people.ts'

/* People with a page of their own, made through HTTP with what staff would have recorded. */

type Ask = Awaited<ReturnType<typeof asUser>>

export interface Person {
  id: number
  patientId: number
  ask: Ask
  /** A new link on paper. */
  code: () => Promise<string>
}

const born = ['6', '5', '1938']

const first = async (ask: Ask, list: string): Promise<number | undefined> =>
  (await ask<{ id: number }[]>(`/api/${list}/all`))[0]?.id

/** Somebody with a referral, an address and a practice. Nobody has seen them yet. */
export const somebody = async (request: APIRequestContext): Promise<Person> => {
  const { id, patientId, ask } = await aPersonToWriteTo(request)
  const code = async (): Promise<string> => {
    const link = await ask<{ id: number }>('/api/personLink/give', { patientId, way: 'paper' })
    return (await ask<{ code: string }>(`/api/personLink/paper?id=${link.id}`)).code
  }
  return { id, patientId, ask, code }
}

/** An appointment in so many days. */
export const anAppointment = async (
  { id: pathwayId, ask }: Person,
  appointmentType: 'visit' | 'clinic',
  inDays = 5,
): Promise<void> => {
  await ask('/api/appointment/save', {
    ...{ id: 0, pathwayId, appointmentType, appointmentDate: addDays(today(), inDays) },
    ...{ startTime: '10:30', minutes: 45, locationId: await first(ask, 'location') },
    ...{ clinicianId: await first(ask, 'clinician'), outsideHoursConfirmed: true, unusualConfirmed: true },
  })
}

/** A free place in a clinic of its own, in so many days, offered to the person. */
export const anOffer = async (
  request: APIRequestContext,
  { id: pathwayId, ask }: Person,
  inDays = 9,
): Promise<void> => {
  const lead = await asUser(request, 'teamlead')
  const { id: clinicId } = await lead<{ id: number }>('/api/clinic/save', {
    ...{ id: 0, name: `Falls clinic ${newName()}`, appointmentType: 'clinic', everyWeeks: 1, slots: 2 },
    ...{ clinicianId: await first(ask, 'clinician'), locationId: await first(ask, 'location') },
    ...{ firstDate: addDays(today(), inDays), startTime: '07:30', minutes: 30, travelMinutes: 0, places: 1 },
  })
  const [slot] = await ask<{ id: number }[]>(`/api/slot/free?from=${today()}&clinicId=${clinicId}`)
  await ask('/api/slot/offer', { slotId: slot?.id, pathwayId })
}

/** An exercise plan of ten days ago, whose days the person can note. */
export const aPlan = async ({ id: pathwayId, ask }: Person): Promise<void> => {
  await ask('/api/exercise/save', {
    ...{ id: 0, pathwayId, exercisePlanDate: addDays(today(), -10), exercisePlan: 'Strength' },
    clinicianId: await first(ask, 'clinician'),
  })
}

/** A class of five days ago with one place. */
const aClass = async (ask: Ask): Promise<number> => {
  const { id } = await ask<{ id: number }>('/api/class/save', {
    ...{ id: 0, name: `Steady steps ${newName()}`, firstDate: addDays(today(), -5), startTime: '10:30' },
    ...{ exerciseTypeId: await first(ask, 'exerciseType'), locationId: await first(ask, 'location') },
    ...{ clinicianId: await first(ask, 'clinician'), minutes: 60, weeks: 12, capacity: 1 },
  })
  return id
}

const enrol = ({ id: pathwayId, ask }: Person, classId: number) =>
  ask<{ id: number; version: number }>('/api/class/enrol', {
    ...{ pathwayId, classId, transport: 'own', unusualConfirmed: true },
  })

/** A place in a class, which needs a plan. */
export const aClassPlace = async (person: Person): Promise<void> => {
  await enrol(person, await aClass(person.ask))
}

/** The same, of a place that somebody else gave up: it is offered to the person. */
export const anOfferedPlace = async (person: Person, other: Person): Promise<void> => {
  const { ask } = person
  const classId = await aClass(ask)
  await aPlan(other)
  const had = await enrol(other, classId)
  const waits = await enrol(person, classId)
  await ask('/api/class/leave', {
    ...had,
    leftDate: today(),
    leftReason: 'other',
    leftNote: 'Moved',
    planAnswer: 'goesOn',
  })
  await ask('/api/class/offer', waits)
}

/** A letter to the person, signed and printed. */
export const aLetter = async ({ id: pathwayId, ask }: Person): Promise<void> => {
  const templates = await ask<{ id: number; recipient: string }[]>('/api/letterTemplate/all')
  const { id } = await ask<{ id: number }>('/api/letter/sign', {
    ...{ id: 0, pathwayId, templateId: templates.find(({ recipient }) => recipient === 'patient')?.id },
    ...{
      title: 'Your exercises',
      body: 'Dear Story,\n\nPlease do your exercises each day.\n\n- Stand up slowly',
    },
    concernsConfirmed: true,
  })
  await ask('/api/letter/print', { ids: [id] })
}

/** Opens the page as a link in a message does: the code is there, and the date of birth is typed. */
export const open = async (page: Page, code: string): Promise<void> => {
  await page.goto(`/my/${code.replace(' ', '')}`)
  await page.locator('#birth-day').focus()
  for (const [place, digits] of born.entries()) {
    if (place > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(digits)
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/my\/home$/)
}
