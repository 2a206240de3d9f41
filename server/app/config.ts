import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { readAddressLookup, type AddressLookupSettings } from '../reference/addressLookup/settings.ts'
import { readAnchorSettings, type AnchorSettings } from '../platform/audit/anchor/settings.ts'
import { parseYesNo } from '../platform/settings/parseYesNo.ts'
import { readAccountSettings, readSecretKey } from '../accounts/settings/readSettings.ts'
import type { AccountSettings } from '../accounts/settings/settings.ts'
import type { EncryptionKey } from '../platform/crypto/encryption.ts'
import { readDocumentSettings, type DocumentSettings } from '../pathways/documents/storage/settings.ts'
import { readMeshSettings, type MeshSettings } from '../exchange/outgoing/mesh/settings.ts'
import { readPdsSettings, type PdsSettings } from '../exchange/pds/settings.ts'
import {
  readBarsSettings,
  readErsSettings,
  readFhirSettings,
  readCaseFinding,
  readReferralForm,
  type BarsSettings,
  type ErsSettings,
  type FhirSettings,
  type ReferralFormSettings,
} from '../exchange/settings/settings.ts'
import { readOffersFreed } from '../care/clinics/offerFreed.ts'
import { readPersonPage, type PersonPageSettings } from '../care/person/service.ts'
import { readCsdsSettings, type CsdsSettings } from '../insight/csds/settings.ts'
import { readMessageSettings, type MessageSettings } from '../platform/messages/readSettings.ts'
import type { MetricsSettings } from './readiness/metricsServer.ts'
import { readMetricsSettings } from './readiness/readSettings.ts'
import { readBankHolidays, type BankHolidaySettings } from '../platform/settings/bankHolidays.ts'
import type { SettingName } from '../platform/settings/catalogue.ts'
import { commandLine } from '../platform/settings/commandLine.ts'
import { readTracingSettings, type TracingSettings } from '../platform/tracing/readSettings.ts'
import { WrongSetting as Wrong, wholeFrom } from '../platform/settings/wrongSetting.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Config {
  /** The application's connection; undefined selects the embedded database. */
  databaseUrl: string | undefined
  /** The schema owner's connection, for migrations; defaults to the application's own. */
  databaseOwnerUrl: string | undefined
  /** The application's connection that bypasses a transaction-mode pooler; undefined without a pooler. */
  databaseDirectUrl: string | undefined
  /** A streaming replica of the same database, for reports; undefined without a replica. */
  databaseReplicaUrl: string | undefined
  /** True if nobody else can listen on the network between this machine and the database. */
  isDatabaseNetworkPrivate: boolean
  host: string
  /** 0 lets the system choose a port. */
  port: number
  dataFolder: string
  /** Whether the settings name the folder; otherwise it is the default. */
  isDataFolderNamed: boolean
  /** Where browsers find the service, without a trailing slash. Links in messages start with it. */
  publicUrl: string
  /** Whether the settings name the URL; otherwise it is derived from host and port. */
  isPublicUrlNamed: boolean
  logLevel: LogLevel
  documents: DocumentSettings
  auditAnchor: AnchorSettings
  /** Addresses or networks of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[] | undefined
  /** How long running calls and jobs may continue after the service is asked to stop. */
  stopDeadlineMs: number
  /** Number of serving processes on this machine. */
  workers: number
  /** Number of machines that serve from this database. */
  machines: number
  /**
   * Encrypts what must not be readable from the database alone. Includes the previous key while the key is being
   * changed. A demonstration generates its own.
   */
  secretKey: EncryptionKey | undefined
  /** The key of existing data is lost, so what it sealed may stay unreadable. */
  secretKeyLost: boolean
  accounts: Omit<AccountSettings, 'secretKey'>
  messages: MessageSettings
  addressLookup: AddressLookupSettings
  /** The bank holidays for which a booking shows a question. */
  bankHolidays: BankHolidaySettings
  /** How the record is offered as FHIR; null if it is not. */
  fhir: FhirSettings | null
  /** Where people are traced; null if nowhere. */
  pds: PdsSettings | null
  /** Our mailbox in MESH; null if no letter is sent by it. */
  mesh: MeshSettings | null
  /** How the public referral form is served; null if it is not. */
  referralForm: ReferralFormSettings | null
  personPage: PersonPageSettings | null
  /** How referrals are taken as messages; null if they are not. */
  bars: BarsSettings | null
  /** How referrals are fetched from the NHS e-Referral Service; null if they are not. */
  ers: ErsSettings | null
  caseFinding: boolean
  offersFreedPlaces: boolean
  /** Whether devices may take visits along. */
  visitPacks: boolean
  /** Who makes the national return of community services; null if nobody does. */
  csds: CsdsSettings | null
  metrics: MetricsSettings | null
  tracing: TracingSettings | null
  /** Where this machine can read the backups; null if it cannot. */
  backupFolder: string | null
  /** For the backup and restore commands; keys in age format. */
  backup: { recipient: string | null; identity: string | null; programs: string | null }
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings (OP-7). NAME_FILE reads NAME from a file, because secrets are often provided as files.
 * Throws one Error with a line for each invalid value. Values that may contain a password are never repeated.
 */
