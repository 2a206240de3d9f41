import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig, type Environment } from '../server/app/config.ts'
import { settingGroups } from '../server/platform/settings/catalogue.ts'
import { putSettings } from './settingsPage.ts'

it('docs/operate/operations.md has every setting as the code has it; `npm run settings` writes it again', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/operate/operations.md'), 'utf8')
  expect(putSettings(page)).toBe(page)
})

it('every setting that is described is read', () => {
  const asked = new Set<string>()
  // Some are asked for only where another is set.
  const set: Environment = {
    ...{ DOCUMENT_S3_BUCKET: 'documents', AUDIT_ANCHOR_S3_BUCKET: 'heads' },
    ...{ OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'surefoot', OIDC_CLIENT_SECRET: 'x' },
  }
  const environment = new Proxy(set, {
    get: (values, name: string) => {
      asked.add(name)
      return values[name]
    },
  })
  expect(() => readConfig(environment)).toThrow('DOCUMENT_S3_ENDPOINT is missing')
  const described = Object.values(settingGroups).flatMap((group) => Object.keys(group))
  const unread = described.filter((name) => !asked.has(name))
  expect(unread).toEqual([])
})
