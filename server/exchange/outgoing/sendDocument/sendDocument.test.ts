import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listUnsentLetters, type UnsentLetter } from '../../../../contract/care/letters/letter.ts'
import { readXml } from '../../../pathways/documents/inspection/xml.ts'
import { letterWorld, type LetterWorld, type SentLetter } from '../../testing/letterWorld.ts'
import { openMeshInbox, type MeshInbox } from '../mesh/inbox.ts'
import { openMesh } from '../mesh/api/mesh.ts'
import { itkResponse } from '../mesh/standIn/response.ts'
import { startMeshStandIn, type MeshStandIn } from '../mesh/standIn/standIn.ts'
import { openCarriers } from '../openCarriers.ts'
import { readAcknowledgement } from './acknowledgement.ts'
import { writeDocument, type DocumentToSend } from './document.ts'
import { providerOf, reportFor } from './subject.ts'

const document: DocumentToSend = {
  requestId: '5d0c1d2e-0c1a-4b6f-9a53-0f6c3d1e7a10',
  signedAt: '2026-03-02T10:15:00Z',
  mailbox: 'X26OT001',
  service: { odsCode: 'X26', name: 'Fernhill Falls & Balance', telephone: '01632 960 100' },
  author: { familyName: 'Okafor', firstName: 'Ada' },
  patient: {
    ...{ familyName: 'O’Brien <Ash>', firstName: 'Edna', namePrefix: 'Mrs' },
    ...{ dateOfBirth: '1939-04-01', nhsNumber: '9990000018' },
  },
  isRestricted: false,
  replaces: null,
  pdf: Buffer.from('%PDF-1.7 a letter'),
}

/** Every value of the document with its path, and the words in it. */
const readBack = async (given: DocumentToSend): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>()
  const path: string[] = []
  const add = (at: string, value: string): void => void found.set(at, [...(found.get(at) ?? []), value])
  await readXml(Readable.from([Buffer.from(writeDocument(given))]), {
    open: (name, attributes) => {
      path.push(name)
      const value = attributes.get('value') ?? attributes.get('url')
      if (value !== undefined) add(path.slice(-3).join('/'), value)
    },
    text: (text) => add(path.slice(-2).join('/'), text),
    close: () => path.pop(),
  })
  return found
}

/** Requirements of GP Connect Send Document, by their numbers. */
const required: readonly (readonly [string, string, string[]])[] = [
  ['GPCM-SD-046', 'MessageHeader/source/endpoint', ['X26OT001']],
  ['GPCM-SD-047', 'MessageHeader/event/code', ['ITK007C']],
  ['GPCM-SD-114', 'resource/Composition/status', ['final']],
  ['GPCM-SD-115', 'type/coding/code', ['371531000']],
  ['GPCM-SD-116', 'resource/Composition/date', ['2026-03-02T10:15:00+00:00']],
  ['GPCM-SD-117', 'resource/Composition/confidentiality', ['N']],
  ['GPCM-SD-118', 'resource/Composition/title', ['Consultation report']],
  [
    'GPCM-SD-119',
    'div/p',
    [
      'Consultation report for Mrs Edna O’Brien <Ash> , NHS Number 9990000018, seen at Fernhill Falls & Balance, ODS Code X26, Version 1',
    ],
  ],
  ['GPCM-SD-030', 'resource/Organization/name', ['Fernhill Falls & Balance']],
  ['GPCM-SD-036', 'Patient/name/family', ['O’Brien <Ash>']],
  ['GPCM-SD-037', 'resource/Patient/birthDate', ['1939-04-01']],
  ['GPCM-SD-124', 'resource/Binary/contentType', ['application/pdf']],
  ['GPCM-SD-111', 'resource/Binary/content', [Buffer.from('%PDF-1.7 a letter').toString('base64')]],
]

