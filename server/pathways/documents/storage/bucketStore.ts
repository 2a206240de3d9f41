import { randomUUID } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { tried, type ContentStore } from './outsideStorage.ts'
import type { BucketSettings } from '../../../platform/settings/bucket.ts'
import { bucketClient } from '../../../platform/settings/bucketClient.ts'

/** Contents as objects in a bucket with the S3 API. */
export const bucketStore = (settings: BucketSettings): ContentStore => {
  const { bucket: Bucket } = settings
  const client = bucketClient(settings)
  return {
    name: 's3',
    put: async (Key, Body) => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/octet-stream' }))
    },
    get: async (Key) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
        return Buffer.from((await Body?.transformToByteArray()) ?? [])
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    remove: async (Key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
    check: async () => {
      const Key = `${tried}.${randomUUID()}`
      await client.send(new PutObjectCommand({ Bucket, Key, Body: tried }))
      const { Body: read } = await client.send(new GetObjectCommand({ Bucket, Key }))
      if ((await read?.transformToString()) !== tried) throw new Error('The bucket gives back something else')
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
    names: async function* () {
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }))
        for (const { Key } of page.Contents ?? [])
          if (Key !== undefined && !Key.startsWith(`${tried}.`)) yield Key
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
  }
}
