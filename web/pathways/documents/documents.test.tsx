import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  fileKindNames,
  type FileKindName,
  type PathwayDocument,
} from '../../../contract/pathways/document.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import type { HeldRole } from '../../../contract/accounts/session.ts'
import { pathwayQuery } from '../../platform/calls/patientQueries.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { forgetSession, setProfile } from '../../platform/session/session.ts'
import { fakeSending, type SeenForm } from '../../testing/fakeSending.ts'
import { json, pair, profileOf, type Answer } from '../../testing/fakeService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'
import { Toasts } from '../../platform/ui/Toast.tsx'
import { DocumentsSection } from './DocumentsSection.tsx'

// The pathway page has its own tests; here it is only the screen to return to.
vi.mock('../../care/pathwayPage/PathwayScreen.tsx', () => ({ PathwayScreen: () => <h1>Pathway</h1> }))

const lead: HeldRole = { id: 4, name: 'Team Lead', profile: 'Team Lead' }
const auditor: HeldRole = { id: 5, name: 'IG', profile: 'Information Governance' }

const letter: PathwayDocument = {
  id: 31,
  version: 1,
  isActive: true,
  pathwayId: 21,
  documentTypeId: 7,
  fileName: 'clinic letter.pdf',
  kind: 'pdf',
  sizeBytes: 245_000,
  availability: 'available',
  uploadedBy: 'Priya Nair',
  uploadedAt: '2020-11-02T09:30:00.000Z',
  changedBy: null,
  changedAt: null,
  names: { documentType: 'Clinic letter' },
}

const view = {
  pathway: { id: 21, patientId: 11 },
  patient: {
    id: 11,
    familyName: 'Ashworth',
    firstName: 'Edna',
    dateOfBirth: '1945-07-14',
    deceasedDate: null,
    nhsNumber: '9990000077',
    phoneHome: null,
    phoneMobile: null,
    phoneWork: null,
    names: { namePrefix: 'Mrs', gender: 'Female' },
  },
  flags: [],
} as unknown as PathwayView

/** The pathway is already loaded; the tests need nothing else of its page. */
const onPathway = (answers: Record<string, Answer> = {}) => {
  const seen = quietService({
    '/api/documentType/all': () => json([{ id: 7, name: 'Clinic letter', isActive: true }]),
    '/api/document/all': () => json([letter]),
    ...answers,
  })
  queryClient.setQueryData(pathwayQuery(21, 11).queryKey, view)
  return seen
}

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const pdfFile = (name = 'letter.pdf', text = '%PDF-1.7') =>
  new File([text], name, { type: 'application/pdf' })
const choose = (...files: File[]): void =>
  void fireEvent.change(screen.getByLabelText('Files'), { target: { files } })
const upload = (): void => click(screen.getByRole('button', { name: /^Upload/ }))
const rowOf = (name: string) => {
  const row = screen.getByText(name, { selector: 'li *' }).closest('li')
  if (row === null) throw new Error(`${name} is not in the list`)
  return within(row)
}

