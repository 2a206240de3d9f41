import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig, type Environment } from '../../app/config.ts'

const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const keysOf = (prefix: string): Environment => ({
  [`${prefix}_TOKEN_URL`]: 'https://api.service.nhs.uk/oauth2/token',
  [`${prefix}_API_KEY`]: 'Ab12Cd34Ef56',
  [`${prefix}_KEY_ID`]: 'surefoot-1',
  [`${prefix}_PRIVATE_KEY`]: privateKey,
})
const ers = { ERS_URL: 'https://api.service.nhs.uk/referrals/FHIR/', ERS_ODS: 'rxx', ERS_SERVICE: '11012' }
const bars = { FHIR: 'yes', BARS: 'yes', BARS_SERVICE_ID: '200099999' }

const fault = (environment: Environment): string => {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('the settings of the e-Referral Service', () => {
  it('leave it off when nothing is set', () => expect(readConfig({}).ers).toBeNull())

  it('name the service, its keys and two readings a day', () =>
    expect(readConfig({ ...ers, ...keysOf('ERS') }).ers).toMatchObject({
      ...{ url: 'https://api.service.nhs.uk/referrals/FHIR', odsCode: 'RXX', serviceId: '11012' },
      ...{ minutes: 720, tokens: { host: 'api.service.nhs.uk' } },
    }))

  it('may name a stand-in on this machine without keys', () =>
    expect(readConfig({ ERS_URL: 'http://localhost:9000/FHIR', ERS_ODS: 'RXX' }).ers).toMatchObject({
      ...{ serviceId: null, tokens: null },
    }))

  it.each<readonly [string, Environment, RegExp]>([
    ['the address without keys', ers, /ERS_TOKEN_URL, ERS_API_KEY, ERS_KEY_ID, ERS_PRIVATE_KEY must be set/],
    ['some of the keys', { ...ers, ...keysOf('ERS'), ERS_KEY_ID: '' }, /ERS_KEY_ID must be set too/],
    ['the address without an organisation', { ...ers, ...keysOf('ERS'), ERS_ODS: '' }, /ERS_ODS is missing/],
    ['an address without https', { ...ers, ERS_URL: 'http://example.org' }, /ERS_URL must be like https/],
    [
      'a service that is no number',
      { ...ers, ...keysOf('ERS'), ERS_SERVICE: 'falls' },
      /ERS_SERVICE must be/,
    ],
  ])('refuse %s', (_, environment, words) => {
    expect(fault(environment)).toMatch(words)
    expect(fault(environment)).not.toMatch(/BEGIN|Ab12Cd34/)
  })
})

describe('the settings of messages from other services', () => {
  it('send answers without a token unless keys are set', () => {
    expect(readConfig(bars).bars?.tokens).toBeNull()
    expect(readConfig({ ...bars, ...keysOf('BARS') }).bars?.tokens).toMatchObject({
      host: 'api.service.nhs.uk',
    })
  })

  it('refuse some of the keys', () =>
    expect(fault({ ...bars, ...keysOf('BARS'), BARS_API_KEY: '' })).toMatch(/BARS_API_KEY must be set too/))
})
