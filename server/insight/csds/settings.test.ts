import { expect, it } from 'vitest'
import { readConfig, type Environment } from '../../app/config.ts'

it.each<readonly [string, Environment, object | null]>([
  ['nothing: off', {}, null],
  [
    'a provider alone, which submits for itself',
    { CSDS_PROVIDER: 'rxx' },
    { provider: 'RXX', submitter: 'RXX', commissioner: null, teamType: null },
  ],
  [
    'all',
    { CSDS_PROVIDER: 'RXX', CSDS_SUBMITTER: 'RYY01', CSDS_COMMISSIONER: '15N', CSDS_TEAM_TYPE: '53' },
    { provider: 'RXX', submitter: 'RYY01', commissioner: '15N', teamType: '53' },
  ],
])('the settings of the national return may be %s', (_, environment, csds) =>
  expect(readConfig(environment).csds).toEqual(csds),
)

it.each<readonly [string, Environment, RegExp]>([
  ['a commissioner without a provider', { CSDS_COMMISSIONER: '15N' }, /CSDS_PROVIDER is missing/],
  ['a name in place of a code', { CSDS_PROVIDER: 'Otley Trust' }, /CSDS_PROVIDER must be a code/],
  ['a team type in words', { CSDS_PROVIDER: 'RXX', CSDS_TEAM_TYPE: 'falls team' }, /CSDS_TEAM_TYPE must be/],
])('refuse %s', (_, environment, words) => expect(() => readConfig(environment)).toThrow(words))
