import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../app/config.ts'
import { usualDocumentSettings } from './settings.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const oldKey = Buffer.alloc(32, 8).toString('base64')

describe('settings of documents', () => {
  it('need nothing: every kind, in the database, without a scanner', () => {
    expect(readConfig({}).documents).toEqual(usualDocumentSettings)
  })

  it('are read each', () => {
    const { documents } = readConfig({
      DOCUMENT_KINDS: 'PNG, pdf',
      DOCUMENT_DAILY_MIB: '50',
      DOCUMENT_SCANNER: 'tcp://127.0.0.1:3310',
      DOCUMENT_STORE: 's3',
      DOCUMENT_FOLDER: '/srv/documents',
      DOCUMENT_S3_BUCKET: 'falls',
      DOCUMENT_S3_ENDPOINT: 'https://s3.example.org',
      DOCUMENT_S3_ACCESS_KEY: 'name',
      DOCUMENT_S3_SECRET_KEY: 'secret',
      DOCUMENT_KEY: key,
      DOCUMENT_OLD_KEY: oldKey,
    })
    expect(documents).toEqual({
      kinds: ['pdf', 'png'],
      dailyBytes: 50 * 1024 * 1024,
      scanner: { host: '127.0.0.1', port: 3310 },
      store: 's3',
      folder: '/srv/documents',
      bucket: {
        bucket: 'falls',
        endpoint: 'https://s3.example.org',
        region: 'eu-west-2',
        accessKey: 'name',
        secretKey: 'secret',
      },
      keys: [Buffer.from(key, 'base64'), Buffer.from(oldKey, 'base64')],
    })
    expect(readConfig({ DOCUMENT_SCANNER: 'unix:///run/clamd.ctl' }).documents.scanner).toEqual({
      path: '/run/clamd.ctl',
    })
  })

  it.each([
    [{ DOCUMENT_KINDS: 'pdf,exe' }, 'DOCUMENT_KINDS must be some of pdf, png'],
    [{ DOCUMENT_DAILY_MIB: '0' }, 'DOCUMENT_DAILY_MIB must be a whole number of MiB'],
    [{ DOCUMENT_SCANNER: '127.0.0.1' }, 'DOCUMENT_SCANNER must be like tcp://127.0.0.1:3310'],
    [{ DOCUMENT_STORE: 'disk' }, 'DOCUMENT_STORE must be one of postgres, folder, s3'],
    [{ DOCUMENT_STORE: 'folder' }, 'DOCUMENT_FOLDER is missing: DOCUMENT_STORE is folder'],
    [{ DOCUMENT_STORE: 's3' }, 'DOCUMENT_S3_BUCKET is missing: DOCUMENT_STORE is s3'],
    [
      { DOCUMENT_FOLDER: '/srv' },
      'DOCUMENT_KEY is missing: outside the database documents are stored encrypted',
    ],
    [
      { DOCUMENT_S3_BUCKET: 'b', DOCUMENT_KEY: key },
      'DOCUMENT_S3_ENDPOINT is missing: DOCUMENT_S3_BUCKET is set',
    ],
    [{ DOCUMENT_KEY: 'hunter2' }, 'DOCUMENT_KEY must be 32 bytes in base64'],
  ])('%j is refused in one clear line that repeats no secret', (environment, line) => {
    const complaint = (() => {
      try {
        readConfig(environment)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    })()
    expect(complaint).toContain(line)
    expect(complaint).not.toContain('hunter2')
  })
})
