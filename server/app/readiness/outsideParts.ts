import type { Part } from '../../platform/errors.ts'
import type { AddressService } from '../../reference/addressLookup/loqate.ts'
import type { Pds } from '../../exchange/pds/openPds.ts'
import { reachProvider } from '../../accounts/openid/provider.ts'
import type { ProviderSettings } from '../../accounts/settings/settings.ts'
import type { Anchor } from '../../platform/audit/anchor/anchor.ts'
import type { Database } from '../../platform/db/connection/connect.ts'
import type { Documents } from '../../pathways/documents/documents.ts'
import type { Courier } from '../../platform/messages/couriers.ts'

/** A part configured besides the database: how to try it, and what is missing without it. */
export interface OutsidePart {
  part: Part
  /** The setting that configures it. */
  setting: string
  /** Throws unless the part could do its work now. Sends no message and costs nothing. */
  try: () => Promise<unknown>
  without: string
  /** When it last did its work for this process; null if it has not. Not every part knows. */
  lastSuccessAt?: () => string | null
}

interface SetUp {
  db: Pick<Database, 'sql' | 'replica'>
  documents: Documents
  auditAnchor: Anchor | null
  addressLookup: { service: AddressService | null }
  pds: Pds | null
  accounts: { provider: ProviderSettings | null }
}

/** Every configured part outside the database. */
export const outsideParts = (
  { db, documents, auditAnchor, addressLookup, pds, accounts: { provider } }: SetUp,
  courier: Courier | null,
): OutsidePart[] => {
  const { scanner } = documents
  const { service: addresses } = addressLookup
  const { reachMail, reachTexts } = courier ?? {}
  const stores = [...documents.storages.values()].filter(({ name }) => name !== 'postgres')
  const { replica } = db
  return [
    ...(replica === null
      ? []
      : [
          {
            part: 'replica',
            setting: 'DATABASE_REPLICA_URL',
            try: replica.check,
            without: 'Reports are counted on the database itself, which is slower for everybody.',
          } as const,
        ]),
    ...stores.map(({ name, check }): OutsidePart => ({
      part: 'documents',
      setting: name === 'folder' ? 'DOCUMENT_FOLDER' : 'DOCUMENT_S3_ENDPOINT',
      try: () => check(db.sql),
      without: 'Documents stored there cannot be opened. If new ones are stored there, none can be uploaded.',
    })),
    ...(scanner === null
      ? []
      : [
          {
            part: 'scanner',
            setting: 'DOCUMENT_SCANNER',
            try: scanner.greet,
            without: 'Uploaded documents wait in quarantine until it answers.',
          } as const,
        ]),
    ...(reachMail === undefined
      ? []
      : [
          {
            part: 'mail',
            setting: 'SMTP_URL',
            try: reachMail,
            without: 'Mail is queued and retried for some hours.',
          } as const,
        ]),
    ...(reachTexts === undefined
      ? []
      : [
          {
            part: 'texts',
            setting: 'NOTIFY_URL',
            try: reachTexts,
            without: 'No text messages are sent.',
          } as const,
        ]),
    ...(provider === null
      ? []
      : [
          {
            part: 'provider',
            setting: 'OIDC_ISSUER',
            try: () => reachProvider(provider),
            without: 'Nobody can sign in through it; passwords and passkeys work.',
          } as const,
        ]),
    ...(addresses === null
      ? []
      : [
          {
            part: 'addresses',
            setting: 'ADDRESS_LOOKUP_URL',
            try: addresses.reach,
            without: 'Addresses have to be typed.',
          } as const,
        ]),
    ...(pds === null
      ? []
      : [
          {
            part: 'pds',
            setting: 'PDS_URL',
            try: pds.service.reach,
            without: 'Nobody can be traced; people are registered by what they say.',
            lastSuccessAt: pds.service.lastSuccessAt,
          } as const,
        ]),
    ...(auditAnchor === null
      ? []
      : [
          {
            part: 'audit note',
            setting: 'AUDIT_ANCHOR',
            try: auditAnchor.check,
            without: 'Until it replies, the head of the audit trail is noted in the database only.',
          } as const,
        ]),
  ]
}
