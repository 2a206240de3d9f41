import type { HandedIn } from '../../../../contract/care/visits/visits.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { outboxStore, packStore, strictly, type OutboxEntry } from './databases.ts'
import { changedRecord, type FormPlace } from './changedRecord.ts'
import { decryptText, encryptText } from './keys.ts'
import type { OpenPack } from './openPack.ts'
import { sealForService } from './seal.ts'

/** What is typed into a form, and what it changes (contract/platform/calls/draft.ts). */
export interface Typed {
  entryId: string
  /** The address of the form and its fields. */
  place: string
  changes: Record<string, never>
  base: string
  savedAt: string
}

const contextOf = (pack: OpenPack['pack'], entryId: string): string => `draft ${entryId} of pack ${pack.id}`

const seal = async (
  { pack }: OpenPack,
  { visit, form }: Pick<FormPlace, 'visit' | 'form'>,
  typed: Pick<HandedIn, 'entryId' | 'isFinished' | 'body'>,
): Promise<OutboxEntry> => {
  const appointmentId = pack.visits[visit]?.appointmentId
  if (appointmentId === undefined) throw new Error('The pack has no such visit')
  const now = Date.now()
  const sealed = await sealForService(pack, {
    ...typed,
    ...{ packId: pack.id, userId: pack.userId, appointmentId, form, typedAt: instantOf(now) },
  })
  const { entryId, isFinished } = typed
  return { entryId, packId: pack.id, order: now, isFinished, isRefused: false, sealed }
}

/** Stores an entry in the place of an earlier one, and keeps its turn. A finished one is never replaced by an unfinished. */
const put = async (entry: OutboxEntry): Promise<void> => {
  const writing = (await outboxStore()).transaction('outbox', 'readwrite', strictly)
  const before = await writing.store.get(entry.entryId)
  if (before?.isFinished !== true || entry.isFinished)
    await writing.store.put({ ...entry, order: before?.order ?? entry.order })
  await writing.done
}

/** Keeps what is being typed: to go on with while the pack is open, and sealed for the service in case it never is again. */
export const keepTyped = async (open: OpenPack, at: FormPlace, typed: Typed): Promise<void> => {
  const recordId = changedRecord(open, at) ?? 0
  const body = { changes: typed.changes, base: typed.base, place: typed.place, recordId }
  await put(await seal(open, at, { entryId: typed.entryId, isFinished: false, body }))
  const { entryId } = typed
  const encrypted = await encryptText(open.key, contextOf(open.pack, entryId), JSON.stringify(typed))
  await (await packStore()).put('drafts', { entryId, ...encrypted })
}

/** Forgets what was typed: it was saved, or thrown away by who typed it. */
export const dropTyped = async (entryId: string): Promise<void> => {
  await (await packStore()).delete('drafts', entryId)
  const writing = (await outboxStore()).transaction('outbox', 'readwrite', strictly)
  const entry = await writing.store.get(entryId)
  if (entry?.isFinished === false) await writing.store.delete(entryId)
  await writing.done
}

/** What was typed and not saved, readable as long as the pack is open. */
export const typedSoFar = async ({ pack, key }: OpenPack): Promise<Typed[]> => {
  const [drafts, entries] = await Promise.all([
    packStore().then((database) => database.getAll('drafts')),
    outboxStore().then((database) => database.getAll('outbox')),
  ])
  const finished = new Set(entries.filter(({ isFinished }) => isFinished).map(({ entryId }) => entryId))
  return Promise.all(
    drafts
      // Saved, and closed before the draft was deleted.
      .filter(({ entryId }) => !finished.has(entryId))
      .map(
        async (draft) => JSON.parse(await decryptText(key, contextOf(pack, draft.entryId), draft)) as Typed,
      ),
  )
}

/** Puts a saved form into the outbox. Resolves once it is on the disk. */
export const putSaved = async (
  open: OpenPack,
  at: FormPlace,
  entryId: string,
  body: HandedIn['body'],
): Promise<void> => {
  await put(await seal(open, at, { entryId, isFinished: true, body }))
  await (await packStore()).delete('drafts', entryId)
}

/** Everything that waits, in the order in which it was begun. */
export const allWaiting = async (): Promise<OutboxEntry[]> =>
  (await outboxStore()).getAllFromIndex('outbox', 'order')
