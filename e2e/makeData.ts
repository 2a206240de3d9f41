import { rm } from 'node:fs/promises'
import { madeOnce, startProduct } from './startProduct.ts'

/* A run starts twenty products. Making the database and its patients is most of a start, so it is done once. */

const port = 3457

export default async (): Promise<() => Promise<void>> => {
  const { dataFolder, leave } = await startProduct(port)
  await leave()
  process.env[madeOnce] = dataFolder
  return () => rm(dataFolder, { recursive: true, force: true })
}