describe('the upload screen', () => {
  let sent: SeenForm[]
  beforeEach(() => {
    sent = fakeSending()
  })
  const sentNow = async (count: number): Promise<SeenForm> => {
    await waitFor(() => expect(sent).toHaveLength(count))
    const last = sent.at(-1)
    if (last === undefined) throw new Error('Nothing was sent')
    return last
  }
  const open = async () => {
    const site = renderSite('/falls/pathway/documents-upload?id=21&patientId=11')
    await screen.findByRole('heading', { name: 'Upload documents', level: 1 })
    await screen.findByRole('option', { name: 'Clinic letter' })
    return site
  }

  test('asks for a type and a file in the words of the specification', async () => {
    onPathway()
    await open()
    upload()
    expect(await screen.findByText('The form is invalid please check and try again.')).toBeVisible()
    expect(screen.getAllByText('Document Type required')).toHaveLength(2)
    expect(screen.getAllByText('File required')).toHaveLength(2)
    click(screen.getByRole('link', { name: 'File required' }))
    expect(screen.getByLabelText('Files')).toHaveFocus()
    expect(sent).toEqual([])
  })

  test('sends each file with its token and key, shows how far it is, and goes back', async () => {
    onPathway()
    const site = await open()
    fill(screen.getByLabelText('Document type'), '7')
    choose(pdfFile('one.pdf'), pdfFile('two.docx'))
    click(screen.getByRole('button', { name: 'Upload 2 files' }))
    const first = await sentNow(1)
    expect(first.path).toBe('/api/document/upload')
    expect(first.headers.get('authorization')).toBe('Bearer access one')
    expect(first.fields).toMatchObject({ ParentId: '21', patientId: '11', DocumentTypeId: '7' })
    expect((first.fields['file'] as File).name).toBe('one.pdf')
    expect(rowOf('two.docx').getByText('Waiting')).toBeVisible()
    act(() => first.progress(0.4))
    expect(rowOf('one.pdf').getByText('Uploading, 40%')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Upload of one.pdf' })).toHaveAttribute('value', '0.4')
    act(() => first.progress(1))
    expect(rowOf('one.pdf').getByText('Sent, being checked')).toBeVisible()
    first.answer(200, { id: 31, version: 1 })
    const second = await sentNow(2)
    expect(rowOf('one.pdf').getByText('Uploaded')).toBeVisible()
    expect(screen.getByText('Uploading two.docx')).toBeInTheDocument()
    // The media type of the extension, whatever the operating system says.
    expect((second.fields['file'] as File).type).toContain('wordprocessingml')
    expect(second.headers.get('idempotency-key')).not.toBe(first.headers.get('idempotency-key'))
    second.answer(200, { id: 32, version: 1 })
    expect(await screen.findByText('2 documents uploaded')).toBeInTheDocument()
    await waitFor(() =>
      expect(site.state.location.href).toBe('/falls/pathway/view?id=21&patientId=11&section=documents'),
    )
  })

  test('keeps what failed when the connection is lost, and tries it again under the same key', async () => {
    onPathway()
    await open()
    fill(screen.getByLabelText('Document type'), '7')
    choose(pdfFile('one.pdf'), pdfFile('two.pdf'))
    upload()
    const lost = await sentNow(1)
    act(() => lost.lose())
    const second = await sentNow(2)
    second.answer(200, { id: 32, version: 1 })
    expect(await screen.findByText('1 of 2 files was not uploaded. The reason is beside each.')).toBeVisible()
    expect(rowOf('one.pdf').getByText(/^Not uploaded\. The service cannot be reached/)).toBeVisible()
    expect(rowOf('two.pdf').getByText('Uploaded')).toBeVisible()
    click(screen.getByRole('button', { name: 'Try one.pdf again' }))
    const again = await sentNow(3)
    expect(again.headers.get('idempotency-key')).toBe(lost.headers.get('idempotency-key'))
    expect((again.fields['file'] as File).size).toBe(8)
    again.answer(200, { id: 31, version: 1 })
    expect(await screen.findByText('2 documents uploaded')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Pathway' })).toBeVisible()
  })

  test('waits in line when the service says so, with the place in words, and sends it again under the same key', async () => {
    onPathway()
    await open()
    fill(screen.getByLabelText('Document type'), '7')
    choose(pdfFile())
    upload()
    const first = await sentNow(1)
    const message = 'Many people are uploading at the moment: 2 other files are ahead of this one.'
    first.answer(503, { code: 'unavailable', message, requestId: 'r' })
    expect(await screen.findByText(`Waiting. ${message}`)).toBeVisible()
    await waitFor(() => expect(sent).toHaveLength(2), { timeout: 15_000 })
    const again = await sentNow(2)
    expect(again.headers.get('idempotency-key')).toBe(first.headers.get('idempotency-key'))
    again.answer(200, { id: 31, version: 1 })
    expect(await screen.findByText('Document uploaded')).toBeInTheDocument()
  })

  test('says of a file that was repaired that it is to be looked at', async () => {
    onPathway()
    await open()
    fill(screen.getByLabelText('Document type'), '7')
    choose(pdfFile())
    upload()
    ;(await sentNow(1)).answer(200, { id: 31, version: 1, repaired: true })
    expect(await screen.findByText('Document uploaded')).toBeInTheDocument()
    expect(
      screen.getByText(/was damaged on the way and repaired without loss. Please open it to check./),
    ).toBeInTheDocument()
  })

  test('renews the session once in the middle of an upload and sends the whole of it again', async () => {
    const seen = onPathway({ '/oauth/token': () => json(pair('two')) })
    await open()
    fill(screen.getByLabelText('Document type'), '7')
    choose(pdfFile())
    upload()
    const expired = await sentNow(1)
    expired.answer(401, { message: 'Please sign in.' })
    const again = await sentNow(2)
    expect(again.headers.get('authorization')).toBe('Bearer access two')
    expect(again.headers.get('idempotency-key')).toBe(expired.headers.get('idempotency-key'))
    expect(again.fields).toMatchObject({ ParentId: '21', DocumentTypeId: '7' })
    expect((again.fields['file'] as File).size).toBe(8)
    again.answer(200, { id: 31, version: 1 })
    expect(await screen.findByText('Document uploaded')).toBeInTheDocument()
    expect(seen.filter(({ path }) => path === '/oauth/token')).toHaveLength(1)
  })

  test.each([
    [
      400,
      { file: 'The file is protected by a password. Save it without one and try again.' },
      /protected by a password/,
    ],
    [
      413,
      { code: 'too-large', message: 'The file is larger than 10 MB.', requestId: 'r' },
      /larger than 10 MB/,
    ],
  ])(
    'says what the service found wrong with a file (%i), which cannot be tried again',
    async (status, body, said) => {
      onPathway()
      await open()
      fill(screen.getByLabelText('Document type'), '7')
      choose(pdfFile())
      upload()
      ;(await sentNow(1)).answer(status, body)
      expect(await screen.findByText('The file was not uploaded. The reason is beside it.')).toBeVisible()
      expect(rowOf('letter.pdf').getByText(said)).toBeVisible()
      expect(screen.queryByRole('button', { name: /^Try/ })).toBeNull()
      click(screen.getByRole('button', { name: 'Remove letter.pdf' }))
      expect(screen.queryByText('letter.pdf')).toBeNull()
    },
  )

  test('does not send what cannot be taken, and says why', async () => {
    onPathway()
    await open()
    fill(screen.getByLabelText('Document type'), '7')
    const huge = pdfFile('huge.pdf')
    Object.defineProperty(huge, 'size', { value: 10 * 1024 * 1024 + 1 })
    choose(new File(['x'], 'page.html', { type: 'text/html' }), huge, pdfFile('empty.pdf', ''))
    expect(rowOf('page.html').getByText(/Choose a file of one of these kinds: PDF, PNG/)).toBeVisible()
    expect(rowOf('huge.pdf').getByText(/larger than 10 MB/)).toBeVisible()
    expect(rowOf('empty.pdf').getByText(/The file is empty/)).toBeVisible()
    upload()
    expect(
      await screen.findByText('3 of 3 files were not uploaded. The reason is beside each.'),
    ).toBeVisible()
    expect(sent).toEqual([])
  })

  test.each<[kinds: FileKindName[], advice: string]>([
    [
      [...fileKindNames],
      'Take a screenshot of the photo and choose that. On a computer, open it and save it as JPEG. For new photos on an iPhone choose Settings, Camera, Formats, Most Compatible.',
    ],
    [['pdf', 'docx'], 'Choose a file of one of these kinds: PDF, Word (docx)'],
  ])('says of a photo in HEIC what can be done where %j are taken', async (documentKinds, advice) => {
    const profile = profileOf(clinician)
    setProfile({ ...profile, settings: { ...profile.settings, documentKinds } })
    onPathway()
    await open()
    choose(new File(['x'], 'IMG_0042.HEIC'), new File(['x'], 'stairs.png'))
    expect(
      rowOf('IMG_0042.HEIC').getByText(
        `Not uploaded. This photo is in HEIC, a format of iPhones and of some other devices. ${advice}`,
      ),
    ).toBeVisible()
    const isTaken = documentKinds.includes('png')
    expect(
      rowOf('stairs.png').getByText(isTaken ? 'Ready to upload' : `Not uploaded. ${advice}`),
    ).toBeVisible()
  })

  test('takes files that are dropped on it', async () => {
    onPathway()
    await open()
    const zone = screen.getByLabelText('Files').parentElement
    if (zone === null) throw new Error('There is nowhere to drop')
    fireEvent.dragOver(zone)
    expect(zone).toHaveClass('sf-drop--over')
    fireEvent.drop(zone, { dataTransfer: { files: [pdfFile('dropped.pdf')] } })
    expect(zone).not.toHaveClass('sf-drop--over')
    expect(rowOf('dropped.pdf').getByText('Ready to upload')).toBeVisible()
  })
})

describe('the delete screen', () => {
  const address = '/falls/pathway/documents-delete?id=21&patientId=11&documentId=31'

  test('names the document, its type and day and the patient, and deletes only when confirmed', async () => {
    const seen = onPathway({ '/api/document/delete': () => json({ id: 31, version: 2 }) })
    const site = renderSite(address)
    await screen.findByRole('heading', { name: 'Delete this document?', level: 1 })
    const main = within(screen.getByRole('main'))
    for (const fact of ['clinic letter.pdf', 'Clinic letter', '02/11/2020 09:30 Priya Nair'])
      expect(main.getByText(fact)).toBeVisible()
    expect(main.getByText('ASHWORTH, Edna (Mrs)', { selector: 'dd' })).toBeVisible()
    expect(seen.some(({ path }) => path === '/api/document/delete')).toBe(false)
    click(screen.getByRole('button', { name: 'Yes, delete it' }))
    expect(await screen.findByText('Document deleted')).toBeInTheDocument()
    const [asked] = seen.filter(({ path }) => path === '/api/document/delete')
    expect(asked?.method).toBe('POST')
    expect(JSON.parse(asked?.body ?? '')).toEqual({ id: 31, version: 1, ParentId: 21 })
    expect(site.state.location.href).toBe('/falls/pathway/view?id=21&patientId=11&section=documents')
  })

  test('says when it was changed meanwhile', async () => {
    onPathway({
      '/api/document/delete': () =>
        json({ code: 'conflict', message: 'Somebody changed this record.', requestId: 'r' }, 409),
    })
    renderSite(address)
    click(await screen.findByRole('button', { name: 'Yes, delete it' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody changed this record.')
  })

  test.each([
    ['', null],
    ['&documentId=99', /not among those of this pathway/],
  ])('with no document of the pathway in its address (%j) asks which', async (more, warning) => {
    onPathway()
    renderSite(`/falls/pathway/documents-delete?id=21&patientId=11${more}`)
    expect(await screen.findByRole('link', { name: 'clinic letter.pdf' })).toHaveAttribute('href', address)
    if (warning !== null) expect(screen.getByRole('alert')).toHaveTextContent(warning)
  })
})

const renderSection = async (documents: PathwayDocument[]) => {
  const root = createRootRoute({
    component: () => <DocumentsSection pathway={{ id: 21 }} patient={{ id: 11 }} documents={documents} />,
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
      <Toasts />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Documents' })
}

describe('the documents on the pathway page', () => {
  test('show who and when, and can be uploaded, downloaded and deleted by staff', async () => {
    quietService()
    await renderSection([letter])
    const row = within(screen.getByRole('row', { name: /clinic letter\.pdf/ }))
    expect(row.getByText('PDF, 239 KB')).toBeVisible()
    expect(row.getByRole('cell', { name: '02/11/2020 09:30 Priya Nair' })).toBeVisible()
    expect(row.getByRole('button', { name: 'Download clinic letter.pdf' })).toBeVisible()
    expect(row.getByRole('link', { name: 'Delete clinic letter.pdf' })).toHaveAttribute(
      'href',
      '/falls/pathway/documents-delete?id=21&patientId=11&documentId=31',
    )
    expect(screen.getByRole('link', { name: 'Upload documents' })).toHaveAttribute(
      'href',
      '/falls/pathway/documents-upload?id=21&patientId=11',
    )
    expect(screen.queryByText('Deleted documents')).toBeNull()
  })

  test('can only be read by an auditor', async () => {
    beSignedIn(auditor)
    quietService()
    await renderSection([letter])
    expect(screen.getByRole('button', { name: 'Download clinic letter.pdf' })).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('are saved as plain bytes under their own name, asked for with the token', async () => {
    const seen = quietService({
      '/api/document/download': () => new Response('<script>', { headers: { 'content-type': 'text/html' } }),
    })
    const made: Blob[] = []
    const clicked: { name: string; address: string }[] = []
    URL.createObjectURL = (file) => `blob:${made.push(file as Blob)}`
    URL.revokeObjectURL = () => undefined
    HTMLAnchorElement.prototype.click = function () {
      clicked.push({ name: this.download, address: this.href })
    }
    await renderSection([letter])
    click(screen.getByRole('button', { name: 'Download clinic letter.pdf' }))
    await waitFor(() => expect(clicked).toEqual([{ name: 'clinic letter.pdf', address: 'blob:1' }]))
    expect(made[0]?.type).toBe('application/octet-stream')
    const [asked] = seen.filter(({ path }) => path === '/api/document/download')
    expect(asked?.headers.get('authorization')).toBe('Bearer access one')
    expect(asked?.query).toEqual({ id: '31', ParentId: '21' })
  })

  test('say in words why one cannot be had', async () => {
    quietService({
      '/api/document/download': () =>
        json({ code: 'failed', message: 'This document is damaged.', requestId: 'r' }, 500),
    })
    await renderSection([
      letter,
      { ...letter, id: 32, fileName: 'new.pdf', availability: 'checking' },
      { ...letter, id: 33, fileName: 'bad.pdf', availability: 'infected' },
    ])
    expect(screen.getByText('Being checked for viruses')).toBeVisible()
    expect(screen.getByText('A virus was found, so it cannot be opened')).toBeVisible()
    expect(screen.getAllByRole('button', { name: /^Download/ })).toHaveLength(1)
    click(screen.getByRole('button', { name: 'Download clinic letter.pdf' }))
    expect(await screen.findByText('This document is damaged.')).toBeVisible()
  })

  test('that were deleted are shown to a Team Lead on request, and restored', async () => {
    beSignedIn(lead)
    const deleted = {
      ...letter,
      id: 32,
      version: 2,
      isActive: false,
      fileName: 'wrong.pdf',
      changedBy: 'Jo Bell',
      changedAt: '2020-11-03T10:00:00.000Z',
    }
    const seen = quietService({
      '/api/document/all': () => json([letter, deleted]),
      '/api/document/restore': () => json({ id: 32, version: 3 }),
    })
    await renderSection([letter])
    expect(seen.some(({ path }) => path === '/api/document/all')).toBe(false)
    const details = screen.getByText('Deleted documents').closest('details')
    if (details === null) throw new Error('Nothing to open')
    details.open = true
    fireEvent(details, new Event('toggle'))
    expect(await screen.findByText('wrong.pdf')).toBeVisible()
    expect(screen.getByText('Deleted 03/11/2020 10:00 by Jo Bell')).toBeVisible()
    click(screen.getByRole('button', { name: 'Restore wrong.pdf' }))
    expect(await screen.findByText('wrong.pdf restored')).toBeInTheDocument()
    const [asked] = seen.filter(({ path }) => path === '/api/document/restore')
    expect(JSON.parse(asked?.body ?? '')).toEqual({ id: 32, version: 2, ParentId: 21 })
  })
})
