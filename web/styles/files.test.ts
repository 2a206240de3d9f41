import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from 'sass'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test.each(['first.scss', 'frame.scss'])(
  'every picture and font that %s names is there to be built in',
  (sheet) => {
    const { css } = compile(join(import.meta.dirname, sheet), {
      loadPaths: [join(root, 'node_modules')],
      quietDeps: true,
    })
    const named = [...css.matchAll(/url\(["']?([^"')]+)["']?\)/g)].flatMap(([, address]) => address ?? [])
    const files = new Set(named.filter((address) => !address.startsWith('data:')))
    if (sheet === 'first.scss') expect(files.size).toBeGreaterThan(0)
    const missing = [...files].filter(
      (address) =>
        !existsSync(join(root, 'web/public', address)) && !existsSync(join(root, 'node_modules', address)),
    )
    expect(missing).toEqual([])
  },
)
