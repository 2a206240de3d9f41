import type { SettingName } from '../settings/catalogue.ts'
import { WrongSetting as Wrong, type ReadSetting } from '../settings/wrongSetting.ts'

/** How messages are sent. A channel that is null is not set up, so no password can be reset through it. */
export interface MessageSettings {
  smtp: { url: string; from: { name: string; address: string } } | null
  notify: { url: string; key: string; template: string } | null
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
  const [key, template] = [text('NOTIFY_API_KEY'), text('NOTIFY_SMS_TEMPLATE')]
  const url = setting('NOTIFY_URL', notifyAddress, parseHttpUrl)
  if ((smtpUrl === undefined) !== (from === undefined))
    complain('SMTP_URL and MAIL_FROM belong together: please set both or neither')
  if ((key === undefined) !== (template === undefined))
    complain('NOTIFY_API_KEY and NOTIFY_SMS_TEMPLATE belong together: please set both or neither')
  return {
    smtp:
      smtpUrl === undefined || from === undefined ? null : { url: smtpUrl, from: { name, address: from } },
    notify: key === undefined || template === undefined ? null : { url, key, template },
  }
}

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
