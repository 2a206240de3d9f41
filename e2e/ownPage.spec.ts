import { expect, type Page } from '@playwright/test'
import type { PersonAnswer } from '../contract/care/person/answer.ts'
import type { ToldOfPathway } from '../contract/care/person/questions.ts'
import type { Task } from '../contract/pathways/task.ts'
import { today } from '../contract/platform/dates/dates.ts'
import { effortOn } from './effort.ts'
import { tabTo } from './keyboard.ts'
import {
  aClassPlace,
  aLetter,
  anAppointment,
  anOffer,
  aPlan,
  open,
  somebody,
  type Person,
} from './ownPages.ts'
import { fillDay } from './people.ts'
import { arriveAs, listenTo } from './product.ts'
import { test } from './test.ts'

/*
 * What people do on their own page, on the smallest phone and in a browser that runs no script. Each thing takes at most five taps
 * after they signed in.
 */
test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

const mostTaps = 5

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: RegExp) => main(page).getByRole('button', { name }).first()
const link = (page: Page, name: RegExp) => main(page).getByRole('link', { name }).first()
const box = (page: Page, name: string) => main(page).getByLabel(name, { exact: true })
type Tap = ReturnType<typeof link>

/** Taps one after the other from the first page, where signing in leads, and counts them. */
const taps = async (page: Page, ...ways: ((page: Page) => Tap)[]): Promise<void> => {
  await page.goto('/my/home')
  const effort = effortOn(page)
  for (const way of ways) await effort.click(way(page))
  expect(effort.clicks).toBeLessThanOrEqual(mostTaps)
  expect(effort.keys).toBe(0)
}
const says = (page: Page, words: string) => expect(main(page)).toContainText(words)

const kindsOf = async ({ id, ask }: Person): Promise<string[]> =>
  (await ask<PersonAnswer[]>(`/api/personAnswer/all?pathwayId=${id}`)).map(({ kind }) => kind)
const openTasks = async ({ id, ask }: Person): Promise<string> =>
  (await ask<Task[]>(`/api/task/all?pathwayId=${id}`))
    .filter(({ closedAt, dueDate }) => closedAt === null && dueDate <= today())
    .map(({ text }) => text)
    .join('\n')
const toldBy = ({ id, ask }: Person): Promise<ToldOfPathway> =>
  ask<ToldOfPathway>(`/api/personAnswer/told?pathwayId=${id}`)

test('somebody who waits answers about appointments, free places and the wait', async ({
  page,
  request,
  baseURL,
}) => {
  const heard = listenTo(page, baseURL)
  const person = await somebody(request)
  await anAppointment(person, 'clinic')
  await anOffer(request, person, 9)
  await anOffer(request, person, 10)
  await open(page, await person.code())

  const toAppointment = (on: Page) => link(on, /^Say if you can come/)
  await taps(page, toAppointment, (on) => button(on, /^I will come/))
  await says(page, 'You said that you will come')
  expect(await kindsOf(person)).toEqual(['comes'])

  await taps(
    page,
    toAppointment,
    (on) => link(on, /^Another time please/),
    (on) => box(on, 'Monday'),
    (on) => button(on, /^Send/),
  )
  await says(page, 'This appointment stays booked until we ring you')
  expect(await openTasks(person)).toContain('Monday')

  await taps(
    page,
    toAppointment,
    (on) => link(on, /^I cannot come/),
    (on) => button(on, /^Yes, cancel it/),
  )
  await says(page, 'Your appointment is cancelled. You keep your place on our list')
  expect(await openTasks(person)).toMatch(/^Book again, or ring/m)

  // Once one is hers, the page no longer asks about another of the same kind.
  await taps(page, (on) => button(on, /^No, thank you/))
  await says(page, 'You keep your place on our list')
  await taps(page, (on) => button(on, /^Yes, please/))
  await says(page, 'The place is yours')
  expect((await kindsOf(person)).toSorted()).toEqual(
    ['anotherTime', 'cannotCome', 'comes', 'refusesOffer', 'takesOffer'].toSorted(),
  )
  await page.goto('/my/home')
  await expect(button(page, /^Yes, please/)).toHaveCount(0)
  await expect(toAppointment(page)).toBeVisible()

  expect(heard.outside).toEqual([])
})

test('somebody who waits says whether they still want to come, and is shown whom to ring', async ({
  page,
  request,
}) => {
  const person = await somebody(request)
  await open(page, await person.code())
  for (const [answer, heard, task] of [
    ['I still want to come', 'You keep your place', null],
    ['I am not sure', 'We will ring you', 'is not sure about coming'],
    ['I no longer want to come', 'Nothing is cancelled', 'no longer wants to come'],
    ['I have got worse', 'Ring 999 if', 'Ring now: got worse'],
  ] as const) {
    await taps(
      page,
      (on) => link(on, /^Do you still want to come/),
      (on) => button(on, new RegExp(`^${answer}`)),
    )
    await says(page, heard)
    if (task === null) expect(await openTasks(person)).not.toContain('Ring')
    else expect(await openTasks(person)).toContain(task)
  }
  const alert = page.getByRole('alert')
  for (const number of ['999', '111'])
    await expect(alert.getByRole('link', { name: `Ring ${number}` })).toHaveAttribute('href', `tel:${number}`)
  const { pathway } = await person.ask<{ pathway: object }>(`/api/pathway/get?id=${person.id}`)
  expect(pathway).toMatchObject({ dischargeDate: null, cancelReferralDate: null })
})

