import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig, type Environment } from '../../app/config.ts'

const pem = (bits: number): string =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
const key = pem(2048)
const url = 'https://api.service.nhs.uk/personal-demographics/FHIR/R4'
const whole = {
  PDS_URL: `${url}/`,
  PDS_TOKEN_URL: 'https://api.service.nhs.uk/oauth2/token',
  PDS_API_KEY: 'Ab12Cd34Ef56',
  PDS_KEY_ID: 'surefoot-1',
  PDS_PRIVATE_KEY: key,
}
const read = (environment: Environment) => readConfig(environment).pds
const fault = (environment: Environment): string => {
  try {
    read(environment)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('the settings of PDS', () => {
  it('leave it off when nothing is set', () => expect(read({})).toBeNull())

  it('name the service and the keys', () =>
    expect(read(whole)).toMatchObject({
      url,
      keys: { tokenUrl: whole.PDS_TOKEN_URL, apiKey: whole.PDS_API_KEY, keyId: whole.PDS_KEY_ID },
      isStandIn: false,
      mostANight: null,
    }))

  it('may name a stand-in on this machine without keys', () =>
    expect(read({ PDS_URL: 'http://127.0.0.1:9000/R4' })).toEqual({
      url: 'http://127.0.0.1:9000/R4',
      keys: null,
      isStandIn: false,
      mostANight: null,
    }))

  it.each<readonly [string, Environment, RegExp]>([
    ['keys without the address', { ...whole, PDS_URL: '' }, /PDS_URL is missing/],
    ['the address without a key', { ...whole, PDS_KEY_ID: '' }, /PDS_KEY_ID must be set too/],
    [
      'no keys for another machine',
      { PDS_URL: url },
      /PDS_TOKEN_URL, PDS_API_KEY, PDS_KEY_ID, PDS_PRIVATE_KEY/,
    ],
    [
      'an address without https',
      { ...whole, PDS_URL: 'http://pds.example.org/R4' },
      /PDS_URL must be like https/,
    ],
    ['a token address without https', { ...whole, PDS_TOKEN_URL: 'http://pds.example.org' }, /PDS_TOKEN_URL/],
    ['a password in the address', { ...whole, PDS_URL: 'https://a:b@example.org/R4' }, /PDS_URL/],
    ['a key that is short', { ...whole, PDS_PRIVATE_KEY: pem(1024) }, /at least 2048 bits/],
    ['a key that is none', { ...whole, PDS_PRIVATE_KEY: 'sesame' }, /PDS_PRIVATE_KEY must be an RSA/],
  ])('refuse %s', (_, environment, words) => {
    expect(fault(environment)).toMatch(words)
    expect(fault(environment)).not.toMatch(/sesame|BEGIN|Ab12Cd34/)
  })
})
