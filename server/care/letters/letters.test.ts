import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloadDocument, deleteDocument } from '../../../contract/pathways/document.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { tasksOfPathway, type Task } from '../../../contract/pathways/task.ts'
import { formatLongDate, notRecorded } from '../../../contract/platform/words/format.ts'
import {
  composeLetter,
  discardLetter,
  lettersOfPathway,
  listSentLetters,
  listUnsentLetters,
  mailLetter,
  printedLetters,
  printLetters,
  saveLetter,
  signLetter,
  type ComposedLetter,
  type SentLetter,
  type UnsentLetter,
} from '../../../contract/care/letters/letter.ts'
import { saveLetterAddress } from '../../../contract/care/letters/letterhead.ts'
import {
  getLetterTemplate,
  saveLetterTemplate,
  type LetterTemplateView,
} from '../../../contract/care/letters/template.ts'
import { getPathway, savePathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { documentsOf } from '../../pathways/documents/testing/uploads.ts'
import { aFrat, expectSaved, type Saved } from '../../testing/world/factories.ts'
import { aSignedLetter, letterInputOf, templateFor } from '../../testing/known/knownLetters.ts'
import { deliver, startReceivers, type Receivers } from '../../testing/process/messages.ts'
import { readPages } from '../../testing/reading/pdfPages.ts'
import { pdfText } from '../../testing/reading/pdfText.ts'
import { elementsIn, readPdf } from '../../testing/reading/readPdf.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { addLetterhead, addPractice, letterSteps, practice } from '../../testing/world/letterSteps.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let clinician: TestUser
let administrator: TestUser
let outside: Receivers

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  administrator = await service.as('System Administrator')
  outside = await startReceivers()
  await addPractice(service)
  await addLetterhead(service, administrator)
})
afterAll(async () => {
  await outside.close()
  await service.close()
})

const { aReferral, composed, sign, signComposed, lettersOf, heldOf, unsent, changePatient, flag } =
  letterSteps(() => ({ service, clinician }))

const fileOf = async (documentId: number): Promise<Buffer> => {
  const { status, body } = await service.ask(downloadDocument, { id: documentId }, clinician)
  expect(status).toBe(200)
  return body as Buffer
}

const keepAddress = async (): Promise<void> => {
  const { rows } = await service.db.owner.query<{ version: number }>('select version from letter_address')
  const address = { organisationId: practice, email: 'letters@willowlane.example.org', isSecure: true }
  expectSaved(
    'address',
    await service.ask(saveLetterAddress, { ...address, version: rows[0]?.version }, administrator),
  )
}

describe('a letter that is begun', () => {
  it('has the fields of its template filled in from the referral', async () => {
    const { pathwayId, familyName } = await aReferral()
    await aFrat(service, clinician, pathwayId, { assessmentDate: today(), fratScore: 3 })
    const letter = await composed(pathwayId, 'gp', 'discharge')
    expect(letter.body).toContain(`Edna ${familyName} was discharged`)
    expect(letter.body).toContain(`(FRAT, Nandy 2004, five items): 3 of 5 on ${formatLongDate(today())}`)
    // A missing value is dropped from a list, but stated within a sentence.
    expect(letter.body).not.toContain('Goals')
    expect(letter.body).toContain(`was discharged from our service on ${notRecorded}`)
    expect(letter.frame).toMatchObject({
      to: ['Willow Lane Surgery', '1 Willow Lane', 'Fernhill', 'ZZ9 9ZZ'],
      size: 'usual',
    })
    expect(letter.frame.about.join()).toContain('12 Mill Lane, Fernhill, ZZ1 1ZZ')
  })

  it('to a patient has brackets where something is not recorded, and is not signed with them', async () => {
    const { pathwayId } = await aReferral()
    const { body } = await composed(pathwayId, 'patient', 'discharge')
    expect(body).toContain('ended on [Discharge date]')
    expect((await signComposed(pathwayId, 'patient', 'discharge')).body).toEqual({
      body: 'Fill in or remove the words in [brackets]',
    })
    expect(
      (await sign({ ...(await letterInputOf(service, pathwayId)), body: 'Dear {{nobody}}' })).status,
    ).toBe(400)
    expect((await lettersOf(pathwayId)).letters).toEqual([])
  })

  it('makes no bracket and no line of what somebody typed into the record', async () => {
    const { pathwayId } = await aReferral({ familyName: 'Smith [x]' })
    const { body, title, templateId } = await composed(pathwayId, 'gp', 'discharge')
    expect(body).toContain('Smith (x) was discharged')
    const letter = { pathwayId, templateId, title, body, concernsConfirmed: true }
    expect((await sign(letter)).status).toBe(200)
  })

  it('is kept before it is signed, changed under its version, and taken away', async () => {
    const { pathwayId } = await aReferral()
    const { concernsConfirmed: _, ...words } = await letterInputOf(service, pathwayId)
    const draft = expectSaved('draft', await service.ask(saveLetter, { id: 0, ...words }, clinician))
    const changed = { ...words, ...draft, title: 'Another title' }
    expect(expectSaved('draft', await service.ask(saveLetter, changed, clinician)).version).toBe(2)
    expect((await service.ask(saveLetter, { ...changed, title: 'Late' }, clinician)).status).toBe(409)
    expect((await lettersOf(pathwayId)).drafts).toMatchObject([{ title: 'Another title', version: 2 }])
    const other = await aReferral()
    const discard = { id: draft.id, version: 2, pathwayId }
    expect(
      (await service.ask(discardLetter, { ...discard, pathwayId: other.pathwayId }, clinician)).status,
    ).toBe(404)
    expect((await service.ask(discardLetter, discard, clinician)).status).toBe(200)
    expect((await lettersOf(pathwayId)).drafts).toEqual([])
    expect((await sign({ ...words, id: draft.id, version: 3 })).status).toBe(409)
  })
})

