import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths, today } from '../../../contract/platform/dates/dates.ts'
import { savePathway } from '../../../contract/pathways/referral/pathway.ts'
import {
  closeSubjectRequest,
  getSubjectArchive,
  getSubjectRequest,
  listSubjectRequests,
  releaseSubjectRequest,
  mostDecisions,
  reviewSubjectRequest,
  saveSubjectRequest,
  subjectRequestDue,
  type SubjectItem,
  type SubjectRequest,
  type SubjectRequestRow,
} from '../../../contract/governance/subjectRequest.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { aPatient, nextNhsNumber, referralInputOf, type Saved } from '../../testing/world/factories.ts'
import { aList } from '../../exchange/testing/listWorld.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { unzipped } from '../../testing/reading/unzipped.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { aWholeRecord, ownedBy, rowsOf, type WholeRecord } from '../../testing/world/wholeRecord.ts'
import { readPatientTables } from './patientTables.ts'
import { isMade, leftOut, sectionOf } from './sections.ts'

let service: TestService
let staff: TestUser
let governance: TestUser
let whole: WholeRecord
beforeAll(async () => {
  service = await testService()
  staff = await service.as('Team Lead')
  governance = await service.as('Information Governance')
  whole = await aWholeRecord(service, staff)
})
afterAll(() => service.close())

let asked = 0
const aRequest = async (patientId: number): Promise<Saved> => {
  asked += 1
  const { body } = await service.ask(
    saveSubjectRequest,
    {
      id: 0,
      patientId,
      askedDate: today(),
      requester: 'The patient, by letter',
      identityChecked: 'Passport',
    },
    governance,
    { 'idempotency-key': `request-${asked}` },
  )
  return body as Saved
}
const open = async (id: number): Promise<SubjectRequest> =>
  (await service.ask(getSubjectRequest, { id }, governance)).body as SubjectRequest
const decide = async (
  request: SubjectRequest,
  withheld: (item: SubjectItem) => boolean = () => false,
): Promise<Saved> => {
  const decisions = request.items.map((item) => ({
    key: item.key,
    fingerprint: item.fingerprint,
    isReleased: !withheld(item),
    reason: withheld(item) ? 'About somebody else' : null,
  }))
  let saved: Saved = { id: request.id, version: request.version }
  // A whole record has more parts than one save decides.
  for (let from = 0; from < decisions.length; from += mostDecisions) {
    const part = { ...saved, decisions: decisions.slice(from, from + mostDecisions) }
    const { status, body } = await service.ask(reviewSubjectRequest, part, governance)
    expect({ status, body }).toMatchObject({ status: 200 })
    saved = body as Saved
  }
  return saved
}
const released = async (patientId: number, withheld?: (item: SubjectItem) => boolean): Promise<number> => {
  const { id } = await aRequest(patientId)
  const { version } = await decide(await open(id), withheld)
  expect((await service.ask(releaseSubjectRequest, { id, version }, governance)).status).toBe(200)
  return id
}
const archiveOf = async (id: number): Promise<Map<string, Buffer>> =>
  unzipped((await service.ask(getSubjectArchive, { id }, governance)).body)

/** Puts a unique text into every column of the patient's rows that accepts any text. */
const plant = async (patientId: number): Promise<Map<string, string>> => {
  const planted = new Map<string, string>()
  const tables = await readPatientTables(service.db.sql)
  for (const { name, columns } of tables)
    for (const { name: column, type, names } of columns) {
      if (type !== 'text' || names !== null) continue
      const canary = `canary ${patientId} ${name} ${column}`
      try {
        await service.db.owner.query(
          `update ${name} set ${column} = $1 where ${ownedBy(tables, name, patientId)}`,
          [canary],
        )
        planted.set(`${name}.${column}`, canary)
      } catch (error) {
        // Codes that a check constraint limits, and columns that the database generates.
        expect((error as { code: string }).code).toMatch(/^(23514|428C9)$/)
      }
    }
  return planted
}

