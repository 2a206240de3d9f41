import { S3Client } from '@aws-sdk/client-s3'
import type { BucketSettings } from './bucket.ts'

/** Separate from the reading of settings, so that only installations with a bucket load the client. */
export const bucketClient = ({ endpoint, region, accessKey, secretKey }: BucketSettings): S3Client =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    // The client's own checksums confuse other makers' stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 20_000 },
  })