describe('a signed letter', () => {
  it('is a tagged PDF among the documents, with the very words', async () => {
    const { pathwayId, familyName } = await aReferral()
    const { documentId, id } = await aSignedLetter(service, clinician, pathwayId, {
      title: 'About your patient',
      body: 'Dear colleague,\n\n# What we found\n\n- She walks better\n- She is less afraid\n\nWith thanks.',
    })
    const [document] = await documentsOf(service, clinician, pathwayId)
    expect(document).toMatchObject({ id: documentId, kind: 'pdf', availability: 'available' })
    expect(document?.fileName).not.toContain(familyName)
    const file = await fileOf(documentId)
    expect(elementsIn(file)).toMatchObject({ H1: 1, H2: 1, L: 1, LI: 2 })
    const { text, ...about } = await readPdf(file)
    for (const words of [
      'Willow Lane Surgery',
      'What we found',
      'She is less afraid',
      'Signed electronically by',
    ])
      expect(text).toContain(words)
    expect(file.toString('latin1')).toContain('pdfuaid')
    expect(about).toMatchObject({
      pages: 1,
      isTagged: true,
      title: 'About your patient',
      language: 'en-GB',
      scripts: false,
    })
    const { letters, drafts } = await lettersOf(pathwayId)
    expect(letters).toMatchObject([{ id, templateVersion: 1, held: null, dispatches: [] }])
    expect(drafts).toEqual([])
  })

  it('prints names and figures as they are recorded and written', async () => {
    const { pathwayId } = await aReferral({
      familyName: 'محمد',
      firstName: 'علي',
      addressLine1: '12 شارع الملك',
    })
    const { documentId } = await aSignedLetter(service, clinician, pathwayId, {
      body: 'BP 120/80 ≥ 5 → 10⁵ H₂O ✓\n\n王 小明',
    })
    const text = await pdfText(await fileOf(documentId))
    for (const words of ['محمد', 'علي', 'BP120/80≥5→10⁵H₂O✓', '王小明']) expect(text).toContain(words)
    expect(text).not.toContain('?')
  })

  it.each<[string, object, object]>([
    [
      'body',
      { body: 'Dear colleague,\n\nSeen \u{13000} today.' },
      { body: /“\u{13000}” \(U\+13000\) in line 3 cannot/u },
    ],
    ['title', { title: 'About \u{13000}' }, { title: /“\u{13000}” \(U\+13000\) in the title cannot/u }],
  ])('is refused where its %s cannot be printed, with the place', async (_, more, refused) => {
    const { pathwayId } = await aReferral()
    const words = { id: 0, ...(await letterInputOf(service, pathwayId)), ...more }
    const { status, body } = await sign(words)
    expect({ status, fields: Object.keys(body as object) }).toEqual({
      status: 400,
      fields: Object.keys(refused),
    })
    for (const [field, pattern] of Object.entries(refused))
      expect((body as Record<string, string>)[field]).toMatch(pattern as RegExp)
    expect(await documentsOf(service, clinician, pathwayId)).toEqual([])
  })

  it('never changes: the application cannot, whatever it is asked', async () => {
    const { pathwayId } = await aReferral()
    const { id } = await aSignedLetter(service, clinician, pathwayId)
    for (const statement of [
      `update letter set body = 'Other words' where id = ${id}`,
      `delete from letter where id = ${id}`,
      `update letter_template_version set body = 'Other words'`,
      `update letter_dispatch set address = 'x@example.org'`,
    ])
      await expect(service.db.pool.query(statement)).rejects.toThrow('permission denied')
  })

  it('is one letter, however often it is sent under its key, and ends the draft that it was', async () => {
    const { pathwayId } = await aReferral()
    const { concernsConfirmed: _, ...words } = await letterInputOf(service, pathwayId)
    const draft = expectSaved('draft', await service.ask(saveLetter, { id: 0, ...words }, clinician))
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const input = { ...words, ...draft }
    const first = await service.ask(signLetter, input, clinician, headers)
    expect(first.status).toBe(200)
    expect((await service.ask(signLetter, input, clinician, headers)).body).toEqual(first.body)
    const found = await lettersOf(pathwayId)
    expect([found.drafts.length, found.letters.length]).toEqual([0, 1])
    expect(await documentsOf(service, clinician, pathwayId)).toHaveLength(1)
  })

  it('is signed under the version of the draft that was looked at', async () => {
    const { pathwayId } = await aReferral()
    const { concernsConfirmed: _, ...words } = await letterInputOf(service, pathwayId)
    const draft = expectSaved('draft', await service.ask(saveLetter, { id: 0, ...words }, clinician))
    const theirs = { ...words, ...draft, body: 'What a colleague wrote' }
    expect((await service.ask(saveLetter, theirs, clinician)).status).toBe(200)
    expect((await sign({ ...words, ...draft })).status).toBe(409)
    expect(await documentsOf(service, clinician, pathwayId)).toEqual([])
  })

  it('is put right by another letter, once, and is then held back', async () => {
    const { pathwayId } = await aReferral()
    const { id } = await aSignedLetter(service, clinician, pathwayId, { body: 'The left hip.' })
    const templateId = await templateFor(service, 'gp', 'other')
    const ask = { pathwayId, templateId, correctsId: id }
    const { body, title } = (await service.ask(composeLetter, ask, clinician)).body as ComposedLetter
    expect(body).toMatch(/^This letter replaces our letter of .*\n\nThe left hip\.$/s)
    expect((await sign({ ...ask, title, body: 'The right hip.' })).status).toBe(200)
    expect((await sign({ ...ask, title, body: 'Neither hip.' })).status).toBe(409)
    expect(await heldOf(pathwayId)).toEqual([null, 'Another letter replaces it.'])
    expect((await service.ask(printLetters, { ids: [id] }, clinician)).status).toBe(409)
  })
})

