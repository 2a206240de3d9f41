import { wholeFrom, WrongSetting, type ReadSetting } from '../../platform/settings/wrongSetting.ts'
import type { MetricsSettings } from './metricsServer.ts'

const own = ['127.0.0.1', '::1', 'localhost']
const leastToken = 16

/**
 * Where Prometheus reads the metrics; null for nowhere.
 * @param complain receives a sentence about settings that do not fit together
 */
export const readMetricsSettings = (
  setting: ReadSetting,
  complain: (sentence: string) => void,
): MetricsSettings | null => {
  const port = setting<number | null>('METRICS_PORT', null, wholeFrom(0, 65_535))
  const host = setting('METRICS_HOST', '127.0.0.1', (text) => text)
  const token = setting<string | null>('METRICS_TOKEN', null, parseToken)
  if (port === null) return null
  if (token === null && !own.includes(host))
    complain(
      'METRICS_TOKEN is missing: with METRICS_HOST other machines can read the metrics, which show how the service is used',
    )
  return { host, port, token }
}

const parseToken = (text: string): string | WrongSetting =>
  text.length >= leastToken && /^[\x21-\x7e]+$/.test(text)
    ? text
    : new WrongSetting(`must have at least ${leastToken} characters and no space: openssl rand -hex 24`)
