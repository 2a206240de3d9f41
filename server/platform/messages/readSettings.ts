import type { SettingName } from '../settings/catalogue.ts'
import { parseYesNo } from '../settings/parseYesNo.ts'
import { WrongSetting as Wrong, type ReadSetting } from '../settings/wrongSetting.ts'
import { postages, type NotifySettings, type Postage } from './notify/notify.ts'

/** How messages are sent. A channel that is null is not set up, so no password can be reset through it. */
export interface MessageSettings {
  smtp: { url: string; from: { name: string; address: string } } | null
  notify: NotifySettings | null
}

const notifyAddress = 'https://api.notifications.service.gov.uk'

export const readMessageSettings = (
  setting: ReadSetting,
  complain: (line: string) => void,
): MessageSettings => {
  const text = (name: SettingName) => setting<string | undefined>(name, undefined, (given) => given)
  const smtpUrl = setting<string | undefined>('SMTP_URL', undefined, parseSmtpUrl)
  const from = setting<string | undefined>('MAIL_FROM', undefined, parseMailbox)
  const organisation = text('ORGANISATION')
  const name = organisation === undefined ? 'Surefoot' : `Surefoot at ${organisation}`
  if ((smtpUrl === undefined) !== (from === undefined))
    complain('SMTP_URL and MAIL_FROM belong together: please set both or neither')
  return {
    smtp:
      smtpUrl === undefined || from === undefined ? null : { url: smtpUrl, from: { name, address: from } },
    notify: readNotifySettings(setting, complain),
  }
}

/** Reads how GOV.UK Notify is used (decision 160); null if it is not. */
const readNotifySettings = (
  setting: ReadSetting,
  complain: (line: string) => void,
): NotifySettings | null => {
  const text = (name: SettingName) => setting<string | null>(name, null, (given) => given)
  const [key, template, mailTemplate] = [
    text('NOTIFY_API_KEY'),
    text('NOTIFY_SMS_TEMPLATE'),
    text('NOTIFY_EMAIL_TEMPLATE'),
  ]
  const url = setting('NOTIFY_URL', notifyAddress, parseHttpUrl)
  const letters = setting('NOTIFY_LETTERS', false, parseYesNo)
  const postage = setting<Postage>('NOTIFY_POSTAGE', 'second', parsePostage)
  const callbackToken = setting<string | null>('NOTIFY_CALLBACK_TOKEN', null, parseToken)
  const uses = [template !== null, mailTemplate !== null, letters]
  if ((key === null) === uses.includes(true))
    complain(
      'NOTIFY_API_KEY needs a use, and each use needs the key: please set it with NOTIFY_SMS_TEMPLATE, NOTIFY_EMAIL_TEMPLATE or NOTIFY_LETTERS=yes, or none of them',
    )
  if (key === null) return null
  return { url, key, template, mailTemplate, postage: letters ? postage : null, callbackToken }
}

/** Notify asks for at least ten characters; a longer one cannot be guessed. */
const leastToken = 24

const parseToken = (text: string): string | Wrong =>
  text.length >= leastToken && /^[\x21-\x7e]+$/.test(text)
    ? text
    : new Wrong(`must have at least ${leastToken} characters and no space: openssl rand -hex 24`)

const parsePostage = (text: string): Postage | Wrong =>
  postages.find((each) => each === text) ?? new Wrong(`must be one of ${postages.join(', ')}, not "${text}"`)

const parseSmtpUrl = (text: string): string | Wrong =>
  URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
    ? text
    : new Wrong('must be like smtps://user:password@mail.example.org:465')

const parseMailbox = (text: string): string | Wrong =>
  /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text) ? text : new Wrong(`must be one mail address, not "${text}"`)

const parseHttpUrl = (text: string): string | Wrong =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    ? text.replace(/\/$/, '')
    : new Wrong(`must be a URL that begins with https://, not "${text}"`)