describe('the size of print', () => {
  const smallestOf = async (answer: { body: unknown }): Promise<number> => {
    const file = await fileOf((answer.body as { documentId: number }).documentId)
    // Not the address, which is as large as the window of an envelope allows.
    const isInWindow = ({ left, bottom }: { left: number; bottom: number }) => left < 340 && bottom > 650
    const read = (await readPages(file)).flatMap(({ words }) => words.filter((each) => !isInWindow(each)))
    return Math.min(...read.map(({ size }) => size))
  }

  it('is 18 points, the foot of the page too, for a patient who prefers large print', async () => {
    const { pathwayId, patientId } = await aReferral()
    const usual = await signComposed(pathwayId, 'patient', 'cannotReach')
    await flag(patientId, { kind: 'preferredFormat', category: 'largePrint' })
    const large = await signComposed(pathwayId, 'patient', 'cannotReach')
    const toPractice = await signComposed(pathwayId, 'gp', 'discharge', { concernsConfirmed: true })
    expect(await smallestOf(large)).toBe(18)
    expect(await smallestOf(usual)).toBe(9)
    expect(await smallestOf(toPractice)).toBe(9)
    // The earlier letter must not be sent in a type size that the patient cannot read.
    expect((await heldOf(pathwayId)).at(-1)).toContain('another size of print')
  })
})

