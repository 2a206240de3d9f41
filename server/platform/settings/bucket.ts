import type { SettingName } from './catalogue.ts'

/** A bucket with the S3 API. */
export interface BucketSettings {
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
}

/**
 * Reads the settings of a bucket, such as DOCUMENT_S3_BUCKET; null if there is none.
 * @param prefix such as 'DOCUMENT_S3'
 * @param complain receives a complete sentence about settings that contradict each other
 */
export const readBucket = (
  prefix: 'DOCUMENT_S3' | 'AUDIT_ANCHOR_S3',
  text: (name: SettingName) => string | null,
  complain: (sentence: string) => void,
): BucketSettings | null => {
  const bucket = text(`${prefix}_BUCKET`)
  if (bucket === null) return null
  const needed = (name: SettingName): string => {
    const value = text(name)
    if (value === null) complain(`${name} is missing: ${prefix}_BUCKET is set`)
    return value ?? ''
  }
  return {
    bucket,
    endpoint: needed(`${prefix}_ENDPOINT`),
    region: text(`${prefix}_REGION`) ?? 'eu-west-2',
    accessKey: needed(`${prefix}_ACCESS_KEY`),
    secretKey: needed(`${prefix}_SECRET_KEY`),
  }
}
