import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = execFileSync('git', ['ls-files', '--', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))

/** Paths named in the text, in backticks or plain, from the root of the project. */
const named =
  /\b(?:contract|server|web|db|scripts|bench|faults|e2e|docs)\/[\w./-]*(?:\.[a-z]{2,4}|\/)(?=[\s`:;,.)]|$)/gm

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8')

  it('links only to files that are there', () => {
    const targets = [...text.matchAll(/\]\(([^)]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^(https?:|mailto:|#)/.test(target))
    const missing = targets.filter(
      (target) => !existsSync(join(root, dirname(page), target.replace(/#.*$/, ''))),
    )
    expect(missing).toEqual([])
  })

  it('names only files that are there', () => {
    const missing = [...text.matchAll(named)]
      .map(([path]) => path)
      .filter((path) => !existsSync(join(root, path)))
    expect(missing).toEqual([])
  })
})
