import { setTimeout as sleep } from 'node:timers/promises'
import {
  startMeshStandIn,
  type MeshFault,
  type MeshStandIn,
} from '../server/exchange/outgoing/mesh/standIn/standIn.ts'
import { startStandIn, type Fault as NotifyFault } from '../server/platform/messages/notify/standIn.ts'
import { renderLetters } from '../server/platform/files/letterPdf.ts'
import type { LetterFrame } from '../contract/care/letters/letter.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { firstOf, type Fault } from './fault.ts'
import type { Target } from './target.ts'

const practice = 'M85099'

/** SUREFOOT_KILLED_LETTERS and SUREFOOT_LETTER_KILLS set how many letters are sent, and how often the product is killed. */
const sizes = (isLong: boolean): { letters: number; kills: number } => ({
  letters: Number(process.env['SUREFOOT_KILLED_LETTERS'] ?? (isLong ? 5_000 : 200)),
  kills: Number(process.env['SUREFOOT_LETTER_KILLS'] ?? (isLong ? 50 : 5)),
})

/** Services outside that take letters, each with what it has of a letter by our number. Another carrier is another line. */
interface Outside {
  way: string
  settings: Record<string, string>
  /** How often the recipient would get it. */
  copiesOf: (requestId: string) => number
  /** Answers rightly from now on. */
  recover: () => void
  close: () => Promise<void>
}

/** One in four requests is answered wrongly. */
const atRandom = <Fault>(choices: readonly Fault[]): Fault | null =>
  Math.random() > 0.25 ? null : (choices[Math.floor(Math.random() * choices.length)] ?? null)

/** Of the requests that send, some also after the message was accepted. */
const wrongly = (standIn: MeshStandIn): void => {
  const before: MeshFault[] = [
    { status: 500 },
    { status: 503 },
    { status: 429, retryAfter: '1' },
    'another form',
  ]
  const after: MeshFault[] = ['lost', { status: 502, after: true }, { status: 504, after: true }]
  standIn.chooseFault = ({ isSending }) => atRandom(isSending ? [...before, ...after] : before)
}

const mesh = async (): Promise<Outside> => {
  const standIn = await startMeshStandIn()
  standIn.isPrompt = true
  standIn.directory.set(practice, [`${practice}OT01`])
  wrongly(standIn)
  const { url, mailbox, password, sharedKey, odsCode, letterWorkflow } = standIn.settings
  return {
    way: 'mesh',
    settings: {
      ...{ MESH_URL: url, MESH_MAILBOX: mailbox, MESH_PASSWORD: password, MESH_SHARED_KEY: sharedKey },
      ...{ MESH_ODS: odsCode, MESH_LETTER_WORKFLOW: letterWorkflow ?? '' },
    },
    copiesOf: (requestId) =>
      standIn.messages.filter(({ localId, status }) => localId === requestId && status !== 'uploading')
        .length,
    recover: () => {
      standIn.chooseFault = null
    },
    close: standIn.close,
  }
}

const post = async (): Promise<Outside> => {
  const standIn = await startStandIn({ stepMs: 1_000 })
  const before: NotifyFault[] = [
    { status: 500, error: 'Exception' },
    { status: 503, error: 'Exception' },
    { status: 429, error: 'RateLimitError' },
    'cut',
  ]
  standIn.chooseFault = (isSending) =>
    atRandom(isSending ? [...before, 'lost reply', 'another form'] : before)
  return {
    way: 'post',
    settings: {
      NOTIFY_URL: standIn.settings.url,
      NOTIFY_API_KEY: standIn.settings.key,
      NOTIFY_LETTERS: 'yes',
    },
    copiesOf: (requestId) => standIn.taken.filter(({ reference }) => reference === requestId).length,
    recover: () => {
      standIn.chooseFault = null
    },
    close: standIn.close,
  }
}

const carriers = [mesh, post]

const to = ['Letters Surgery', '1 Mill Lane', 'Sampletown', 'EX4 4QF']
const frame: LetterFrame = {
  head: { serviceName: 'Falls prevention service', address: null, telephone: null },
  ...{ to, about: ['Ivy Letterwell', 'NHS number Unknown'], date: '2026-11-30', size: 'usual' },
}
const words = { title: 'About your patient', body: 'She walks better.', identity: 'Ivy Letterwell' }

