import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '../db/seed/demonstration/random.ts'
import { firstOf, type Fault } from './fault.ts'
import { openDevice } from './visits/device.ts'
import {
  interruptionNames,
  interruptions,
  type InterruptionName,
  type Scene,
} from './visits/interruptions.ts'
import { openLine } from './visits/line.ts'
import { nextBuild } from './visits/nextBuild.ts'
import { searchProfile } from './visits/profile.ts'
import * as screens from './visits/screens.ts'
import { bookVisits, cameIn } from './visits/service.ts'
import { judge, lastMomentMs, noteFormNames, promise, type Note, type NoteForm } from './visits/written.ts'

/** SUREFOOT_INTERRUPTED_VISITS sets how often a visit is interrupted, SUREFOOT_SEED repeats a run. */
const roundsOf = (isLong: boolean): number =>
  Number(process.env['SUREFOOT_INTERRUPTED_VISITS'] ?? (isLong ? 200 : 6))

const visitCount = 6
/** Rounds that may not come to their end before the run is given up. */
const mostStuck = 8

/** What one round does besides its interruption. */
interface Round {
  kind: InterruptionName
  /** What is going on when it happens. */
  during: 'typing' | 'saving' | 'handing in'
}

export const interruptedVisits: Fault = {
  name: 'interrupted-visits',
  says: 'A clinician types on visits in a browser, and is interrupted by network, tab, kill, clock, full disk and new releases.',
  run: async ({ start, isLong }) => {
    const seed = Number(process.env['SUREFOOT_SEED'] ?? Math.trunc(Math.random() * 2 ** 31))
    const { next: random } = seeded(seed)
    const upTo = (most: number): number => Math.floor(random() * most)
    const rounds = roundsOf(isLong)
    const folder = await mkdtemp(join(tmpdir(), 'surefoot-interrupted-'))
    const settings = { VISIT_PACKS: 'yes', SECRET_KEY: randomBytes(32).toString('base64') }
    let builds = 0
    let web: Record<string, string> = {}
    let target = await start({ settings })
    const line = await openLine()
    line.leadTo(target.address)
    /** Part of every word, and of nothing else. */
    const mark = `quol${Array.from(randomBytes(5), (byte) => String.fromCodePoint(97 + (byte % 26))).join('')}`
    const profile = join(folder, 'profile')
    const device = await openDevice(profile, line.address)
    const scene: Scene = {
      device,
      line,
      random,
      restart: async () => {
        line.cut()
        await target.stop()
        target = await start({ settings: { ...settings, ...web } })
        line.leadTo(target.address)
      },
      update: async () => {
        builds += 1
        web = { FAULTS_WEB: join(folder, `build-${builds}`) }
        await nextBuild(builds, web['FAULTS_WEB'] ?? '')
        const before = target
        target = await start({ settings: { ...settings, ...web } })
        line.leadTo(target.address)
        await before.stop()
      },
    }
    const visits = await bookVisits(target, visitCount)
    const secrets = [mark, ...visits.flatMap(({ name, nhsNumber }) => [name, nhsNumber, spaced(nhsNumber)])]
    const notes: Note[] = []
    const readable = new Set<string>()
    const blind: string[] = []
    const forgotten: string[] = []
    const stuck: string[] = []
    let full = 0
    const happened = new Map<string, number>()
    let searches = 0
    let searchedBytes = 0
    let packs = 0
    let words = 0

    const search = async (): Promise<void> => {
      const found = await searchProfile(profile, secrets)
      searches += 1
      searchedBytes += found.bytes
      for (const where of found.readable) readable.add(where)
      const { readable: planted } = await searchProfile(profile, [control])
      if (planted.length === 0) blind.push(`search ${searches}`)
    }
    const type = async (note: Note, count: number): Promise<void> => {
      const page = device.page()
      for (let n = 0; n < count; n += 1) {
        words += 1
        const text = `${mark}${words}`
        await page.keyboard.type(`${text} `, { delay: upTo(12) })
        note.words.push({ text, at: performance.now(), isPromised: false, isMissed: false })
        await sleep(upTo(200))
      }
    }
    const promiseNow = async (note: Note): Promise<void> => {
      const said = await screens.lineOf(device.page())
      if (said?.includes('full') === true) full += 1
      promise(note, said)
    }
    /** Goes on with what was typed here before, or begins another. */
    const openNote = async (visit: number, form: NoteForm, name: string): Promise<Note> => {
      const page = device.page()
      await screens.openForm(page, name, form)
      const before = random() < 0.75 ? await screens.bringBack(page) : null
      let note = before === null ? undefined : notes.find(({ words: [first] }) => isIn(before, first?.text))
      if (before !== null && note === undefined && before.includes(mark))
        forgotten.push(`“${before}” was brought back, and nobody had typed it`)
      for (const word of note?.words ?? [])
        if (!isIn(before ?? '', word.text)) {
          if (word.isPromised) forgotten.push(`${word.text} was not in what was brought back`)
          else word.isMissed = true
        }
      if (note === undefined) {
        note = { visit, form, words: [], isSaved: false }
        notes.push(note)
      }
      if (before === null || !(await screens.isBegun(page, form))) await screens.begin(page, form)
      await screens.fieldOf(page).focus()
      await page.keyboard.press('Control+End')
      return note
    }
    const round = async ({ kind, during }: Round): Promise<void> => {
      await device.launch()
      await device.setOffline(false)
      await device.moveClock(0)
      await device.leaveRoom(null)
      const page = device.page()
      if ((await screens.openVisits(page)).tookNew) packs += 1
      await device.setOffline(random() < 0.6)
      const visit = upTo(visitCount)
      const form = noteFormNames[upTo(noteFormNames.length)] ?? 'contactNote'
      const note = await openNote(visit, form, visits[visit]?.name ?? '')
      await type(note, 2 + upTo(6))
      let saving: Promise<boolean> | null = null
      const save = async (): Promise<boolean> => {
        await screens.pressSave(page)
        return screens.isSaved(page)
      }
      if (during === 'typing') await sleep(upTo(1_200))
      else saving = save().catch(() => false)
      if (during === 'handing in') {
        await saving
        await device.setOffline(false)
      }
      if (during !== 'typing') await sleep(upTo(600))
      await promiseNow(note)
      await interruptions[kind].happen(scene)
      if (saving !== null && (await saving)) note.isSaved = true
      if (interruptions[kind].leavesPage && saving === null) {
        // Who typed goes on as if nothing had been, as far as the page lets them.
        if (await screens.fieldOf(page).isVisible()) {
          await screens.fieldOf(page).focus()
          await type(note, 1 + upTo(4))
          if (kind === 'quota' && random() < 0.6) {
            // What the screen says while there is no room, before there is some again.
            await sleep(lastMomentMs)
            await promiseNow(note)
            await device.leaveRoom(null)
            await type(note, 1)
          }
          await sleep(upTo(1_500))
          await promiseNow(note)
          if (random() < 0.5) note.isSaved = await save().catch(() => false)
        }
      }
      happened.set(`${kind} while ${during}`, (happened.get(`${kind} while ${during}`) ?? 0) + 1)
      if (kind === 'killed') await search()
    }

    try {
      await device.launch()
      await device.page().goto('/visits')
      await device.page().evaluate(planting)
      for (let n = 0; n < rounds; n += 1) {
        const kind = interruptionNames[n % interruptionNames.length] ?? 'killed'
        const during = (['typing', 'saving', 'typing', 'handing in'] as const)[upTo(4)] ?? 'typing'
        try {
          await round({ kind, during })
        } catch (error) {
          const { message } = error as Error
          const shown = await screens.saidOf(device.page()).catch(() => 'no page')
          stuck.push(`round ${n + 1}, ${kind} while ${during}: ${message} It shows: ${shown}`)
          console.log(`          ${stuck.at(-1)}`)
          if (stuck.length === mostStuck) throw error
        }
        if ((n + 1) % 10 === 0) console.log(`          ${n + 1} interruptions`)
      }
      // At last there is a signal, room and time.
      await device.launch()
      await device.setOffline(false)
      await device.moveClock(0)
      await device.leaveRoom(null)
      const left = await screens.handInAll(
        device.page(),
        visits.slice(0, visitCount / 2).map(({ name }) => name),
      )
      await device.close()
      await search()
      const { records, waiting } = await cameIn(target, mark)
      const judged = judge(notes, [...records, ...waiting])
      const all = notes.flatMap((note) => note.words)
      const promised = all.filter(({ isPromised }) => isPromised)
      return {
        outcomes: [
          {
            says: `each of ${promised.length} words that were kept is on the service${firstOf(judged.lost.map(({ text }) => text))}`,
            held: promised.length > 0 && judged.lost.length === 0 && forgotten.length === 0,
          },
          { says: `what was brought back had every word${firstOf(forgotten)}`, held: forgotten.length === 0 },
          {
            says: `no word is there twice, and none of ${records.length} records${firstOf(judged.doubled.map(({ text }) => text))}`,
            held: judged.doubled.length === 0 && judged.torn.length === 0,
          },
          {
            says: `nothing of patients could be read in the profile${firstOf([...readable])}`,
            held: readable.size === 0,
          },
          {
            says: `each round came to its end${firstOf(stuck)}`,
            held: stuck.length === 0,
          },
          {
            says: `each search found what was put there to be found${firstOf(blind)}`,
            held: blind.length === 0,
          },
          { says: `at last nothing was left on the device (${left})`, held: left.startsWith('Nothing') },
          {
            says: `no page complained${firstOf([...new Set(device.complaints)])}`,
            held: device.complaints.length === 0,
          },
        ],
        figures: [
          ...[...happened].toSorted().map(([what, figure]) => ({ what, figure, unit: 'times' })),
          { what: 'seed', figure: seed, unit: '' },
          { what: 'times the screen said that the device is full', figure: full, unit: 'times' },
          { what: 'notes', figure: notes.length, unit: 'notes' },
          { what: 'records', figure: records.length, unit: 'records' },
          { what: 'forms that wait for their author', figure: waiting.length, unit: 'forms' },
          { what: 'words typed', figure: words, unit: 'words' },
          {
            what: `words lost that were typed less than ${lastMomentMs} ms before, or while the screen said so`,
            figure: judged.fleeting.length,
            unit: 'words',
          },
          { what: 'times visits were taken along', figure: packs, unit: 'times' },
          { what: 'searches of the profile', figure: searches, unit: 'searches' },
          { what: 'searched', figure: searchedBytes / 1e6, unit: 'MB' },
        ],
      }
    } finally {
      await device.close()
      await line.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Put into the profile in clear, so that a search that finds nothing is known to look. */
const control = 'Wilberforcean marmalade'

/** For the page. */
const planting = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('control', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('texts')
  opening.onerror = reject
  opening.onsuccess = () => {
    const writing = opening.result.transaction('texts', 'readwrite', { durability: 'strict' })
    writing.objectStore('texts').put('${control}', 1)
    writing.oncomplete = () => resolve(null)
  }
})`

const spaced = (nhsNumber: string): string => nhsNumber.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')

const isIn = (text: string, word: string | undefined): boolean =>
  word !== undefined && new RegExp(`\\b${word}\\b`).test(text)