test('somebody in a class says what they miss and what they did, reads letters, and leaves nothing behind', async ({
  page,
  request,
}) => {
  const person = await somebody(request)
  await aPlan(person)
  await aClassPlace(person)
  await aLetter(person)
  await open(page, await person.code())

  await taps(
    page,
    (on) => link(on, /^Days, and if you cannot come/),
    (on) => button(on, /^I cannot come/),
  )
  await says(page, 'You said that you cannot come')
  expect(await kindsOf(person)).toEqual(['missesSession'])

  const toDiary = (on: Page) => link(on, /^Open your diary/)
  await taps(page, toDiary, (on) => button(on, /^Done Today/))
  await taps(
    page,
    toDiary,
    (on) => link(on, /^Change Today/),
    (on) => box(on, '20 minutes'),
    (on) => box(on, 'It hurt'),
    (on) => button(on, /^Save/),
  )
  await says(page, 'Stop this exercise and ring us')
  expect(await openTasks(person)).toContain('pain with exercise at home')
  expect((await toldBy(person)).diaries).toMatchObject([{ toldMinutes: 20 }])

  await taps(
    page,
    (on) => link(on, /^Read the letter/),
    (on) => link(on, /^Your exercises/),
  )
  await says(page, 'Please do your exercises each day')
  const paper = link(page, /PDF/)
  // Without a viewer for PDF the browser of a test downloads it.
  const file = await page.context().request.get((await paper.getAttribute('href')) ?? '')
  expect(file.headers()).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  expect((await file.body()).subarray(0, 4).toString()).toBe('%PDF')

  await taps(page, (on) => link(on, /^See who opened your record/))
  await says(page, 'A clinician of this service')

  const leftBehind = /Story|Steady steps|exercises|clinician/
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('status')).toContainText('You are signed out')
  for (let steps = 0; steps < 3; steps += 1) {
    await page.goBack()
    await expect(page.locator('body')).not.toHaveText(leftBehind)
    await expect(page).toHaveURL(/\/my(\?|$)/)
  }
})

test('somebody answers before a visit by keyboard and tap, and a clinician takes the answers over', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const person = await somebody(request)
  await anAppointment(person, 'visit')
  await open(page, await person.code())

  const toQuestions = (on: Page) => link(on, /^Answer/)
  await taps(page, toQuestions, (on) => button(on, /^No falls and all is well/))
  await says(page, 'We have your answers')

  // A sign that cannot wait: advice at once, and a task of staff before anything else is sent.
  await taps(
    page,
    toQuestions,
    (on) => box(on, 'I passed out'),
    (on) => button(on, /^Go to the questions/),
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ring 999 or 111 now')
  for (const number of ['999', '111'])
    await expect(link(page, new RegExp(`^Ring ${number}`))).toHaveAttribute('href', `tel:${number}`)
  expect(await openTasks(person)).toMatch(/Red flag|blackout/i)
  await link(page, /^I have read this/).click()

  // The long way is eight more pages, of which each is one tap or two.
  const effort = effortOn(page)
  const goOn = () => effort.click(button(page, /^Continue/))
  await effort.click(box(page, '3 or more'))
  await goOn()
  await tabTo(page, /^How many times did you fall in all/)
  await effort.type('7')
  await effort.click(main(page).getByRole('group', { name: 'Fall 1' }).getByLabel('I was hurt'))
  for (let pages = 0; pages < 5; pages += 1) await goOn()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your answers')
  await effort.click(button(page, /^Send/))
  await says(page, 'We have your answers')
  expect(effort.clicks).toBeLessThanOrEqual(10)

  const staff = await browser.newPage({ javaScriptEnabled: true, baseURL: baseURL ?? '' })
  await arriveAs(staff, 'clinician')
  await staff.goto(`/falls/pathway/contactNote/0?id=${person.id}&patientId=${person.patientId}`)
  const beside = staff.getByRole('region', { name: 'Said on their page' })
  await expect(beside).toContainText('7 falls since the last contact')
  await beside.getByRole('button', { name: 'Take over' }).click()
  await expect(staff.getByLabel('Note', { exact: true })).toHaveValue(/7 falls since the last contact/)
  await fillDay(staff, 'Day of the contact', today())
  await staff.getByRole('radio', { name: 'Call', exact: true }).check()
  await staff.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await toldBy(person)).questions[0]?.settledHow).toBe('accepted')
  await staff.close()
})