/** Signed letters of one referral, as many as are sent, in the database: signing 5,000 is tested elsewhere. */
const writeLetters = async (ownerUrl: string, count: number, way: string): Promise<void> => {
  const pdf = await renderLetters([{ ...frame, ...words, signedBy: 'Ada Okafor' }], '')
  await withClient(ownerUrl, async (owner) => {
    await owner.query(
      `insert into organisation (id, type, name, name_key, address_line1, town, postcode)
       values ($1, 'GP Practices', $2, 'letters surgery', $3, $4, $5)
       on conflict do nothing`,
      [practice, ...to],
    )
    await owner.query(
      `insert into letter_address (organisation_id, mesh_form) values ($1, 'letter') on conflict do nothing`,
      [practice],
    )
    await owner.query(
      `with person as (
         insert into patient (family_name, family_name_key, first_name, first_name_key, gender_id, nhs_number_unknown, registered_gp)
         values ('Letterwell', 'letterwell', 'Ivy', 'ivy', (select min(id) from gender), true, $1) returning id),
       referred as (
         insert into pathway (patient_id, referral_date, referrer_id, referral_method_id)
         select id, current_date, (select min(id) from referrer), (select min(id) from method) from person returning id),
       stored as (
         insert into document (pathway_id, document_type_id, file_name, kind, size_bytes, sha256, stored_in, stored_name, scan)
         select referred.id, (select min(id) from document_type), 'letter.pdf', 'pdf', length($4::bytea), encode(sha256($4::bytea), 'hex'),
           'postgres', gen_random_uuid(), 'clean'
         from referred cross join generate_series(1, $2) returning id, pathway_id, stored_name),
       content as (insert into document_content (stored_name, content) select stored_name, $4::bytea from stored),
       written as (
         insert into letter (pathway_id, template_id, template_version, recipient, recipient_organisation_id, title, body, frame,
           identity, concerns, signed_name, document_id)
         select pathway_id, (select min(template_id) from letter_template_version), 1, 'gp', $1, $5, $6, $7, $8, '[]', 'Ada Okafor', id
         from stored returning id)
       insert into letter_dispatch (letter_id, way, state, address, mesh_form, next_at)
       select id, $3, 'queued', case when $3 = 'mesh' then $1 end, case when $3 = 'mesh' then 'letter' end, clock_timestamp() from written`,
      [
        practice,
        count,
        way,
        Buffer.from(pdf),
        words.title,
        words.body,
        JSON.stringify(frame),
        words.identity,
      ],
    )
  })
}

interface Stored {
  requestId: string
  state: string
  failure: string | null
  steps: number
}

const stored = (ownerUrl: string): Promise<Stored[]> =>
  withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<Stored>(
      `select request_id as "requestId", state, failure,
         (select count(*) from letter_dispatch_step as step where step.dispatch_id = dispatch.id and step.state <> 'queued')::integer as steps
       from letter_dispatch as dispatch join letter on letter.id = dispatch.letter_id
       where letter.recipient_organisation_id = $1`,
      [practice],
    )
    return rows
  })

/** Nothing waits for its minutes, which are tested elsewhere: the stand-ins have done with a request when its process has ended. */
const hurry = (ownerUrl: string): Promise<void> =>
  withClient(ownerUrl, async (owner) => {
    await owner.query(
      `update letter_dispatch set next_at = clock_timestamp() where next_at > clock_timestamp() + interval '5 seconds'`,
    )
    await owner.query(`select graphile_worker.add_job('sendLetters', '{}'::json, max_attempts => 1)`)
  })

/** Nobody reports that post arrived: it ends in the post. */
const hasLeft = ({ state }: Stored): boolean => state === 'arrived' || state === 'posted'

const isOpen = ({ state }: Stored): boolean => state === 'queued' || state === 'accepted'

const wrongWith = (row: Stored, copies: number): string | null => {
  const { state, failure } = row
  if (copies > 1) return `one arrived ${copies} times`
  if (isOpen(row)) return `one is still ${state}: ${failure}`
  if (state === 'failed' && failure === null) return 'one failed without a word to a person'
  return hasLeft(row) && copies !== 1 ? 'one is said to have arrived and did not' : null
}

export const killedLetters: Fault = {
  name: 'killed-letters',
  says: 'The product is killed without notice while it sends letters to services that answer wrongly.',
  run: async ({ start, isLong }) => {
    const { letters, kills } = sizes(isLong)
    const outside = await Promise.all(carriers.map((open) => open()))
    const settings = Object.assign({}, ...outside.map((each) => each.settings)) as Record<string, string>
    let target: Target = await start({ settings })
    const { ownerUrl } = target
    for (const { way } of outside) await writeLetters(ownerUrl, Math.ceil(letters / outside.length), way)
    for (let kill = 0; kill < kills; kill += 1) {
      await hurry(ownerUrl)
      await sleep(200 + Math.random() * 2_000)
      await target.stop()
      target = await start({ settings })
    }
    for (const { recover } of outside) recover()
    let rows = await stored(ownerUrl)
    for (let tries = 0; tries < letters && rows.some(isOpen); tries += 1) {
      await hurry(ownerUrl)
      await sleep(2_000)
      rows = await stored(ownerUrl)
    }
    const copies = ({ requestId }: Stored): number =>
      outside.reduce((sum, { copiesOf }) => sum + copiesOf(requestId), 0)
    const wrong = rows.flatMap((row) => wrongWith(row, copies(row)) ?? [])
    const arrived = rows.filter(hasLeft)
    await Promise.all(outside.map(({ close }) => close()))
    return {
      outcomes: [
        {
          says: `each of ${rows.length} letters arrived exactly once or stands before a person, and none twice${firstOf(wrong)}`,
          held: rows.length >= letters && wrong.length === 0,
        },
        {
          says: `a person has to look after less than one in ten${firstOf(rows.flatMap(({ failure }) => failure ?? []))}`,
          held: arrived.length > rows.length * 0.9,
        },
        {
          says: 'each that arrived has the steps on its way',
          held: arrived.every(({ steps }) => steps >= 2),
        },
      ],
      figures: [
        { what: 'times killed', figure: kills, unit: 'times' },
        { what: 'letters that arrived or were posted once', figure: arrived.length, unit: 'letters' },
        {
          what: 'letters before a person',
          figure: rows.filter(({ state }) => state === 'failed').length,
          unit: 'letters',
        },
      ],
    }
  },
}
