import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { caseFindingListOf, listReportOf } from '../../testing/inventedCaseFinding.ts'
import { sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, quietService, renderSite, teamLead } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(teamLead))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

describe('the lists', () => {
  test('are shown with how many people were sent to triage', async () => {
    quietService({ '/api/caseFinding/all': () => json({ rows: [caseFindingListOf()] }) })
    renderSite('/falls/case-finding')
    const table = await screen.findByRole('table')
    for (const words of ['Willow Lane Surgery', 'Frailty index of a practice', '02-Nov-2026', '60', '6'])
      expect(table).toHaveTextContent(words)
    expect(screen.getByRole('link', { name: 'Load a list' })).toBeVisible()
  })

  test('are not loaded by a clinician', async () => {
    beSignedIn(clinician)
    quietService({ '/api/caseFinding/all': () => json({ rows: [] }) })
    renderSite('/falls/case-finding?step=load')
    expect(await screen.findByText('No list was loaded yet.')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Load a list' })).toBeNull()
  })
})

describe('the page of a list', () => {
  test('says who can be sent, who is not and why', async () => {
    quietService({ '/api/caseFinding/get': () => json(caseFindingListOf()) })
    renderSite('/falls/case-finding?list=9')
    const section = await screen.findByRole('region', { name: 'How far the list is' })
    for (const words of [
      '60 people',
      '45, 31 of them with a reason that NG249 names',
      'Asked not to be contacted: 3',
      'Died, by the record: 1',
      'Direct care, agreed with the practice',
    ])
      expect(section).toHaveTextContent(words)
    expect(section).not.toHaveTextContent('Declined in the last 12 months')
  })

  test('sends the next people to triage', async () => {
    const seen = quietService({
      '/api/caseFinding/get': () => json(caseFindingListOf()),
      '/api/caseFinding/send': () => json({ id: 9, version: 4, sent: 15 }),
    })
    renderSite('/falls/case-finding?list=9')
    const count = await screen.findByRole('textbox', { name: 'How many people' })
    expect(count).toHaveValue('20')
    await fill(count, '150')
    await click(screen.getByRole('button', { name: 'Send to triage' }))
    expect((await screen.findAllByText('Send 1 to 100 people at a time')).length).toBeGreaterThan(0)
    await fill(count, '15')
    await click(screen.getByRole('button', { name: 'Send to triage' }))
    expect(await screen.findByText('15 people sent to triage')).toBeVisible()
    expect(sentTo('/api/caseFinding/send', seen)).toEqual([{ id: 9, version: 3, count: 15 }])
  })

  test('offers no sending where nobody is left', async () => {
    quietService({ '/api/caseFinding/get': () => json(caseFindingListOf({ toSend: 0, toSendNamed: 0 })) })
    renderSite('/falls/case-finding?list=9')
    await screen.findByRole('region', { name: 'How far the list is' })
    expect(screen.queryByRole('button', { name: 'Send to triage' })).toBeNull()
  })
})

describe('loading a list', () => {
  const fillIn = async (legalBasis: string): Promise<void> => {
    await click(await screen.findByRole('radio', { name: /^Frailty index/ }))
    await fill(screen.getByRole('textbox', { name: 'Who sent it' }), 'Willow Lane Surgery')
    const day = within(screen.getByRole('group', { name: 'Day of the list' }))
    for (const [index, part] of ['2', '11', '2026'].entries())
      await fill(day.getAllByRole('textbox')[index] as HTMLElement, part)
    if (legalBasis !== '') await fill(screen.getByRole('textbox', { name: 'Legal basis' }), legalBasis)
    const file = new File(['Surname,DOB\r\nHolt,04/03/1941'], 'list.csv', { type: 'text/csv' })
    fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } })
  }
  const service = () =>
    quietService({
      '/api/caseFinding/start': () => json({ id: 5 }),
      '/api/caseFinding/part': () => json({ id: 5 }),
      '/api/caseFinding/check': () => json(listReportOf()),
      '/api/caseFinding/load': () => json({ id: 9, report: listReportOf() }),
      '/api/caseFinding/get': () => json(caseFindingListOf()),
    })

  test('needs the legal basis before anything is sent', async () => {
    const seen = service()
    renderSite('/falls/case-finding?step=load')
    await fillIn('')
    await click(screen.getByRole('button', { name: 'Check the list' }))
    expect((await screen.findAllByText(/^Say on which legal basis/)).length).toBeGreaterThan(0)
    expect(sentTo('/api/caseFinding/start', seen)).toEqual([])
  })

  test('says first what the list would do, and loads it then', async () => {
    const seen = service()
    renderSite('/falls/case-finding?step=load')
    await fillIn('Direct care, agreed with the practice')
    await click(screen.getByRole('button', { name: 'Check the list' }))
    const outcome = await screen.findByRole('region', { name: 'What the list would do' })
    for (const words of [
      'Rows12',
      'New: would be loaded8',
      'Refused: left out2',
      'Asked not to be contacted: 2',
      'the column Shoe size',
      'The day is in the future',
    ])
      expect(outcome).toHaveTextContent(words)
    expect(within(outcome).getByRole('table', { name: 'To correct' })).toHaveClass('sf-table--stacks')
    expect(sentTo('/api/caseFinding/load', seen)).toEqual([])
    const [part] = sentTo('/api/caseFinding/part', seen) as { bytes: string }[]
    expect(atob(part?.bytes ?? '')).toBe('Surname,DOB\r\nHolt,04/03/1941')
    await click(screen.getByRole('button', { name: 'Load 8 people' }))
    await waitFor(() =>
      expect(sentTo('/api/caseFinding/load', seen)).toEqual([
        {
          ...{ id: 5, kind: 'frailty', sender: 'Willow Lane Surgery', listDate: '2026-11-02' },
          legalBasis: 'Direct care, agreed with the practice',
        },
      ]),
    )
    expect(await screen.findByRole('heading', { name: 'Willow Lane Surgery' })).toBeVisible()
  })

  test('keeps what was typed when another file is chosen', async () => {
    service()
    renderSite('/falls/case-finding?step=load')
    await fillIn('Direct care')
    await click(screen.getByRole('button', { name: 'Check the list' }))
    await click(await screen.findByRole('button', { name: 'Choose another file' }))
    expect(await screen.findByRole('textbox', { name: 'Who sent it' })).toHaveValue('Willow Lane Surgery')
    expect(screen.getByRole('textbox', { name: 'Legal basis' })).toHaveValue('Direct care')
  })
})
