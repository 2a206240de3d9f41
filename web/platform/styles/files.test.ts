import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from 'sass'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

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
        !existsSync(join(root, 'web/app/public', address)) &&
        !existsSync(join(root, 'node_modules', address)),
    )
    expect(missing).toEqual([])
  },
)

// Sheets load with the screens that need them. Two sheets that style the same class would change each other's look once
// both are loaded.
test('a class is styled by itself in one sheet alone', () => {
  const sheetsOf = new Map<string, Set<string>>()
  for (const sheet of globSync('*.scss', { cwd: import.meta.dirname }))
    for (const [, name = ''] of readFileSync(join(import.meta.dirname, sheet), 'utf8').matchAll(
      /^\.(sf-[\w-]+)(?:,| \{)$/gm,
    ))
      sheetsOf.set(name, (sheetsOf.get(name) ?? new Set()).add(sheet))
  expect(sheetsOf.size).toBeGreaterThan(100)
  const shared = [...sheetsOf].filter(([, sheets]) => sheets.size > 1)
  expect(shared.map(([name, sheets]) => `${name}: ${[...sheets].join(', ')}`)).toEqual([])
})
