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
      meaning: 'the same database as its owner, who may create roles; used at start-up, to migrate',
      usual: '`DATABASE_URL`',
      secret: true,
    },
    DATABASE_DIRECT_URL: {
      meaning:
        'set it if `DATABASE_URL` goes through a pooler in transaction mode, such as PgBouncer: the same login and database past the pooler, for the job queue and long reports. `DATABASE_OWNER_URL` must go past it too, with another login ([poolers](#behind-a-pooler))',
      usual: 'none: no pooler',
      secret: true,
    },
    DATABASE_REPLICA_URL: {
      meaning:
        'a streaming replica of the same database with the same login, past any pooler: reports and the dashboard are counted there if it has everything saved before the request, and otherwise on the database itself ([a replica](#a-replica-for-reports))',
      usual: 'none: reports are counted on the database itself',
      secret: true,
    },
    DATABASE_NETWORK_PRIVATE: {
      meaning:
        '`yes` if nobody else can listen between this machine and the database, such as on a network of containers on one machine: database URLs may then omit TLS. Otherwise the service refuses to start if the URL of a database on another machine does not request TLS, for example with `?sslmode=verify-full`',
      usual: '`no`',
    },
    DATA_FOLDER: {
      meaning:
        'where a demonstration (`npm start`) keeps its own database; the real service keeps nothing in it. Commands work on such a database only if this is set',
      usual: '`./data`',
    },
  },
  'Where people reach it': {
    HOST: { meaning: 'the address to listen at, behind your own TLS proxy', usual: '`127.0.0.1`' },
    PORT: { meaning: 'the port to listen at; 0 lets the system choose', usual: '`3000`' },
    PUBLIC_URL: {
      meaning:
        'the URL that people use: links in messages begin with it; passkeys belong to its host name and are not offered for an IP address',
      usual: 'from host and port',
    },
    TRUSTED_PROXIES: {
      meaning:
        'addresses or networks of your proxies, separated by commas, whose `X-Forwarded-For` is trusted. **Behind a proxy this must be set**: without it everybody counts as one address, and a few wrong passwords block everybody for 15 minutes',
      usual: 'none',
    },
    STOP_DEADLINE_SECONDS: {
      meaning:
        'how long calls in progress may take to finish once the service is stopping; then they are cut off',
      usual: '`10`',
    },
    WORKERS: {
      meaning:
        'how many processes share `PORT` on this machine ([several processes](#several-processes)); `--workers` sets it too',
      usual: '`1`',
    },
    MACHINES: {
      meaning: 'how many machines serve the same database: each allows its share of the calls per minute',
      usual: '`1`',
    },
    BANK_HOLIDAYS: {
      meaning:
        'england, wales, scotland or northern-ireland: bookings on the bank holidays of this nation ask for confirmation',
      usual: '`england`',
    },
    BANK_HOLIDAYS_PUBLISHED: {
      meaning:
        'a file like gov.uk/bank-holidays.json, for one-off holidays; the years in it are taken only from it, other years follow the rules',
      usual: 'none: the rules',
    },
    FHIR: {
      meaning:
        '`yes` lets registered software read the record as FHIR R4 at `/fhir/R4` of `PUBLIC_URL` (docs/reference/fhir.md)',
      usual: '`no`; `yes` in a demonstration',
    },
    FHIR_KEY_HOSTS: {
      meaning:
        'hosts inside your own network, separated by commas, from which the public keys of FHIR clients may be fetched; from all others only by HTTPS at a public address',
      usual: 'none',
    },
    REFERRAL_FORM: {
      meaning:
        '`yes` lets anybody refer themselves, a relative or a patient at `/refer` of `PUBLIC_URL` ([the referral form](#the-public-referral-form))',
      usual: '`no`; `yes` in a demonstration',
    },
    PERSON_PAGE: {
      meaning:
        '`yes` gives people a page of their own at `/my` of `PUBLIC_URL`, with links that staff give ([the own page of a person](#the-own-page-of-a-person))',
      usual: '`no`; `yes` in a demonstration',
    },
    OFFER_FREED_PLACES: {
      meaning:
        '`yes` offers a slot or a place in a class that somebody gave up to the next who waits, within the hour and one at a time ([freed places](#freed-places)); otherwise staff offer it',
      usual: '`no`; `yes` in a demonstration',
    },
    BARS: {
      meaning:
        '`yes` takes referrals that registered services send as messages of the Booking and Referral Standard, at `/fhir/R4/$process-message`; needs `FHIR` (docs/reference/fhir.md)',
      usual: '`no`; `yes` in a demonstration',
    },
    BARS_SERVICE_ID: {
      meaning:
        'the identifier of your service in the directory of services, as `system\\|value` or its value alone: messages to another are refused',
      usual: 'required with `BARS`',
    },
    BARS_USE_CASES: {
      meaning:
        'which messages are taken, separated by commas: `referral` (any referral), `a4t2` (999 to a service that lifts people who fell), `a4t3` (999 to community services)',
      usual: '`referral,a4t3`',
    },
    BARS_TOKEN_URL: {
      meaning:
        'where the tokens come from that are sent with answers, to addresses of the same host only, such as `https://api.service.nhs.uk/oauth2/token`. Set together with the three settings below',
      usual: 'none: answers are sent without a token',
    },
    BARS_API_KEY: {
      meaning: 'the API key of your application for the Booking and Referral Standard',
      usual: 'none',
      secret: true,
    },
    BARS_KEY_ID: { meaning: 'the name (`kid`) of the public key that you gave there', usual: 'none' },
    BARS_PRIVATE_KEY: { meaning: 'its private key as PEM', usual: 'none', secret: true },
    ERS_URL: {
      meaning:
        'the address of the NHS e-Referral Service (e-RS), from which referrals to review are fetched. Such as `https://api.service.nhs.uk/referrals/FHIR`. Set together with `ERS_ODS` and the four settings of its keys',
      usual: 'none: nothing is fetched',
    },
    ERS_ODS: {
      meaning: 'the code of your organisation in the Organisation Data Service',
      usual: 'required with `ERS_URL`',
    },
    ERS_SERVICE: {
      meaning: 'the number of your service in e-RS, whose referrals are listed. e-RS asks for it',
      usual: 'none: all services of the organisation',
    },
    ERS_TOKEN_URL: {
      meaning: 'where its tokens come from, such as `https://api.service.nhs.uk/oauth2/token`',
      usual: 'none',
    },
    ERS_API_KEY: {
      meaning: 'the API key of your application for e-RS',
      usual: 'none',
      secret: true,
    },
    ERS_KEY_ID: { meaning: 'the name (`kid`) of the public key that you gave there', usual: 'none' },
    ERS_PRIVATE_KEY: { meaning: 'its private key as PEM', usual: 'none', secret: true },
    ERS_MINUTES: {
      meaning:
        'minutes between two readings of the list of referrals to review; e-RS allows two a day of each service',
      usual: '`720`',
    },
    CASE_FINDING: {
      meaning:
        '`yes` lets Admissions and Team Leads load lists of people who may need the service, and send them to triage ([case finding](administration.md#case-finding))',
      usual: '`no`; `yes` in a demonstration',
    },
    VISIT_PACKS: {
      meaning:
        '`yes` lets clinicians take today’s and tomorrow’s own visits along on a phone or laptop, encrypted and for 12 hours, to work where there is no signal ([visits](visits.md))',
      usual: '`no`; `yes` in a demonstration',
    },
    CSDS_PROVIDER: {
      meaning:
        'the code of your organisation in the Organisation Data Service. Team Leads can then make the monthly national return of community services ([the return](csds-return.md))',
      usual: 'none: no return is made; made-up codes in a demonstration',
    },
    CSDS_SUBMITTER: {
      meaning: 'the code of the organisation that submits the return',
      usual: 'that of `CSDS_PROVIDER`',
    },
    CSDS_COMMISSIONER: {
      meaning: 'the code of the commissioner, the same for all referrals',
      usual: 'none: the field is blank',
    },
    CSDS_TEAM_TYPE: {
      meaning:
        'the national code of the type of your team (SERVICE OR TEAM TYPE REFERRED TO). Read it in the NHS Data Dictionary: none was verified here',
      usual: 'none: the field is blank',
    },
    LOG_LEVEL: { meaning: 'fatal, error, warn, info, debug, trace or silent', usual: '`info`' },
  },
  'Keys, passwords and rights': {
    SECRET_KEY: {
      meaning:
        '32 random bytes in base64, as printed by `openssl rand -base64 32`. Seals authenticator secrets and drafts: keep it with the backups, but not in them. If it is lost, every authenticator app must be set up again',
      usual: 'required',
      secret: true,
    },
    SECRET_OLD_KEY: {
      meaning:
        'the previous key during a change of `SECRET_KEY`; it still opens what it sealed (docs/operate/operations.md, To change the secret key)',
      usual: 'none',
      secret: true,
    },
    SECRET_KEY_LOST: {
      meaning:
        '`yes` starts with a new `SECRET_KEY` after the previous one is lost: authenticator apps must be set up again. Remove it afterwards',
      usual: '`no`: a key that opens nothing is refused',
    },
    PASSWORD_MINIMUM: {
      meaning:
        'minimum number of characters in a password; never under 8, and under 12 only if `SECOND_FACTOR_FOR` names everybody',
      usual: '`12`',
    },
    SECOND_FACTOR_FOR: {
      meaning: 'profiles that need an authenticator app, separated by commas, or `nobody`',
      usual: '`System Administrator`',
    },
    ADMISSIONS_WRITE_CLINICAL: {
      meaning:
        '`no` removes clinical records and discharge from the rights of Admissions staff, who keep patients and referrals',
      usual: '`yes`',
    },
    DECLINE_DEMANDS_REASON_AND_LETTER: {
      meaning:
        '`yes` accepts no cancellation of a referral without a reason, and starts the letter of decline with it, which is listed with the unsent letters until it is sent ([letters](administration.md#declining-a-referral))',
      usual: '`no`',
    },
    RESET_LINK_MINUTES: { meaning: 'how long an e-mailed link for a new password works', usual: '`30`' },
  },
  Limits: {
    SIGN_INS_PER_ADDRESS: {
      meaning:
        'failures from one address in 15 minutes before it must wait; each account that has signed in from it within a day adds a tenth, up to four times the number',
      usual: '`30`',
    },
    FORGOT_PER_ADDRESS: { meaning: 'requests for a new password from one address in an hour', usual: '`10`' },
    SMS_PER_DAY: { meaning: 'text messages a day for the whole service', usual: '`200`' },
    RATE_SIGN_IN: { meaning: 'sign-ins a minute, for one user and for one address', usual: '`60`' },
    RATE_READ: {
      meaning: 'reads a minute for one user; twenty times as many from one address',
      usual: '`1200`',
    },
    RATE_SEARCH: { meaning: 'searches, the same way', usual: '`240`' },
    RATE_WRITE: { meaning: 'writes, the same way', usual: '`300`' },
    RATE_REPORT: { meaning: 'reports, the same way', usual: '`60`' },
    RATE_UPLOAD: { meaning: 'uploads, the same way', usual: '`120`' },
    RATE_FHIR: { meaning: 'calls of one FHIR client', usual: '`3000`' },
    RATE_FORM: { meaning: 'pages of the public referral form for one address', usual: '`600`' },
    RATE_REFERRAL: {
      meaning: 'referral forms that one address begins or sends, counted together',
      usual: '`20`',
    },
    RATE_CALLBACK: { meaning: 'callbacks of GOV.UK Notify, from one address', usual: '`600`' },
    RATE_PERSON: { meaning: 'own pages of people, from one address', usual: '`600`' },
    RATE_PERSON_CODE: { meaning: 'codes tried for such a page, from one address', usual: '`20`' },
  },
  Messages: {
    ORGANISATION: { meaning: 'signs messages; its words are not allowed in passwords', usual: 'none' },
    SMTP_URL: {
      meaning:
        '`smtps://user:password@host:465`; without it only an administrator can set a new password. Set together with `MAIL_FROM`',
      usual: 'none: no mail',
      secret: true,
    },
    MAIL_FROM: { meaning: 'the mail address that messages come from', usual: 'none' },
    NOTIFY_API_KEY: {
      meaning:
        'a live key of GOV.UK Notify, for text messages, e-mails and printed letters ([GOV.UK Notify](#govuk-notify)). Set together with `NOTIFY_SMS_TEMPLATE`, `NOTIFY_EMAIL_TEMPLATE` or `NOTIFY_LETTERS`',
      usual: 'none: no text messages',
      secret: true,
    },
    NOTIFY_SMS_TEMPLATE: {
      meaning: 'id of a template that contains only `((message))`',
      usual: 'none: no text messages',
    },
    NOTIFY_EMAIL_TEMPLATE: {
      meaning:
        'id of a template with the subject `((subject))` and the body `((message))`: mail goes through Notify unless `SMTP_URL` is set. Letters to practices need `SMTP_URL`, since Notify sends no attachments',
      usual: 'none',
    },
    NOTIFY_LETTERS: {
      meaning: '`yes` lets letters be sent by post through Notify, which prints them',
      usual: '`no`',
    },
    NOTIFY_POSTAGE: { meaning: '`first`, `second` or `economy`: how they are posted', usual: '`second`' },
    NOTIFY_CALLBACK_TOKEN: {
      meaning:
        'the bearer token with which Notify calls `/notify/status` of `PUBLIC_URL` to say what became of messages and letters, and `/notify/received` with texts that people send; at least 24 characters, the same as in Notify',
      usual: 'none: Notify is asked instead, later',
      secret: true,
    },
    NOTIFY_URL: { meaning: 'another URL for Notify, such as a proxy', usual: 'Notify’s own' },
    APPOINTMENT_REMINDERS: {
      meaning:
        '`yes` reminds patients who agreed of their appointments two days before, by text message or mail ([reminders](../reference/care.md#reminders)). Set together with `REMINDER_TELEPHONE` and `ORGANISATION`',
      usual: '`no`',
    },
    REMINDER_TELEPHONE: {
      meaning: 'the number in a reminder, for patients who cannot attend',
      usual: 'none',
    },
    FALLS_CALENDAR: {
      meaning:
        '`yes` asks patients who agreed once a month how often they fell, for a year after their care ended ([falls calendar](../reference/care.md#the-falls-calendar)). Texts and mails need `APPOINTMENT_REMINDERS` too; without it they are rung',
      usual: '`no`',
    },
    FALLS_CALENDAR_SAYS_FALLS: {
      meaning: '`yes` lets these texts and mails say the word “falls”, which others may read on a telephone',
      usual: '`no`',
    },
    REMINDER_TEXTS_PER_DAY: {
      meaning:
        'maximum number of reminders by text message in a day; they do not count towards `SMS_PER_DAY`',
      usual: '`500`',
    },
  },
  'Sign-in through an OpenID provider': {
    OIDC_ISSUER: {
      meaning:
        'URL of the provider; the redirect URL to register there is `PUBLIC_URL/login`. Set all three, or none',
      usual: 'none',
    },
    OIDC_CLIENT_ID: { meaning: 'the client id of this service at the provider', usual: 'none' },
    OIDC_CLIENT_SECRET: { meaning: 'the client secret of this service', usual: 'none', secret: true },
    OIDC_LABEL: { meaning: 'the words on the button', usual: '`your organisation’s sign-in`' },
    OIDC_SCOPE: { meaning: 'the scopes to request', usual: '`openid profile`' },
    OIDC_CLAIM: {
      meaning: 'the claim that identifies the person; for NHS CIS2 `nhsid_useruid`',
      usual: '`sub`',
    },
  },
  'NHS login, on the own page of a person': {
    NHS_LOGIN_ISSUER: {
      meaning:
        'URL of NHS login; the redirect URL to register there is `PUBLIC_URL/my/nhs-login/return`. Needs `PERSON_PAGE`. Set all three, or none ([the own page of a person](#the-own-page-of-a-person))',
      usual: 'none: people open their page by a link',
    },
    NHS_LOGIN_CLIENT_ID: { meaning: 'the client id of this service at NHS login', usual: 'none' },
    NHS_LOGIN_PRIVATE_KEY: {
      meaning: 'the private key whose public key NHS login has, as PEM, RSA with at least 2048 bits',
      usual: 'none',
      secret: true,
    },
  },
  'Audit trail': {
    AUDIT_ANCHOR: {
      meaning:
        'where the head of the sealed audit trail is noted outside the database: `file:/path`, `syslog+tls://host:6514`, `syslog://host:601` or `s3` (docs/operate/administration.md)',
      usual: 'none: deletion of the newest events would not be noticed',
    },
    AUDIT_ANCHOR_S3_BUCKET: { meaning: 'for `s3`: a bucket with object lock', usual: 'none' },
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
      meaning: 'the previous key, which still opens what it encrypted',
      usual: 'none',
      secret: true,
    },
    DOCUMENT_SCANNER: {
      meaning:
        'clamd, such as `tcp://127.0.0.1:3310` or `unix:///run/clamav/clamd.ctl`; its `StreamMaxLength` must be above 10 MB',
      usual: 'none: nothing is scanned',
    },
    DOCUMENT_KINDS: { meaning: 'kinds of files allowed, such as `pdf,png`', usual: 'all' },
    DOCUMENT_DAILY_MIB: {
      meaning: 'maximum number of MiB that one person may upload in a day',
      usual: '`500`',
    },
  },
  Watching: {
    METRICS_PORT: {
      meaning:
        'serves `/metrics` for Prometheus on this port ([watching](#watching)); further workers use the next ports; 0 lets the system choose',
      usual: 'none: no metrics',
    },
    METRICS_HOST: {
      meaning: 'the address of that port; if it is not local to this machine, `METRICS_TOKEN` is required',
      usual: '`127.0.0.1`',
    },
    METRICS_TOKEN: {
      meaning: 'what Prometheus sends as its bearer token, at least 16 characters',
      usual: 'none',
      secret: true,
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      meaning:
        'an OpenTelemetry collector that accepts OTLP over HTTP as JSON, such as `http://127.0.0.1:4318`: spans of calls, connections, statements and jobs are sent there ([traces](#traces))',
      usual: 'none: no traces, and their libraries are not loaded',
    },
    OTEL_EXPORTER_OTLP_HEADERS: {
      meaning: 'headers for the collector: `authorization=Bearer%20…`, separated by commas',
      usual: 'none',
      secret: true,
    },
    OTEL_SERVICE_NAME: { meaning: 'the name of this service in traces', usual: '`surefoot`' },
    OTEL_TRACES_SAMPLER_ARG: {
      meaning: 'the share of calls and jobs that is traced, from 0 to 1, such as `0.1`',
      usual: '`1`: all',
    },
  },
  'Backup and restore': {
    BACKUP_FOLDER: {
      meaning:
        'the folder that `npm run backup` writes to, if the service can read it: the status page and `/metrics` then show how old the newest backup is',
      usual: 'none: not shown',
    },
    BACKUP_RECIPIENT: {
      meaning:
        'the recipient that `npm run backup` encrypts for, as `age1…`: only the holder of the identity can read the backup, not the machine that makes it',
      usual: 'required there',
    },
    BACKUP_IDENTITY: {
      meaning:
        'the matching identity, `AGE-SECRET-KEY-1…`, which `npm run restore` needs and the service does not: keep it elsewhere',
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
        'how addresses are looked up: `none`, `loqate-server` (recommended: Surefoot asks the service and sends only the search text) or `loqate-browser` (the address service’s script, in a separate frame)',
      usual: '`none`',
    },
    ADDRESS_LOOKUP_KEY: {
      meaning:
        'the key of the address service; with `loqate-browser` it is sent to people who may edit patients',
      usual: 'none',
      secret: true,
    },
    ADDRESS_LOOKUP_SCRIPT: {
      meaning: 'for `loqate-browser`: such as `captureplus-2.30` or `address-3.91`, or `capture-sdk`',
      usual: '`captureplus-2.30`',
    },
    ADDRESS_LOOKUP_URL: {
      meaning: 'another URL for the address service, such as a proxy',
      usual: 'Loqate’s own',
    },
  },
  'Who is this? (PDS)': {
    PDS_URL: {
      meaning:
        'the Personal Demographics Service: registering staff can trace a person and compare a record with it ([tracing](administration.md#tracing-people-with-pds)). Such as `https://api.service.nhs.uk/personal-demographics/FHIR/R4`. Set together with the four settings below',
      usual: 'none: nobody is traced; a stand-in with invented people in a demonstration',
    },
    PDS_TOKEN_URL: {
      meaning: 'where its tokens come from, such as `https://api.service.nhs.uk/oauth2/token`',
      usual: 'none',
    },
    PDS_API_KEY: {
      meaning: 'the API key of your application in the NHS developer account',
      usual: 'none',
      secret: true,
    },
    PDS_KEY_ID: { meaning: 'the name (`kid`) of the public key that you gave there', usual: 'none' },
    PDS_PRIVATE_KEY: {
      meaning: 'its private key as PEM, RSA with at least 2048 bits; 4096 are asked for by NHS England',
      usual: 'none',
      secret: true,
    },
    PDS_REFRESH: {
      meaning:
        'how many people with an open referral are compared with PDS each night, at most 20000 ([what it finds](administration.md#what-differs-from-pds))',
      usual: 'nobody is asked about at night',
    },
  },
  'Letters to practices (MESH)': {
    MESH_URL: {
      meaning:
        'MESH, by which letters go to GP practices ([letters that arrive](letters-out.md)), such as `https://mesh-sync.spineservices.nhs.uk`. Set together with those below that have no other value without them',
      usual: 'none: letters are mailed or printed; a stand-in in a demonstration',
    },
    MESH_MAILBOX: { meaning: 'your mailbox, such as `RXXOT001`', usual: 'none' },
    MESH_PASSWORD: { meaning: 'its password', usual: 'none', secret: true },
    MESH_SHARED_KEY: {
      meaning: 'the shared key of the environment of MESH, which NHS England gives you with the mailbox',
      usual: 'none',
      secret: true,
    },
    MESH_ODS: { meaning: 'the code of your organisation in the Organisation Data Service', usual: 'none' },
    MESH_CERTIFICATE: {
      meaning: 'the certificate by which MESH knows this service (mutual TLS), as PEM',
      usual: 'none',
    },
    MESH_PRIVATE_KEY: { meaning: 'the private key of that certificate, as PEM', usual: 'none', secret: true },
    MESH_CA: {
      meaning: 'the certificate of the authority that signed the one of MESH, as PEM',
      usual: 'those that Node.js trusts',
    },
    MESH_LETTER_WORKFLOW: {
      meaning: 'the workflow id under which letters are sent as a PDF with a FHIR document',
      usual: 'none: only documents of GP Connect are sent',
    },
    MESH_DOCUMENT_WORKFLOW: {
      meaning: 'the workflow id of GP Connect Send Document',
      usual: '`GPFED_CONSULT_REPORT`',
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