describe('a request to see what is held', () => {
  it('is due one calendar month after it was asked, on the last day of a shorter month', () => {
    expect(['2026-01-15', '2026-01-31', '2024-01-31', '2026-12-31'].map(subjectRequestDue)).toEqual([
      '2026-02-15',
      '2026-02-28',
      '2024-02-29',
      '2027-01-31',
    ])
  })

  it('stands on a list with its dates, and is closed with a reason when it is withdrawn', async () => {
    const { id: patientId } = await aPatient(service, staff)
    const { id, version } = await aRequest(patientId)
    const mine = async () =>
      (await service.ask(listSubjectRequests, { patientId }, governance)).body as SubjectRequestRow[]
    expect(await mine()).toMatchObject([
      { id, askedDate: today(), dueDate: addMonths(today(), 1), releasedAt: null, closedAt: null },
    ])
    const closed = await service.ask(
      closeSubjectRequest,
      { id, version, closedNote: 'Withdrawn by telephone' },
      governance,
    )
    expect(closed.status).toBe(200)
    expect(await mine()).toMatchObject([{ closedNote: 'Withdrawn by telephone' }])
    const again = { ...(closed.body as Saved), patientId, askedDate: addDays(today(), -1) }
    const { status } = await service.ask(
      saveSubjectRequest,
      { ...again, requester: 'The patient', identityChecked: 'Passport' },
      governance,
    )
    expect(status).toBe(409)
  })

  it('shows a row of every table that refers to patients, for a table that is new too', async () => {
    const empty = [...(await rowsOf(service, whole.patientId))]
      .filter(([table, rows]) => rows === 0 && leftOut[table] === undefined)
      .map(([table]) => table)
    expect(empty).toEqual([])
    const { items } = await open((await aRequest(whole.patientId)).id)
    const tables = await readPatientTables(service.db.sql)
    const unseen = tables.filter(
      ({ name }) =>
        leftOut[name] === undefined && !items.some(({ key }) => key === name || key.startsWith(`${name}:`)),
    )
    expect(unseen.map(({ name }) => name)).toEqual([])
    const silent = items.filter(({ entries }) => entries.some(({ facts }) => facts.length === 0))
    expect(silent.map(({ key }) => key)).toEqual([])
  })

  it('asks about every text that people write freely by itself', async () => {
    const tables = await readPatientTables(service.db.sql)
    const unsaid = tables.flatMap(({ name, columns }) => {
      const { each, words = [], plain = [] } = sectionOf(name)
      if (each !== undefined || leftOut[name] !== undefined) return []
      return columns
        .filter(({ name: column, type, names }) => type === 'text' && names === null && !isMade(column))
        .filter(({ name: column }) => !words.includes(column) && !plain.includes(column))
        .map(({ name: column }) => `${name}.${column}`)
    })
    expect(unsaid).toEqual([])
  })

  it('hands over every word of the patient and none of anybody else, in each of the three forms', async () => {
    const [subject, other] = [await aWholeRecord(service, staff), await aWholeRecord(service, staff)]
    const [planted] = [await plant(subject.patientId), await plant(other.patientId)]
    const files = await archiveOf(await released(subject.patientId))
    for (const name of ['record.html', 'record.json', 'record.csv']) {
      const text = files.get(name)?.toString() ?? ''
      const missing = [...planted]
        .filter(([column]) => {
          const [table = '', field = ''] = column.split('.')
          return leftOut[table] === undefined && !isMade(field)
        })
        .filter(([, canary]) => !text.includes(canary))
      expect({ name, missing: missing.map(([column]) => column) }).toEqual({ name, missing: [] })
      expect(text).not.toContain(`canary ${other.patientId} `)
    }
    expect(planted.size).toBeGreaterThan(40)
  })

  it('has what case-finding lists say of somebody, also where nothing came of it', async () => {
    const nhsNumber = nextNhsNumber()
    const { id } = await aPatient(service, staff, { nhsNumber })
    await aList(service, {
      people: [{ person: { nhsNumber, town: 'Listedham' } }, { person: { town: 'Otherham' } }],
    })
    const page = (await archiveOf(await released(id))).get('record.html')?.toString() ?? ''
    expect(page).toContain('Case-finding lists that named the patient')
    expect(page).toContain('Listedham')
    expect(page).not.toContain('Otherham')
  })

  it('has telephone numbers in CSV as a spreadsheet leaves them, and in JSON as they are stored', async () => {
    const { id } = await aPatient(service, staff, { phoneHome: '01632960001', phoneMobile: '+447700900123' })
    const files = await archiveOf(await released(id))
    const csv = files.get('record.csv')?.toString() ?? ''
    expect([csv.includes(',01632 960001\r\n'), csv.includes(',07700 900123\r\n')]).toEqual([true, true])
    expect(files.get('record.json')?.toString()).toContain('"+447700900123"')
  })

  it('hands over the documents byte for byte, deleted ones too, with the checksum of each file', async () => {
    const files = await archiveOf(await released(whole.patientId))
    const letter = files.get(`documents/${whole.documentId} clinic letter.txt`)
    expect(letter).toEqual(whole.letter)
    const contents = files.get('contents.csv')?.toString() ?? ''
    for (const [name, content] of files)
      if (name !== 'contents.csv') expect(contents).toContain(`${name},${sha256(content).toString('hex')}`)
  })

  it('leaves out what is withheld, and says how much and not what', async () => {
    const record = await aWholeRecord(service, staff)
    const withheld = ({ key }: SubjectItem) =>
      /^(next_of_kin:|patient_contact:|document:|staff$)/.test(key) || key.endsWith(':comments')
    const files = await archiveOf(await released(record.patientId, withheld))
    const json = files.get('record.json')?.toString() ?? ''
    expect([...files.keys()].filter((name) => name.startsWith('documents/'))).toEqual([])
    for (const secret of [
      'Marlowe',
      'Lives with her sister',
      'clinic letter',
      'OKAFOR',
      'About somebody else',
    ])
      expect({ secret, leaks: json.includes(secret) }).toEqual({ secret, leaks: false })
    expect(json).toContain('Key in the safe')
    expect(JSON.parse(json)).toMatchObject({ withheld: 5 })
  })

  it('says who saw the record', async () => {
    const files = await archiveOf(await released(whole.patientId))
    const page = files.get('record.html')?.toString() ?? ''
    const { display_name: name } = await service.db.sql
      .selectFrom('app_user')
      .select('display_name')
      .where('id', '=', governance.userId)
      .executeTakeFirstOrThrow()
    expect(page).toContain(name)
    expect(page).toContain('One subject access request with everything held about the patient')
  })
})