describe('sending', () => {
  it('prints many letters in one PDF, each on pages of its own, and notes it', async () => {
    const [one, other] = [await aReferral(), await aReferral()]
    const long = Array.from({ length: 60 }, (_, line) => `Paragraph ${line} of a long letter.`).join('\n\n')
    const letters = [
      await aSignedLetter(service, clinician, one.pathwayId, { body: long }),
      await aSignedLetter(service, clinician, other.pathwayId, { body: 'A short letter.' }),
    ]
    const ids = letters.map(({ id }) => id)
    expect((await unsent()).map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    const batch = expectSaved('print', await service.ask(printLetters, { ids }, clinician))
    const { body } = await service.ask(printedLetters, { id: batch.id }, clinician)
    const pages = await readPages(body as Buffer)
    const numbers = pages.map(({ text }) => /Page \d+ of \d+/.exec(text)?.[0])
    const first = pages.length - 1
    expect(first).toBeGreaterThan(1)
    expect(numbers).toEqual([
      ...Array.from({ length: first }, (_, page) => `Page ${page + 1} of ${first}`),
      'Page 1 of 1',
    ])
    // Every page names its patient.
    for (const [place, { text }] of pages.entries())
      expect(text).toContain(place < first ? one.familyName : other.familyName)
    expect(pages.at(-1)?.text).not.toContain(one.familyName)
    const left = (await unsent()).map(({ id }) => id)
    for (const id of ids) expect(left).not.toContain(id)
    const sent = (await service.ask(listSentLetters, {}, clinician)).body as SentLetter[]
    expect(
      sent
        .filter(({ dispatch }) => dispatch.printId === batch.id)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...ids].sort())
  })

  it('mails a letter to the practice through the queue, and tries again', async () => {
    await keepAddress()
    const { pathwayId, familyName } = await aReferral()
    const { id } = await aSignedLetter(service, clinician, pathwayId)
    outside.refusing.next = 1
    expect((await service.ask(mailLetter, { id, pathwayId }, clinician)).status).toBe(200)
    expect((await service.ask(mailLetter, { id, pathwayId }, clinician)).status).toBe(409)
    await deliver(service, outside.courier)
    const after = async () => (await lettersOf(pathwayId)).letters[0]?.dispatches[0]
    expect(await after()).toMatchObject({ state: 'queued', address: 'letters@willowlane.example.org' })
    await deliver(service, outside.courier)
    expect(await after()).toMatchObject({ state: 'accepted', failure: null })
    const mail = outside.mails.at(-1)
    expect(mail?.to).toEqual(['letters@willowlane.example.org'])
    expect(`${mail?.subject} ${mail?.text}`).not.toContain(familyName)
    const [attached] = mail?.attachments ?? []
    expect(attached?.name).toBe(`letter-${id}.pdf`)
    expect((await readPdf(attached?.content ?? new Uint8Array())).text).toContain(familyName)
    await deliver(service, outside.courier)
    expect(outside.mails.filter(({ to }) => to.includes('letters@willowlane.example.org'))).toHaveLength(1)
  })

  it('mails nothing that is held back meanwhile, and says so', async () => {
    await keepAddress()
    const { pathwayId, patientId } = await aReferral()
    const { id } = await aSignedLetter(service, clinician, pathwayId)
    expect((await service.ask(mailLetter, { id, pathwayId }, clinician)).status).toBe(200)
    await changePatient(patientId, { registeredGP: '' })
    const before = outside.mails.length
    await deliver(service, outside.courier)
    expect(outside.mails).toHaveLength(before)
    expect((await lettersOf(pathwayId)).letters[0]?.dispatches).toMatchObject([
      { state: 'failed', failure: expect.stringContaining('no registered GP') as string },
    ])
    expect((await unsent()).find((letter) => letter.id === id)?.failure).toContain('no registered GP')
  })

  it('is given up after five tries, and the letter waits to be sent again', async () => {
    await keepAddress()
    const { pathwayId } = await aReferral()
    const { id } = await aSignedLetter(service, clinician, pathwayId)
    await service.ask(mailLetter, { id, pathwayId }, clinician)
    outside.refusing.next = 5
    for (let round = 0; round < 6; round += 1) await deliver(service, outside.courier)
    expect(outside.refusing.next).toBe(0)
    const refused = 'The mail server did not accept the message: 451'
    const steps = [{ words: 'To be mailed' }, { words: refused }, { state: 'failed', words: refused }]
    expect((await lettersOf(pathwayId)).letters[0]?.dispatches).toMatchObject([{ state: 'failed', steps }])
    const tasks = (await service.ask(tasksOfPathway, { pathwayId }, clinician)).body as Task[]
    expect(tasks.filter(({ text }) => text.startsWith('A letter did not arrive'))).toHaveLength(1)
    expect((await service.ask(mailLetter, { id, pathwayId }, clinician)).status).toBe(200)
  })

  it('does not mail a letter to a patient, nor one of another referral', async () => {
    const [one, other] = [await aReferral(), await aReferral()]
    const { body } = await signComposed(one.pathwayId, 'patient', 'cannotReach')
    const { id } = body as Saved
    expect((await service.ask(mailLetter, { id, pathwayId: one.pathwayId }, clinician)).status).toBe(409)
    const practiceLetter = await aSignedLetter(service, clinician, one.pathwayId)
    expect(
      (await service.ask(mailLetter, { id: practiceLetter.id, pathwayId: other.pathwayId }, clinician))
        .status,
    ).toBe(404)
  })

  it('sends no letter whose document was deleted', async () => {
    const { pathwayId } = await aReferral()
    const { id, documentId } = await aSignedLetter(service, clinician, pathwayId)
    expectSaved('document', await service.ask(deleteDocument, { id: documentId, version: 1 }, clinician))
    expect((await unsent()).map((letter) => letter.id)).not.toContain(id)
    expect((await service.ask(printLetters, { ids: [id] }, clinician)).status).toBe(409)
  })
})

