import { test as base } from '@playwright/test'
import { startProduct } from './startProduct.ts'

/** Ports of the products that journeys share: one for each worker, away from those that single files start. */
const firstPort = 3470

interface Product {
  address: string
  /** Where it keeps its data. */
  dataFolder: string
}

/** Journeys on a product that those of one worker share, so that several workers do not disturb each other's counts. */
export const test = base.extend<object, { product: Product }>({
  product: [
    async ({}, use, { parallelIndex }) => {
      const port = firstPort + parallelIndex
      const { stop, dataFolder } = await startProduct(port)
      await use({ address: `http://127.0.0.1:${port}`, dataFolder })
      await stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ product }, use) => use(product.address),
})
