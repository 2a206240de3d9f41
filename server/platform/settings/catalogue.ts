/*
 * Every setting of the service, in words. docs/operate/operations.md shows this table. Code that reads a setting not listed
 * here does not compile, and a test fails if a listed setting is not read.
 */

export interface SettingText {
  /** What the setting decides, as the end of a sentence for the person who installs the service. */
  meaning: string
  /** What applies if it is not set, in words. */
  usual: string
  /** Whether its value grants access or decrypts something. Such a value should be passed as NAME_FILE. */
  secret?: true
}

/** The settings by topic, in the order in which an installer meets them. */
export const settingGroups = {
  Database: {
    DATABASE_URL: {
      meaning: 'PostgreSQL 15 or newer as the application: `postgres://user:password@host:5432/database`',
      usual: 'required',
      secret: true,
    },
    DATABASE_OWNER_URL: {
      meaning: 'the same database as its owner, who may create roles; used at the start, to migrate',
      usual: '`DATABASE_URL`',
      secret: true,
    },
    DATABASE_DIRECT_URL: {
      meaning:
        'set it where `DATABASE_URL` leads through a pooler in transaction mode, such as PgBouncer: the same login and database past the pooler, for the job queue and long reports. `DATABASE_OWNER_URL` must lead past it too, with another login ([poolers](#behind-a-pooler))',
      usual: 'none: no pooler',
      secret: true,
    },
    DATABASE_REPLICA_URL: {
      meaning:
        'a streaming replica of the same database with the same login, past any pooler: reports and the dashboard are counted there once it has all that was saved when they were asked for, and on the database itself where it has not ([a replica](#a-replica-for-reports))',
      usual: 'none: reports are counted on the database itself',
      secret: true,
    },
    DATABASE_NETWORK_PRIVATE: {
      meaning:
        '`yes` where nobody else can listen between this machine and the database, such as a network of containers on one machine: its addresses may then be without TLS. Otherwise the service does not start with the address of another machine that does not ask for TLS, such as `?sslmode=verify-full`',
      usual: '`no`',
    },
    DATA_FOLDER: {
      meaning:
        'where a demonstration (`npm start`) keeps its own database; the real service keeps nothing in it. Commands work on such a database only where this is set',
      usual: '`./data`',
    },
  },
  'Where people reach it': {
    HOST: { meaning: 'the address to listen at, behind your own TLS proxy', usual: '`127.0.0.1`' },
    PORT: { meaning: 'the port to listen at; 0 lets the system choose', usual: '`3000`' },
    PUBLIC_URL: {
      meaning:
        'the address that people use: links in messages begin with it, passkeys belong to its host name and are not offered for a bare address',
      usual: 'from host and port',
    },
    TRUSTED_PROXIES: {
      meaning:
        'addresses or networks of your proxies, with commas between, whose `X-Forwarded-For` is believed. **Behind a proxy this must be set**: without it everybody counts as one address, and a handful of wrong passwords refuses them all for 15 minutes',
      usual: 'none',
    },
    STOP_DEADLINE_SECONDS: {
      meaning: 'how long calls under way may go on once the service is told to stop; then they are cut off',
      usual: '`10`',
    },
    WORKERS: {
      meaning:
        'how many processes serve at `PORT` together on this machine ([several processes](#several-processes)); `--workers` says it too',
      usual: '`1`',
    },
    MACHINES: {
      meaning:
        'how many machines serve the same database: each lets through its share of the calls of a minute',
      usual: '`1`',
    },
    BANK_HOLIDAYS: {
      meaning:
        'england, wales, scotland or northern-ireland: bookings on the bank holidays of this nation are asked about',
      usual: '`england`',
    },
    BANK_HOLIDAYS_PUBLISHED: {
      meaning:
        'a file like gov.uk/bank-holidays.json, for what is proclaimed once; each year that it names is taken from it alone, the others stay by rule',
      usual: 'none: by rule',
    },
    LOG_LEVEL: { meaning: 'fatal, error, warn, info, debug, trace or silent', usual: '`info`' },
  },
  'Keys, passwords and rights': {
    SECRET_KEY: {
      meaning:
        '32 random bytes in base64, as `openssl rand -base64 32` prints them. Seals authenticator secrets and drafts: keep it with the backups, but not in them. Whoever loses it sets up every authenticator app anew',
      usual: 'required',
      secret: true,
    },
    SECRET_OLD_KEY: {
      meaning:
        'during a change of `SECRET_KEY` the key before, which still opens what it sealed (docs/operate/operations.md, To change the secret key)',
      usual: 'none',
      secret: true,
    },
    SECRET_KEY_LOST: {
      meaning:
        '`yes` starts with a new `SECRET_KEY` where the one before is lost for good: authenticator apps are set up anew. Take it away afterwards',
      usual: '`no`: a key that opens nothing is refused',
    },
    PASSWORD_MINIMUM: {
      meaning:
        'fewest characters of a password; never under 8, and under 12 only with `SECOND_FACTOR_FOR` naming everybody',
      usual: '`12`',
    },
    SECOND_FACTOR_FOR: {
      meaning: 'profiles that need an authenticator app, with commas between, or `nobody`',
      usual: '`System Administrator`',
    },
    ADMISSIONS_WRITE_CLINICAL: {
      meaning:
        '`no` takes clinical records and discharge from Admissions staff, who keep patients and referrals',
      usual: '`yes`',
    },
    DECLINE_DEMANDS_REASON_AND_LETTER: {
      meaning:
        '`yes` takes no cancellation of a referral without a reason, and begins the letter of decline with it, which stands among the unsent letters until it is sent ([letters](administration.md#declining-a-referral))',
      usual: '`no`',
    },
    RESET_LINK_MINUTES: { meaning: 'how long a mailed link for a new password works', usual: '`30`' },
  },
  Limits: {
    SIGN_INS_PER_ADDRESS: {
      meaning:
        'failures from one address in 15 minutes, after which it waits; each account that has signed in there within a day makes a tenth more room, up to four times the number',
      usual: '`30`',
    },
    FORGOT_PER_ADDRESS: { meaning: 'requests for a new password from one address in an hour', usual: '`10`' },
    SMS_PER_DAY: { meaning: 'text messages of the whole service in a day', usual: '`200`' },
    RATE_SIGN_IN: { meaning: 'sign-ins a minute, of one user and of one address', usual: '`60`' },
    RATE_READ: {
      meaning: 'reads a minute of one user; twenty times as many from one address',
      usual: '`1200`',
    },
    RATE_SEARCH: { meaning: 'searches, the same way', usual: '`240`' },
    RATE_WRITE: { meaning: 'writes, the same way', usual: '`300`' },
    RATE_REPORT: { meaning: 'reports, the same way', usual: '`60`' },
    RATE_UPLOAD: { meaning: 'uploads, the same way', usual: '`120`' },
  },
  Messages: {
    ORGANISATION: { meaning: 'signs messages; its words make no password', usual: 'none' },
    SMTP_URL: {
      meaning:
        '`smtps://user:password@host:465`; without it only an administrator can give a new password. Together with `MAIL_FROM`',
      usual: 'none: no mail',
      secret: true,
    },
    MAIL_FROM: { meaning: 'the mail address that messages come from', usual: 'none' },
    NOTIFY_API_KEY: {
      meaning: 'GOV.UK Notify, for text messages. Together with `NOTIFY_SMS_TEMPLATE`',
      usual: 'none: no text messages',
      secret: true,
    },
    NOTIFY_SMS_TEMPLATE: {
      meaning: 'id of a template that holds `((message))` and nothing else',
      usual: 'none',
    },
    NOTIFY_URL: { meaning: 'Notify at another place, such as a proxy', usual: 'Notify’s own' },
    APPOINTMENT_REMINDERS: {
      meaning:
        '`yes` reminds patients who agreed of their appointments two days before, by text message or mail ([reminders](../reference/care.md#reminders)). Together with `REMINDER_TELEPHONE` and `ORGANISATION`',
      usual: '`no`',
    },
    REMINDER_TELEPHONE: {
      meaning: 'the number in a reminder, for patients who cannot come',
      usual: 'none',
    },
    REMINDER_TEXTS_PER_DAY: {
      meaning: 'most reminders by text message in a day; they do not count among `SMS_PER_DAY`',
      usual: '`500`',
    },
  },
  'Sign-in through an OpenID provider': {
    OIDC_ISSUER: {
      meaning:
        'the provider; its address to send people back to is `PUBLIC_URL/login`. With the two below, or none of them',
      usual: 'none',
    },
    OIDC_CLIENT_ID: { meaning: 'what the provider calls this service', usual: 'none' },
    OIDC_CLIENT_SECRET: { meaning: 'what it gave the service to prove itself', usual: 'none', secret: true },
    OIDC_LABEL: { meaning: 'the words on the button', usual: '`your organisation’s sign-in`' },
    OIDC_SCOPE: { meaning: 'what is asked for', usual: '`openid profile`' },
    OIDC_CLAIM: { meaning: 'the claim that names the person; for NHS CIS2 `nhsid_useruid`', usual: '`sub`' },
  },
  'Audit trail': {
    AUDIT_ANCHOR: {
      meaning:
        'where the head of the sealed audit trail is noted outside the database: `file:/path`, `syslog+tls://host:6514`, `syslog://host:601` or `s3` (docs/operate/administration.md)',
      usual: 'none: a cut-off end would not show',
    },
    AUDIT_ANCHOR_S3_BUCKET: { meaning: 'for `s3`: a bucket that was made with object lock', usual: 'none' },
    AUDIT_ANCHOR_S3_ENDPOINT: { meaning: 'its address', usual: 'none' },
    AUDIT_ANCHOR_S3_REGION: { meaning: 'its region', usual: '`eu-west-2`' },
    AUDIT_ANCHOR_S3_ACCESS_KEY: { meaning: 'the name of its key', usual: 'none', secret: true },
    AUDIT_ANCHOR_S3_SECRET_KEY: { meaning: 'its key', usual: 'none', secret: true },
    AUDIT_ANCHOR_S3_DAYS: { meaning: 'how many days each note is locked', usual: '`2928`' },
  },
  Documents: {
    DOCUMENT_STORE: { meaning: 'where new documents go: `postgres`, `folder` or `s3`', usual: '`postgres`' },
    DOCUMENT_FOLDER: { meaning: 'for `folder`: where', usual: 'none' },
    DOCUMENT_S3_BUCKET: { meaning: 'for `s3`, any store with its API: the bucket', usual: 'none' },
    DOCUMENT_S3_ENDPOINT: { meaning: 'its address', usual: 'none' },
    DOCUMENT_S3_REGION: { meaning: 'its region', usual: '`eu-west-2`' },
    DOCUMENT_S3_ACCESS_KEY: { meaning: 'the name of its key', usual: 'none', secret: true },
    DOCUMENT_S3_SECRET_KEY: { meaning: 'its key', usual: 'none', secret: true },
    DOCUMENT_KEY: {
      meaning:
        '32 bytes in base64 that encrypt documents outside the database; required for `folder` and `s3`',
      usual: 'none',
      secret: true,
    },
    DOCUMENT_OLD_KEY: {
      meaning: 'the key before, which still opens what it encrypted',
      usual: 'none',
      secret: true,
    },
    DOCUMENT_SCANNER: {
      meaning:
        'clamd, such as `tcp://127.0.0.1:3310` or `unix:///run/clamav/clamd.ctl`; its `StreamMaxLength` above 10 MB',
      usual: 'none: nothing is scanned',
    },
    DOCUMENT_KINDS: { meaning: 'kinds of files allowed, such as `pdf,png`', usual: 'all' },
    DOCUMENT_DAILY_MIB: { meaning: 'most MiB that one person may upload in a day', usual: '`500`' },
  },
  Watching: {
    METRICS_PORT: {
      meaning:
        'serves `/metrics` for Prometheus on a port of its own ([watching](#watching)); of several workers each has the next one; 0 lets the system choose',
      usual: 'none: no metrics',
    },
    METRICS_HOST: {
      meaning: 'the address of that port; with another than this machine’s own `METRICS_TOKEN` is required',
      usual: '`127.0.0.1`',
    },
    METRICS_TOKEN: {
      meaning: 'what Prometheus sends as its bearer token, at least 16 characters',
      usual: 'none',
      secret: true,
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      meaning:
        'a collector of OpenTelemetry that takes OTLP over HTTP as JSON, such as `http://127.0.0.1:4318`: spans of calls, connections, statements and jobs are sent there ([traces](#traces))',
      usual: 'none: no traces, and their libraries are not loaded',
    },
    OTEL_EXPORTER_OTLP_HEADERS: {
      meaning: 'what the collector wants to be sent: `authorization=Bearer%20…`, with commas between several',
      usual: 'none',
      secret: true,
    },
    OTEL_SERVICE_NAME: { meaning: 'what the traces call this service', usual: '`surefoot`' },
    OTEL_TRACES_SAMPLER_ARG: {
      meaning: 'which part of all calls and jobs has spans, from 0 to 1, such as `0.1`',
      usual: '`1`: all',
    },
  },
  'Backup and restore': {
    BACKUP_FOLDER: {
      meaning:
        'the folder that `npm run backup` is given, where the service can read it: the status page and `/metrics` then say how old the newest backup is',
      usual: 'none: not said',
    },
    BACKUP_RECIPIENT: {
      meaning:
        'whom `npm run backup` encrypts for, as `age1…`: who has the identity reads the backup, and the machine that makes it cannot',
      usual: 'required there',
    },
    BACKUP_IDENTITY: {
      meaning:
        'its other half, `AGE-SECRET-KEY-1…`, which `npm run restore` needs and the service does not: keep it elsewhere',
      usual: 'required there',
      secret: true,
    },
    POSTGRES_PROGRAMS: {
      meaning: 'the folder of `pg_dump` and `pg_restore`, not older than the server',
      usual: 'those of Debian’s packages, then `PATH`',
    },
  },
  'Address lookup': {
    ADDRESS_LOOKUP: {
      meaning:
        'who looks addresses up: `none`, `loqate-server` (recommended: Surefoot asks, only the search text leaves) or `loqate-browser` (the address service’s script, in a frame apart)',
      usual: '`none`',
    },
    ADDRESS_LOOKUP_KEY: {
      meaning:
        'the key of the address service; with `loqate-browser` people who may edit patients are given it',
      usual: 'none',
      secret: true,
    },
    ADDRESS_LOOKUP_SCRIPT: {
      meaning: 'for `loqate-browser`: such as `captureplus-2.30` or `address-3.91`, or `capture-sdk`',
      usual: '`captureplus-2.30`',
    },
    ADDRESS_LOOKUP_URL: {
      meaning: 'the address service at another place, such as a proxy',
      usual: 'Loqate’s own',
    },
  },
} as const satisfies Record<string, Record<string, SettingText>>

type Groups = typeof settingGroups
export type SettingName = { [G in keyof Groups]: keyof Groups[G] }[keyof Groups]

/** The table as shown in docs/operate/operations.md. */
export const settingTable = (): string =>
  Object.entries(settingGroups)
    .map(([title, settings]) =>
      [
        `### ${title}`,
        '',
        '| Setting | Meaning | Without it |',
        '| --- | --- | --- |',
        ...Object.entries<SettingText>(settings).map(
          ([name, { meaning, usual, secret }]) =>
            `| \`${name}\`${secret === true ? ' (secret)' : ''} | ${meaning} | ${usual} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n')