describe('a document of GP Connect', () => {
  it.each(required)('meets %s', async (_, path, values) =>
    expect((await readBack(document)).get(path)).toEqual(values),
  )

  it('asks for both acknowledgements and names no receiver (GPCM-SD-040, 041, 049)', async () => {
    const xml = Buffer.from(writeDocument(document)).toString()
    for (const flag of ['BusAckRequested', 'InfAckRequested'])
      expect(xml).toContain(`<extension url="${flag}"><valueBoolean value="true"/></extension>`)
    expect(xml).not.toMatch(/<(?:receiver|destination)>/)
  })

  it('points at nothing that it does not have', async () => {
    const found = await readBack(document)
    const urls = [...found].flatMap(([path, values]) => (path.endsWith('entry/fullUrl') ? values : []))
    const references = [...found].flatMap(([path, values]) => (path.endsWith('/reference') ? values : []))
    expect(new Set(urls).size).toBe(8)
    for (const reference of references.filter((each) => each.startsWith('urn:')))
      expect(urls).toContain(reference)
  })

  it('says what it replaces, and where the record is restricted not where the patient was seen', async () => {
    const found = await readBack({ ...document, isRestricted: true, replaces: 'an-earlier-number' })
    expect(found.get('relatesTo/targetIdentifier/value')).toEqual(['an-earlier-number'])
    expect(found.get('resource/Composition/confidentiality')).toEqual(['R'])
    expect(found.get('div/p')?.join('')).not.toContain('seen at')
  })
})

it.each<readonly [string | null, string | null, string, string | null]>([
  ['9990000018', '1939-04-01', "O'Brien", "GPPROVIDER_9990000018_01041939_O'Brien"],
  ['9990000018', '1939-04-01', 'de la Mare', 'GPPROVIDER_9990000018_01041939_de la Mare'],
  ['9990000018', '1939-04-01', 'Łukasz', null],
  ['9990000018', '1939-04-01', 'under_score', null],
  [null, '1939-04-01', 'Marsh', null],
  ['9990000018', null, 'Marsh', null],
])('addresses %s, %s, %s', (number, born, name, to) => expect(providerOf(number, born, name)).toBe(to))

it('leaves the place out of the subject where the record is restricted', () =>
  expect(reportFor({ name: 'Edna Marsh', nhsNumber: '9990000018' }, null)).toBe(
    'Consultation report for Edna Marsh , NHS Number 9990000018',
  ))

describe('an acknowledgement', () => {
  it.each<readonly [string, 'infrastructure' | 'business', boolean, RegExp]>([
    ['20013', 'infrastructure', true, /received it/],
    ['30001', 'business', true, /into the patient’s record/],
    ['30002', 'business', false, /does not know the patient/],
    ['30003', 'business', false, /no longer registered/],
    ['10009', 'infrastructure', false, /refused it with code 10009/],
    ['20006', 'infrastructure', false, /refused it with code 20006/],
  ])('with code %s is of the %s, positive: %s', async (code, level, isPositive, words) =>
    expect(await readAcknowledgement(Buffer.from(itkResponse(document.requestId, code)))).toEqual({
      about: [document.requestId, document.requestId],
      ...{ level, isPositive, words: expect.stringMatching(words) as string },
    }),
  )

  it.each([
    ['nothing', ''],
    ['other words', 'not a message'],
    ['a message that is no response', Buffer.from(writeDocument(document)).toString()],
    ['an entity', '<!DOCTYPE a [<!ENTITY b "c">]><Bundle>&b;</Bundle>'],
    ['half of one', itkResponse(document.requestId, '30001').slice(0, 400)],
  ])('is not read from %s', async (_, content) =>
    expect(await readAcknowledgement(Buffer.from(content))).toBeNull(),
  )
})

