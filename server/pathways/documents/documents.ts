import { maximumPathwayBytes, type FileKindName } from '../../../contract/pathways/document.ts'
import { folderStore } from './storage/folderStore.ts'
import { outsideStorage, type ContentStore } from './storage/outsideStorage.ts'
import { clamdScanner, type Scanner } from './intake/scanner.ts'
import { documentEncryption } from '../../platform/crypto/keyedEncryption.ts'
import { usualDocumentSettings, type DocumentSettings, type StorageName } from './storage/settings.ts'
import { postgresStorage, type Storage } from './storage/storage.ts'

/** What the document calls need. */
export interface Documents {
  kinds: readonly FileKindName[]
  /** Limits for the active documents of one pathway, and for one person's uploads in 24 hours. */
  limits: { pathwayBytes: number; dailyBytes: number }
  /** Where new contents are stored. */
  storage: Storage
  /** Every configured place, for reading. */
  storages: ReadonlyMap<StorageName, Storage>
  scanner: Scanner | null
}

/** The configured places outside the database. */
export const contentStores = async ({ folder, bucket }: DocumentSettings): Promise<ContentStore[]> => {
  const stores: ContentStore[] = folder === null ? [] : [folderStore(folder)]
  // The S3 client is loaded only if it is used: it is larger than all the rest.
  if (bucket !== null) stores.push((await import('./storage/bucketStore.ts')).bucketStore(bucket))
  return stores
}

export const openDocuments = async (
  settings: DocumentSettings = usualDocumentSettings,
  outside?: readonly ContentStore[],
): Promise<Documents> => {
  const storages = new Map<StorageName, Storage>([['postgres', postgresStorage]])
  for (const store of outside ?? (await contentStores(settings)))
    storages.set(store.name, outsideStorage(store, documentEncryption(settings.keys)))
  const storage = storages.get(settings.store)
  if (storage === undefined) throw new Error(`No storage ${settings.store} is set up`)
  return {
    kinds: settings.kinds,
    limits: { pathwayBytes: maximumPathwayBytes, dailyBytes: settings.dailyBytes },
    storage,
    storages,
    scanner: settings.scanner === null ? null : clamdScanner(settings.scanner),
  }
}
