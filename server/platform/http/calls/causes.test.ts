import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { searchAddress } from '../../../../contract/reference/addressLookup.ts'
import { savePatient } from '../../../../contract/patients/patient.ts'
import { beginProvider } from '../../../../contract/accounts/provider.ts'
import { openAddressLookup } from '../../../reference/addressLookup/lookup.ts'
import { openDocuments } from '../../../pathways/documents/documents.ts'
import type { ContentStore } from '../../../pathways/documents/storage/outsideStorage.ts'
import { clamdScanner } from '../../../pathways/documents/intake/scanner.ts'
import { usualDocumentSettings } from '../../../pathways/documents/storage/settings.ts'
import { upload } from '../../../pathways/documents/testing/uploads.ts'
import { aPathway, patientInputOf } from '../../../testing/world/factories.ts'
import { heardLog, type LogLine } from '../../../testing/process/heardLog.ts'
import { testService, type Asked, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { canaries, carriesPatientData } from '../../../testing/world/world.ts'

/* Every 503 has a log line that names the failed part and the reason, but no patient. */

const { log, lines } = heardLog()
let service: TestService
let user: TestUser
let storeFails: Error | null = null

const store: ContentStore = {
  name: 'folder',
  put: async () => {
    if (storeFails !== null) throw storeFails
  },
  get: async () => null,
  remove: async () => undefined,
  names: async function* () {
    yield* [] as string[]
  },
  check: async () => undefined,
}
const nobodyThere = 'http://127.0.0.1:9'

beforeAll(async () => {
  const provider = { issuer: nobodyThere, clientId: 'surefoot', clientSecret: 'secret', label: 'NHS CIS2' }
  service = await testService({ provider: { ...provider, scope: 'openid', claim: 'sub' } }, { log })
  user = await service.as('Team Lead')
  const folder = { ...usualDocumentSettings, store: 'folder' as const, keys: [Buffer.alloc(32)] }
  Object.assign(service.documents, await openDocuments(folder, [store]))
  service.parts.addressLookup = openAddressLookup({ by: 'server', url: nobodyThere, key: 'AB12' })
})
afterAll(() => service.close())
afterEach(() => {
  storeFails = null
  service.documents.scanner = null
})

/** The status of the reply, and the log lines about it other than `answered`. */
const heard = async (asking: Promise<Asked>) => {
  const { status, headers } = await asking
  const told = lines.filter((line) => line.requestId === headers['x-request-id'] && line.msg !== 'answered')
  return { status, told }
}

const sendLetter = async () => {
  const pathway = await aPathway(service, user)
  return heard(upload(service, user, pathway.id))
}

const expectCause = (answer: { status: number; told: LogLine[] }, cause: Record<string, unknown>) => {
  expect(answer).toMatchObject({ status: 503, told: [cause] })
  expect(carriesPatientData(JSON.stringify(answer.told))).toBe(false)
}

const save = async () => {
  const patient = { ...(await patientInputOf(service)), familyName: canaries.familyName }
  return heard(service.ask(savePatient, patient, user))
}

it('a disk that is full, in the words of PostgreSQL', async () => {
  const { owner } = service.db
  await owner.query(`create function fill() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file "base/5/2613": No space left on device' using errcode = '53100'; end $$;
    create trigger fill before insert on patient for each row execute function fill()`)
  const answer = await save()
  await owner.query('drop trigger fill on patient; drop function fill')
  expectCause(answer, {
    level: 'warn',
    part: 'database',
    code: '53100',
    reason: 'could not extend file "base/5/2613": No space left on device',
    route: savePatient.path,
  })
})

it('an audit trail that cannot be written, in the words of PostgreSQL', async () => {
  const { owner } = service.db
  await owner.query('revoke insert on audit_event from surefoot_app')
  const answer = await save()
  await owner.query('grant insert on audit_event to surefoot_app')
  expectCause(answer, {
    level: 'error',
    part: 'database',
    code: '42501',
    reason: 'permission denied for table audit_event',
    msg: 'the audit trail could not be written',
  })
})

it('a value that PostgreSQL quotes in its words stays out of the log', async () => {
  const { owner } = service.db
  await owner.query(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'invalid input: "%"', new.family_name using errcode = '22P02'; end $$;
    create trigger refuse before insert on patient for each row execute function refuse()`)
  const { status, told } = await save()
  await owner.query('drop trigger refuse on patient; drop function refuse')
  expect({ status, told }).toMatchObject({
    status: 500,
    told: [{ code: '22P02', msg: 'unexpected failure' }],
  })
  expect(JSON.stringify(told)).not.toContain(canaries.familyName)
})

it('a store of documents that does not answer, and not the database', async () => {
  storeFails = Object.assign(new Error('connect ECONNREFUSED 10.0.0.9:9000'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })
  expectCause(await sendLetter(), {
    part: 'documents',
    code: 'ECONNREFUSED',
    reason: 'the folder of documents: connect ECONNREFUSED 10.0.0.9:9000',
  })
})

it('a scanner that does not answer, though the document is kept', async () => {
  service.documents.scanner = clamdScanner({ host: '127.0.0.1', port: 9 })
  const { status, told } = await sendLetter()
  expect({ status, told }).toMatchObject({
    status: 200,
    told: [
      { part: 'scanner', code: 'ECONNREFUSED', reason: expect.stringContaining('127.0.0.1:9') as string },
    ],
  })
})

it('a provider and an address service that do not answer', async () => {
  expectCause(await heard(service.ask(beginProvider, { binding: 'b'.repeat(43) })), {
    part: 'provider',
    reason: expect.stringContaining('could not be reached') as string,
  })
  expectCause(await heard(service.ask(searchAddress, { text: canaries.familyName }, user)), {
    part: 'addresses',
    reason: expect.stringMatching(/\w/) as string,
  })
})

it('every line has the same shape', () => {
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines)
    expect(line).toMatchObject({
      level: expect.stringMatching(/^(info|warn|error)$/) as string,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      msg: expect.any(String) as string,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
})