describe('a release', () => {
  it('waits until every part is decided, and names who released it and when', async () => {
    const { id, version } = await aRequest(whole.patientId)
    const early = await service.ask(releaseSubjectRequest, { id, version }, governance)
    expect(early).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const tooEarly = await service.ask(getSubjectArchive, { id }, governance)
    expect(tooEarly.status).toBe(409)
    const decided = await decide(await open(id))
    await service.ask(releaseSubjectRequest, { id, version: decided.version }, governance)
    const { releasedAt, releasedBy, copies } = await open(id)
    expect(releasedAt).not.toBeNull()
    expect(releasedBy).not.toBeNull()
    expect(copies).toEqual([])
    const { body } = await service.ask(getSubjectArchive, { id }, governance)
    expect((await open(id)).copies).toMatchObject([
      { part: 1, parts: 1, madeBy: releasedBy, sha256: sha256(body as Buffer).toString('hex') },
    ])
  })

  it('asks for a reason for what is withheld', async () => {
    const { id } = await aRequest(whole.patientId)
    const { items, version } = await open(id)
    const [item] = items
    const decisions = [{ key: item?.key ?? '', fingerprint: item?.fingerprint ?? '', isReleased: false }]
    const { status, body } = await service.ask(reviewSubjectRequest, { id, version, decisions }, governance)
    expect({ status, body }).toEqual({
      status: 400,
      body: { 'decisions.0.reason': 'Say why it is withheld' },
    })
  })

  it('is stopped by what was written after it was looked through, until that is looked at too', async () => {
    const record = await aWholeRecord(service, staff)
    const id = await released(record.patientId)
    const { rows } = await service.db.owner.query<{ version: number }>(
      'select version from pathway where id = $1',
      [record.pathwayId],
    )
    const { pathwayId: pathway, patientId } = record
    const changes = { version: rows[0]?.version, comments: 'Her brother hit her' }
    const input = await referralInputOf(service, patientId, { id: pathway, ...changes })
    expect(await service.ask(savePathway, input, staff)).toMatchObject({ status: 200 })
    expect((await service.ask(getSubjectArchive, { id }, governance)).status).toBe(409)
    const changed = (await open(id)).items.filter(({ hasChanged }) => hasChanged).map(({ key }) => key)
    expect(changed).toContain(`pathway:${record.pathwayId}:comments`)
  })

  it('refuses a decision about what the person has not seen', async () => {
    const { id } = await aRequest(whole.patientId)
    const { version } = await open(id)
    const decisions = [{ key: 'patient', fingerprint: 'of yesterday', isReleased: true }]
    const { status } = await service.ask(reviewSubjectRequest, { id, version, decisions }, governance)
    expect(status).toBe(409)
  })

  it('is in the audit trail with its request, part and checksum', async () => {
    const id = await released(whole.patientId)
    const { body } = await service.ask(getSubjectArchive, { id }, governance)
    const { rows } = await service.db.owner.query<{ criteria: unknown; patient_ids: string[] }>(
      `select criteria, patient_ids from audit_event where action like '%subjectRequest/archive' and status = 200
       order by id desc limit 1`,
    )
    expect(rows[0]?.criteria).toEqual({ id, part: 1, sha256: sha256(body as Buffer).toString('hex') })
    expect(rows[0]?.patient_ids.map(Number)).toEqual([whole.patientId])
  })
})
