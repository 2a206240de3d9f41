import { createHash } from 'node:crypto'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import type { BucketSettings } from '../../settings/bucket.ts'
import { bucketClient } from '../../settings/bucketClient.ts'
import { headsIn, type Anchor } from './anchor.ts'

const prefix = 'surefoot-audit/'
const dayMs = 24 * 60 * 60_000

/**
 * Stores one locked object per head. Until the lock expires nobody can change or delete it, not even the owner of the
 * bucket.
 */
export const bucketAnchor = (settings: BucketSettings, lockedDays: number): Anchor => {
  const { bucket: Bucket } = settings
  const client = bucketClient(settings)
  return {
    place: `the bucket ${Bucket}`,
    note: async (line) => {
      const segment = headsIn([line])[0]?.segment ?? 0
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: `${prefix}${String(segment).padStart(12, '0')}`,
          Body: line,
          ContentType: 'text/plain; charset=utf-8',
          // S3 requires a checksum for every object with a lock.
          ContentMD5: createHash('md5').update(line).digest('base64'),
          ObjectLockMode: 'COMPLIANCE',
          ObjectLockRetainUntilDate: new Date(Date.now() + lockedDays * dayMs),
        }),
      )
    },
    check: async () => {
      await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }))
    },
    read: async (most = Infinity) => {
      const found: { key: string; at: number }[] = []
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }),
        )
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key !== undefined) found.push({ key: Key, at: LastModified?.getTime() ?? 0 })
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
      // Ordered by time, not by number: a trail that was sealed again may start at a lower number.
      const last = found.toSorted((a, b) => a.at - b.at).slice(-most)
      const lines: string[] = []
      for (const { key } of last) {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }))
        lines.push((await Body?.transformToString()) ?? '')
      }
      return lines
    },
  }
}