describe('a letter that is sent as a document', () => {
  let world: LetterWorld
  let standIn: MeshStandIn
  let inbox: MeshInbox

  beforeAll(async () => {
    world = await letterWorld()
    await world.takesByMesh('sendDocument')
  })
  beforeEach(async () => {
    await world.service.db.owner.query(`update letter_dispatch set next_at = null`)
    standIn = await startMeshStandIn()
    world.service.time.now = Date.now() + 60_000
    const now = () => world.service.time.now
    const mesh = openMesh(standIn.settings, { waitMs: 2000 })
    world.service.parts.carriers = openCarriers(world.service.db.sql, now, { mesh, post: null })
    inbox = openMeshInbox(world.service.db.sql, now, mesh)
  })
  afterEach(() => standIn.close())
  afterAll(() => world.service.close())

  const sent = async (): Promise<{ letter: SentLetter; localId: string }> => {
    const letter = await world.aSent()
    await world.work()
    return { letter, localId: standIn.messages.at(-1)?.localId ?? '' }
  }
  const last = async (letter: SentLetter) => (await world.dispatchesOf(letter))[0]

  it('goes to the practice that MESH finds, and has arrived when the practice says so, not when it collected it', async () => {
    const { letter, localId } = await sent()
    const [message] = standIn.messages
    expect(message).toMatchObject({
      to: expect.stringMatching(/^GPPROVIDER_999\d{7}_\d{8}_/) as string,
      workflow: 'GPFED_CONSULT_REPORT',
      subject: expect.stringMatching(/^Consultation report for .* , NHS Number 999\d{7}, seen at /) as string,
      contentType: 'application/xml',
    })
    // Nothing of the patient is in what we keep of the address.
    expect((await last(letter))?.address).toBe('M85001')
    standIn.collect(localId)
    world.wait(10)
    await world.work()
    expect(await last(letter)).toMatchObject({ state: 'accepted' })
    standIn.answer(localId, '20013')
    expect(await inbox.read()).toBe(1)
    expect(await last(letter)).toMatchObject({ state: 'accepted' })
    standIn.answer(localId, '30001')
    await inbox.read()
    expect((await last(letter))?.steps?.map(({ state, words }) => [state, words])).toEqual([
      ['queued', 'To be sent by MESH'],
      ['accepted', 'MESH accepted it'],
      ['accepted', 'The practice’s system received it.'],
      ['arrived', 'The practice took it into the patient’s record.'],
    ])
  })

  it.each([
    ['30002', /refused it: it does not know the patient/],
    ['20006', /refused it with code 20006/],
  ])('that the practice refused with %s is back among those to be sent', async (code, words) => {
    const { letter, localId } = await sent()
    standIn.answer(localId, code)
    await inbox.read()
    expect(await last(letter)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(words) as string,
    })
    const { body } = await world.service.ask(listUnsentLetters, {}, world.clinician)
    expect((body as UnsentLetter[]).map(({ id }) => id)).toContain(letter.id)
  })

  it('without an answer for five working days stands before a person, and is cleared by a late answer', async () => {
    const { letter, localId } = await sent()
    standIn.collect(localId)
    world.wait(4 * 24 * 60)
    await world.work()
    expect(await last(letter)).toMatchObject({ state: 'accepted' })
    world.wait(5 * 24 * 60)
    await world.work()
    expect(await last(letter)).toMatchObject({
      state: 'failed',
      failure: 'The practice did not say within 5 working days what it did with it.',
    })
    standIn.answer(localId, '30001')
    await inbox.read()
    expect(await last(letter)).toMatchObject({ state: 'arrived', failure: null })
  })

  it('takes an answer that comes before the reply to our request, and sends nothing more', async () => {
    const letter = await world.aSent()
    standIn.nextFaults = ['lost']
    await world.work()
    expect(await last(letter)).toMatchObject({ state: 'queued' })
    standIn.answer(standIn.messages.at(-1)?.localId ?? '', '20013', '30001')
    await inbox.read()
    expect(await last(letter)).toMatchObject({ state: 'arrived' })
    world.wait(60)
    await world.work()
    expect(standIn.messages).toHaveLength(1)
  })

  it('changes nothing by an answer to a letter that is not known, or that cannot be read', async () => {
    const { letter, localId } = await sent()
    standIn.answer('00000000-0000-4000-8000-000000000000', '30002')
    standIn.inbox.push({
      ...{ id: 'A'.repeat(32), type: 'DATA', workflow: 'GPFED_CONSULT_REPORT_ACK', localId, linked: null },
      ...{ code: null, chunks: [Buffer.from('nonsense')], isAcknowledged: false },
    })
    expect(await inbox.read()).toBe(1)
    expect(await last(letter)).toMatchObject({ state: 'accepted' })
    // The first may be about a document of other software in this mailbox, for which it stays.
    expect(standIn.inbox.map(({ isAcknowledged }) => isAcknowledged)).toEqual([false, true])
  })

  it('is not sent where MESH could not find the practice', async () => {
    const letter = await world.aLetter({}, {
      nhsNumber: undefined,
      nhsNumberUnknown: true,
      dateOfBirth: '1939-04-01',
    } as never)
    expect((await world.send(letter)).status).toBe(200)
    await world.work()
    expect(await last(letter)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('NHS number, date of birth and surname') as string,
    })
    expect(standIn.messages).toEqual([])
  })
})
