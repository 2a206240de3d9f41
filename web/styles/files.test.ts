import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from 'sass'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('every picture and font that the style sheet names is there to be built in', () => {
  const { css } = compile(join(import.meta.dirname, 'main.scss'), {
    loadPaths: [join(root, 'node_modules')],
    quietDeps: true,
  })
  const named = [...css.matchAll(/url\(["']?([^"')]+)["']?\)/g)].flatMap(([, address]) => address ?? [])
  const files = new Set(named.filter((address) => !address.startsWith('data:')))
  expect(files.size).toBeGreaterThan(0)
  const missing = [...files].filter(
    (address) =>
      !existsSync(join(root, 'web/public', address)) && !existsSync(join(root, 'node_modules', address)),
  )
  expect(missing).toEqual([])
})
