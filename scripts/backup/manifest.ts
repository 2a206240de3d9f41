import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** What a backup says of itself, readable without its key; no patient data. */
const manifest = z.object({
  format: z.literal(1),
  takenAt: z.string(),
  /** Of the PostgreSQL that it was taken from. */
  release: z.number(),
  /** Whose the tables are: the dump names this role. */
  owner: z.string(),
  database: z.object({ sha256: z.string(), bytes: z.number() }),
  tables: z.record(z.string(), z.string()),
  /** Contents outside the database, as they lie in documents/: encrypted with DOCUMENT_KEY. */
  documents: z.array(z.object({ store: z.enum(['folder', 's3']), name: z.string(), sha256: z.string() })),
})

export type Manifest = z.infer<typeof manifest>

export const manifestFile = 'manifest.json'
export const databaseFile = 'database.dump.age'

export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((error: unknown) => {
    throw new Error(`${folder} is no complete backup: it has no ${manifestFile}.`, { cause: error })
  })
  const read = manifest.safeParse(JSON.parse(text))
  if (read.success) return read.data
  throw new Error(`${manifestFile} in ${folder} is not of a backup that this release can read.`)
}
