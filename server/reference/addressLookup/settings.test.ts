import { describe, expect, it } from 'vitest'
import { readConfig, type Environment } from '../../app/config.ts'

const key = 'AB12-CD34-EF56-GH78'
const read = (environment: Environment) => readConfig(environment).addressLookup

describe('the settings of the address lookup', () => {
  it.each([
    ['nothing', {}],
    ['none', { ADDRESS_LOOKUP: 'none' }],
    ['none, with a key kept for later', { ADDRESS_LOOKUP: 'none', ADDRESS_LOOKUP_KEY: key }],
  ])('leave it off with %s', (_, environment) => expect(read(environment)).toEqual({ by: 'nobody' }))

  it('let the server ask', () => {
    expect(read({ ADDRESS_LOOKUP: 'loqate-server', ADDRESS_LOOKUP_KEY: key })).toEqual({
      by: 'server',
      key,
      url: 'https://services.postcodeanywhere.co.uk',
    })
  })

  const service = 'https://services.postcodeanywhere.co.uk'
  const module = 'https://assets.loqate.com'
  it.each([
    [
      undefined,
      {
        kind: 'captureplus',
        script: `${service}/js/captureplus-2.30.min.js`,
        style: `${service}/css/captureplus-2.30.min.css`,
        origins: [service],
      },
    ],
    [
      'address-3.91',
      {
        kind: 'address',
        script: `${service}/js/address-3.91.min.js`,
        style: `${service}/css/address-3.91.min.css`,
        origins: [service],
      },
    ],
    [
      'capture-sdk',
      {
        kind: 'capture-sdk',
        script: `${module}/capture-sdk/v0/capture-sdk.js`,
        style: `${module}/capture-sdk/v0/capture-sdk.css`,
        origins: [module, 'https://api.addressy.com', service],
      },
    ],
  ])('give the browser the script %s', (script, frame) => {
    const more = script === undefined ? {} : { ADDRESS_LOOKUP_SCRIPT: script }
    expect(read({ ADDRESS_LOOKUP: 'loqate-browser', ADDRESS_LOOKUP_KEY: key, ...more })).toEqual({
      by: 'browser',
      key,
      frame,
    })
  })

  const wrongOrigins = [
    'http://services.example.org',
    'https://example.org/path',
    'example.org',
    'https://me@example.org',
  ]
  const wrongScripts = ['evil', '../captureplus-2.30', 'captureplus-2.30" onload="']
  it.each<[Environment, string]>([
    [
      { ADDRESS_LOOKUP: 'loqate' },
      'ADDRESS_LOOKUP must be one of none, loqate-server, loqate-browser, not "loqate"',
    ],
    [
      { ADDRESS_LOOKUP: 'loqate-server' },
      'ADDRESS_LOOKUP_KEY is missing: ADDRESS_LOOKUP needs the key of the address service',
    ],
    [
      { ADDRESS_LOOKUP_KEY: key },
      'ADDRESS_LOOKUP is missing: ADDRESS_LOOKUP_KEY is set; please set ADDRESS_LOOKUP, or remove the key',
    ],
    ...wrongOrigins.map((url): [Environment, string] => [
      { ADDRESS_LOOKUP_URL: url },
      'ADDRESS_LOOKUP_URL must be like https://services.postcodeanywhere.co.uk, with no path',
    ]),
    ...wrongScripts.map((script): [Environment, string] => [
      { ADDRESS_LOOKUP_SCRIPT: script },
      `ADDRESS_LOOKUP_SCRIPT must be like captureplus-2.30 or address-3.91, or capture-sdk, not "${script}"`,
    ]),
  ])('refuse %j in one line', (environment, line) => {
    expect(() => readConfig(environment)).toThrow(new Error(line))
  })

  it('never repeat a wrong key', () => {
    const wrong = { ADDRESS_LOOKUP: 'loqate-server', ADDRESS_LOOKUP_KEY: 'se"cret' }
    expect(() => readConfig(wrong)).toThrow(/^ADDRESS_LOOKUP_KEY must be letters/)
    expect(() => readConfig(wrong)).not.toThrow(/se"cret/)
  })
})
