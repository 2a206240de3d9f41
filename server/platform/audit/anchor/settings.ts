import { isAbsolute } from 'node:path'
import { readBucket, type BucketSettings } from '../../settings/bucket.ts'
import type { SettingName } from '../../settings/catalogue.ts'
import { WrongSetting, wholeFrom, type ReadSetting } from '../../settings/wrongSetting.ts'
import type { Anchor } from './anchor.ts'
import { fileAnchor } from './fileAnchor.ts'
import { syslogAnchor, type SyslogSettings } from './syslogAnchor.ts'

/** Where the head of the audit trail is noted outside the database; null if nowhere. */
export type AnchorSettings =
  | { kind: 'file'; path: string }
  | { kind: 'syslog'; server: SyslogSettings }
  | { kind: 's3'; bucket: BucketSettings | null; lockedDays: number }
  | null

/** The audit trail is kept at least as long as the record it describes: eight years after the last contact. */
const usualLockedDays = 8 * 366

/** @param complain receives a complete sentence about settings that contradict each other */
export const readAnchorSettings = (
  setting: ReadSetting,
  complain: (sentence: string) => void,
): AnchorSettings => {
  const anchor = setting('AUDIT_ANCHOR', null, parseAnchor)
  const text = (name: SettingName) => setting<string | null>(name, null, (value) => value)
  const bucket = readBucket('AUDIT_ANCHOR_S3', text, complain)
  const lockedDays = setting('AUDIT_ANCHOR_S3_DAYS', usualLockedDays, wholeFrom(1, 36_500))
  if (anchor?.kind !== 's3') return anchor
  if (bucket === null) complain('AUDIT_ANCHOR_S3_BUCKET is missing: AUDIT_ANCHOR is s3')
  return { kind: 's3', bucket, lockedDays }
}

const parseAnchor = (text: string): AnchorSettings | WrongSetting => {
  if (text === 's3') return { kind: 's3', bucket: null, lockedDays: usualLockedDays }
  const path = /^file:(.+)$/.exec(text)?.[1]
  if (path !== undefined && isAbsolute(path)) return { kind: 'file', path }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url !== null && /^syslog(\+tls)?:$/.test(url.protocol) && url.hostname !== '') {
    const isEncrypted = url.protocol === 'syslog+tls:'
    const port = url.port === '' ? (isEncrypted ? 6514 : 601) : Number(url.port)
    return { kind: 'syslog', server: { host: url.hostname, port, isEncrypted } }
  }
  return new WrongSetting(
    'must be like file:/var/log/surefoot/audit-anchor, syslog+tls://log.example.org, syslog://log.example.org:601, or s3',
  )
}

export const openAnchor = async (settings: AnchorSettings): Promise<Anchor | null> => {
  switch (settings?.kind) {
    case 'file':
      return fileAnchor(settings.path)
    case 'syslog':
      return syslogAnchor(settings.server)
    case 's3':
      if (settings.bucket === null) return null
      return (await import('./bucketAnchor.ts')).bucketAnchor(settings.bucket, settings.lockedDays)
    case undefined:
      return null
  }
}