export const readConfig = (environment: Environment): Config => {
  const wrong: string[] = []
  const setting = <T>(name: SettingName, fallback: T, parse: (text: string) => T | Wrong): T => {
    const text = readText(environment, name)
    const value = text instanceof Wrong || text === undefined ? text : parse(text)
    if (!(value instanceof Wrong)) return value ?? fallback
    wrong.push(`${name} ${value.sentence}`)
    return fallback
  }

  const databaseUrl = setting<string | undefined>('DATABASE_URL', undefined, parseDatabaseUrl)
  const databaseDirectUrl = setting<string | undefined>('DATABASE_DIRECT_URL', undefined, parseDatabaseUrl)
  const databaseReplicaUrl = setting<string | undefined>('DATABASE_REPLICA_URL', undefined, parseDatabaseUrl)
  const ownerUrl = setting<string | undefined>('DATABASE_OWNER_URL', undefined, parseDatabaseUrl)
  const databaseOwnerUrl = ownerUrl ?? databaseUrl
  const host = setting('HOST', '127.0.0.1', parseHost)
  const port = setting('PORT', 3000, wholeFrom(0, 65_535))
  const namedUrl = setting<string | null>('PUBLIC_URL', null, parsePublicUrl)
  const publicUrl = namedUrl ?? defaultPublicUrl(host, port)
  const dataFolder = setting<string | null>('DATA_FOLDER', null, (text) => text)
  const fhir = readFhirSettings(setting, publicUrl)
  const config: Config = {
    databaseUrl,
    databaseOwnerUrl,
    databaseDirectUrl,
    databaseReplicaUrl,
    isDatabaseNetworkPrivate: setting('DATABASE_NETWORK_PRIVATE', false, parseYesNo),
    host,
    port,
    dataFolder: dataFolder ?? './data',
    isDataFolderNamed: dataFolder !== null,
    publicUrl,
    isPublicUrlNamed: namedUrl !== null,
    logLevel: setting<LogLevel>('LOG_LEVEL', 'info', parseLogLevel),
    documents: readDocumentSettings(setting, (sentence) => wrong.push(sentence)),
    auditAnchor: readAnchorSettings(setting, (sentence) => wrong.push(sentence)),
    trustedProxies: setting<readonly string[] | undefined>('TRUSTED_PROXIES', undefined, parseProxies),
    stopDeadlineMs: setting('STOP_DEADLINE_SECONDS', 10_000, parseDeadline),
    workers: setting('WORKERS', 1, wholeFrom(1, mostProcesses)),
    machines: setting('MACHINES', 1, wholeFrom(1, mostProcesses)),
    secretKey: readSecretKey(setting, (line) => wrong.push(line)),
    secretKeyLost: setting('SECRET_KEY_LOST', false, parseYesNo),
    accounts: readAccountSettings(setting, publicUrl, (line) => wrong.push(line)),
    messages: readMessageSettings(setting, (line) => wrong.push(line)),
    bankHolidays: readBankHolidays(setting),
    addressLookup: readAddressLookup(setting, (line) => wrong.push(line)),
    pds: readPdsSettings(setting, (line) => wrong.push(line)),
    mesh: readMeshSettings(setting, (line) => wrong.push(line)),
    referralForm: readReferralForm(setting, publicUrl),
    personPage: readPersonPage(setting, publicUrl, (line) => wrong.push(line)),
    fhir,
    caseFinding: readCaseFinding(setting),
    offersFreedPlaces: readOffersFreed(setting),
    visitPacks: setting('VISIT_PACKS', false, parseYesNo),
    csds: readCsdsSettings(setting, (line) => wrong.push(line)),
    ers: readErsSettings(setting, (line) => wrong.push(line)),
    bars: readBarsSettings(setting, fhir !== null, (line) => wrong.push(line)),
    metrics: readMetricsSettings(setting, (line) => wrong.push(line)),
    tracing: readTracingSettings(setting),
    backupFolder: setting<string | null>('BACKUP_FOLDER', null, (text) => text),
    backup: {
      recipient: setting('BACKUP_RECIPIENT', null, parseRecipient),
      identity: setting('BACKUP_IDENTITY', null, parseIdentity),
      programs: setting<string | null>('POSTGRES_PROGRAMS', null, (text) => text),
    },
  }
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined && wrong.length === 0) {
    wrong.push('DATABASE_URL is missing: DATABASE_OWNER_URL alone is not enough')
  }
  if (databaseDirectUrl !== undefined && (ownerUrl === undefined || isSameLogin(ownerUrl, databaseDirectUrl)))
    wrong.push(
      'DATABASE_DIRECT_URL needs a login that owns nothing, and DATABASE_OWNER_URL needs the login of the owner: ' +
        'behind a pooler the application has the rights of its login',
    )
  if (isInMetricsPorts(config))
    wrong.push(
      `METRICS_PORT: ${config.workers} workers use one port each, starting from this one, and PORT is one of them`,
    )
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  return config
}