describe('a template', () => {
  const stored = async (id: number): Promise<LetterTemplateView> =>
    (await service.ask(getLetterTemplate, { id }, clinician)).body as LetterTemplateView

  it('keeps every version, and a letter says of which it was made', async () => {
    const { pathwayId } = await aReferral()
    const templateId = await templateFor(service, 'gp', 'declined')
    const { versions: _, names: __, ...template } = await stored(templateId)
    const input = { ...template, body: 'No, thank you.' }
    const saved = expectSaved('template', await service.ask(saveLetterTemplate, input, administrator))
    expect((await stored(templateId)).versions.map(({ version }) => version)).toEqual([saved.version, 1])
    expect((await service.ask(saveLetterTemplate, input, administrator)).status).toBe(409)
    await aSignedLetter(service, clinician, pathwayId, { templateId })
    expect((await lettersOf(pathwayId)).letters[0]?.templateVersion).toBe(saved.version)
  })

  it.each([
    ['{{shoeSize}}', 'There is no field {{shoeSize}}'],
    ['{{patientName', 'Write a field as {{name}}, with two braces on each side'],
  ])('is refused with %s', async (body, message) => {
    const { versions: _, names: __, ...template } = await stored(await templateFor(service, 'gp', 'other'))
    const answer = await service.ask(saveLetterTemplate, { ...template, body }, administrator)
    expect(answer).toMatchObject({ status: 400, body: { body: message } })
  })

  it('is kept by administrators alone, as addresses are, which must be said to be secure', async () => {
    const { versions: _, names: __, ...template } = await stored(await templateFor(service, 'gp', 'other'))
    expect((await service.ask(saveLetterTemplate, template, clinician)).status).toBe(403)
    const address = { organisationId: practice, email: 'somebody.else@example.org' }
    const refused = await service.ask(saveLetterAddress, { ...address, version: 1 }, administrator)
    expect(refused).toMatchObject({ status: 400, body: { isSecure: expect.any(String) as string } })
  })
})

it('leaves a restricted record without words in the lists of letters', async () => {
  const { pathwayId, patientId } = await aReferral()
  const { id } = await aSignedLetter(service, clinician, pathwayId, { title: 'About her memory' })
  await service.db.owner.query(
    `insert into patient_restriction (patient_id, kind, reason) values ($1, 'colleague', 'Works here')`,
    [patientId],
  )
  const stranger = await service.as('Clinician')
  const { body } = await service.ask(listUnsentLetters, {}, stranger)
  const row = (body as UnsentLetter[]).find((letter) => letter.id === id)
  expect(row).toMatchObject({ isWithheld: true, title: 'Letter' })
  expect((await service.ask(printLetters, { ids: [id] }, stranger)).status).toBe(403)
  expect((await service.ask(lettersOfPathway, { pathwayId }, stranger)).status).toBe(403)
})

it('shows the letter of a discharge one press after it, and asks whether one from before is meant', async () => {
  const { pathwayId } = await aReferral()
  expect((await signComposed(pathwayId, 'gp', 'discharge')).body).toEqual({
    concernsConfirmed: 'This referral is not discharged. Tick to sign it all the same.',
  })
  const { pathway } = (await service.ask(getPathway, { id: pathwayId }, clinician)).body as PathwayView
  const discharge = { id: pathwayId, version: pathway.version, patientId: pathway.patientId }
  expectSaved(
    'discharge',
    await service.ask(savePathway, { ...discharge, dischargeDate: today() }, clinician),
  )
  const { body } = await composed(pathwayId, 'patient', 'discharge')
  expect(body).toContain(`ended on ${formatLongDate(today())}`)
  expect((await signComposed(pathwayId, 'patient', 'discharge')).status).toBe(200)
  expect((await signComposed(pathwayId, 'gp', 'discharge')).status).toBe(200)
})
