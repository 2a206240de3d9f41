import { fileKindNames, type FileKindName } from '../../../../contract/pathways/document.ts'
import type { SettingName } from '../../../platform/settings/catalogue.ts'
import { readBucket, type BucketSettings } from '../../../platform/settings/bucket.ts'
import { WrongSetting, type ReadSetting } from '../../../platform/settings/wrongSetting.ts'

export const storageNames = ['postgres', 'folder', 's3'] as const
export type StorageName = (typeof storageNames)[number]

export interface DocumentSettings {
  /** The kinds that may be uploaded; never more than the contract allows. */
  kinds: readonly FileKindName[]
  /** The most that one person may upload in 24 hours. */
  dailyBytes: number
  /** Where clamd listens; null for no scanner. */
  scanner: { host: string; port: number } | { path: string } | null
  /** Where new contents are stored. Other configured places can still be read. */
  store: StorageName
  folder: string | null
  bucket: BucketSettings | null
  /** 32 bytes each. The first encrypts; all decrypt. Required outside the database (DP-6). */
  keys: readonly Buffer[]
}

const mib = 1024 * 1024

export const usualDocumentSettings: DocumentSettings = {
  kinds: fileKindNames,
  dailyBytes: 500 * mib,
  scanner: null,
  store: 'postgres',
  folder: null,
  bucket: null,
  keys: [],
}

/**
 * Reads the settings for documents.
 * @param complain receives a sentence about settings that do not fit together
 */
export const readDocumentSettings = (
  setting: ReadSetting,
  complain: (sentence: string) => void,
): DocumentSettings => {
  const usual = usualDocumentSettings
  const text = (name: SettingName) => setting<string | null>(name, null, (value) => value)
  const key = setting('DOCUMENT_KEY', null, parseKey)
  const oldKey = setting('DOCUMENT_OLD_KEY', null, parseKey)
  const settings: DocumentSettings = {
    kinds: setting('DOCUMENT_KINDS', usual.kinds, parseKinds),
    dailyBytes: setting('DOCUMENT_DAILY_MIB', usual.dailyBytes, parseMib),
    scanner: setting('DOCUMENT_SCANNER', usual.scanner, parseScanner),
    store: setting('DOCUMENT_STORE', usual.store, parseStore),
    folder: text('DOCUMENT_FOLDER'),
    bucket: readBucket('DOCUMENT_S3', text, complain),
    keys: [key, oldKey].filter((one) => one !== null),
  }
  if (settings.store === 'folder' && settings.folder === null)
    complain('DOCUMENT_FOLDER is missing: DOCUMENT_STORE is folder')
  if (settings.store === 's3' && settings.bucket === null)
    complain('DOCUMENT_S3_BUCKET is missing: DOCUMENT_STORE is s3')
  if ((settings.folder !== null || settings.bucket !== null) && key === null)
    complain('DOCUMENT_KEY is missing: outside the database documents are stored encrypted')
  return settings
}

const parseKinds = (text: string): readonly FileKindName[] | WrongSetting => {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  return names.every((name) => (fileKindNames as string[]).includes(name))
    ? fileKindNames.filter((name) => names.includes(name))
    : new WrongSetting(`must be some of ${fileKindNames.join(', ')}, separated by commas`)
}

const parseMib = (text: string): number | WrongSetting =>
  /^[1-9]\d{0,5}$/.test(text) ? Number(text) * mib : new WrongSetting('must be a whole number of MiB')

const parseScanner = (text: string): DocumentSettings['scanner'] | WrongSetting => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'tcp:' && url.hostname !== '' && url.port !== '')
    return { host: url.hostname, port: Number(url.port) }
  if (url?.protocol === 'unix:' && url.pathname.length > 1) return { path: url.pathname }
  return new WrongSetting('must be like tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl')
}

const parseStore = (text: string): StorageName | WrongSetting =>
  storageNames.find((name) => name === text) ?? new WrongSetting(`must be one of ${storageNames.join(', ')}`)

/** Never repeats the value, because it is a secret. */
const parseKey = (text: string): Buffer | null | WrongSetting => {
  const key = Buffer.from(text, 'base64')
  return key.length === 32 ? key : new WrongSetting('must be 32 bytes in base64')
}