const mostProcesses = 64

/** Whether PORT is one of the metrics ports. Each worker has its own metrics port. */
const isInMetricsPorts = ({ metrics, workers, port }: Config): boolean =>
  metrics !== null && metrics.port > 0 && port >= metrics.port && port < metrics.port + workers

/** An empty value counts as unset, as in most service managers. */
const readText = (environment: Environment, name: string): string | undefined | Wrong => {
  const text = environment[name]?.trim()
  const file = environment[`${name}_FILE`]?.trim()
  if (file === undefined || file === '') return text === '' ? undefined : text
  if (text !== undefined && text !== '')
    return new Wrong(`and ${name}_FILE are both set: please set one of them`)
  try {
    const content = readFileSync(file, 'utf8').trim()
    return content === '' ? new Wrong(`cannot be read: the file in ${name}_FILE is empty`) : content
  } catch (error) {
    return new Wrong(`cannot be read from the file in ${name}_FILE: ${(error as Error).message}`)
  }
}

const parseDatabaseUrl = (text: string): string | Wrong => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isDatabase =
    url !== undefined &&
    /^postgres(ql)?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    url.pathname.length > 1
  return isDatabase ? text : new Wrong('must be like postgres://user:password@host:5432/database')
}

const isSameLogin = (one: string, other: string): boolean => new URL(one).username === new URL(other).username

const parseRecipient = (text: string): string | null | Wrong =>
  /^age1[a-z0-9]{40,}$/.test(text)
    ? text
    : new Wrong(`must be like age1…, as ${commandLine('backup', '--new-key FILE')} prints it`)

const parseIdentity = (text: string): string | null | Wrong =>
  /^AGE-SECRET-KEY-[A-Z0-9-]{40,}$/.test(text) ? text : new Wrong('must be like AGE-SECRET-KEY-1…')

const parseHost = (text: string): string | Wrong =>
  /^[\w.:-]+$/.test(text) ? text : new Wrong(`must be a host name or an address, not "${text}"`)

const parsePublicUrl = (text: string): string | null | Wrong => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search + url.hash === ''
  if (!isOrigin || url.username !== '')
    return new Wrong('must be like https://surefoot.example.org, with no path')
  return url.origin
}

const parseProxies = (text: string): readonly string[] | Wrong => {
  const named = text.split(',').map((part) => part.trim())
  return named.every((part) => isIP(part) !== 0 || isNetwork(part))
    ? named
    : new Wrong(
        `must be addresses or networks separated by commas, such as 10.0.0.5, 10.1.0.0/16, not "${text}"`,
      )
}

/** The part before the slash must be a full address: the library alone also accepts '10/8'. */
const isNetwork = (part: string): boolean => isIP(part.split('/')[0] ?? '') !== 0 && ipaddr.isValidCIDR(part)

const parseDeadline = (text: string): number | Wrong =>
  /^\d{1,3}$/.test(text) && Number(text) > 0
    ? Number(text) * 1000
    : new Wrong(`must be a whole number of seconds from 1 to 999, not "${text}"`)

const parseLogLevel = (text: string): LogLevel | Wrong =>
  logLevels.find((level) => level === text) ??
  new Wrong(`must be one of ${logLevels.join(', ')}, not "${text}"`)

const defaultPublicUrl = (host: string, port: number): string => {
  const isHere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)
  const name = isHere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
