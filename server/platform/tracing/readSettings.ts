import { WrongSetting, type ReadSetting } from '../settings/wrongSetting.ts'

export interface TracingSettings {
  /** URL that receives spans, in OTLP over HTTP. */
  url: string
  headers: Record<string, string>
  serviceName: string
  /** Fraction of all calls and jobs that have spans, from 0 to 1. */
  share: number
}

/** null if tracing is off. */
export const readTracingSettings = (setting: ReadSetting): TracingSettings | null => {
  const url = setting<string | null>('OTEL_EXPORTER_OTLP_ENDPOINT', null, parseEndpoint)
  const headers = setting<Record<string, string>>('OTEL_EXPORTER_OTLP_HEADERS', {}, parseHeaders)
  const serviceName = setting('OTEL_SERVICE_NAME', 'surefoot', (text) => text)
  const share = setting('OTEL_TRACES_SAMPLER_ARG', 1, parseShare)
  return url === null ? null : { url, headers, serviceName, share }
}

const parseEndpoint = (text: string): string | null | WrongSetting => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.search + url.hash !== '')
    return new WrongSetting('must be like http://127.0.0.1:4318, without v1/traces')
  return `${url.href.replace(/\/$/, '')}/v1/traces`
}

/** The message never repeats the headers, because they grant access. */
const parseHeaders = (text: string): Record<string, string> | WrongSetting => {
  const parts = text.split(',').map((part) => /^([\w-]+)=(.+)$/.exec(part.trim()))
  return parts.every((part) => part !== null)
    ? Object.fromEntries(parts.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]))
    : new WrongSetting('must be like authorization=Bearer%20…, separated by commas')
}

const parseShare = (text: string): number | WrongSetting =>
  /^(0?\.\d{1,4}|[01](\.0+)?)$/.test(text)
    ? Number(text)
    : new WrongSetting(`must be a number from 0 to 1, such as 0.1, not "${text}"`)
