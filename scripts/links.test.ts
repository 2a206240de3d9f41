import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
const pages = tracked.filter((path) => path.endsWith('.md'))

/** Paths in the text, in backticks or plain, from the root of the project. */
const fromRoot =
  /(?<![\w/.-])(?:contract|server|web|db|scripts|bench|faults|e2e|docs)\/[\w./-]*\w\/?(?=[\s`:;,)\]#]|\.\s|\.?$)/gm

/** File names in backticks, from the root or from a folder that the sentence is about. */
const sourceName = /`([\w/-]+\.(?:tsx?|mjs|sql))`/g

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
    const paths = [...text.matchAll(fromRoot)].map(([path]) => path)
    const names = [...text.matchAll(sourceName)].map(([, name = '']) => name)
    expect([
      ...paths.filter((path) => !existsSync(join(root, path))),
      ...names.filter((name) => !tracked.some((path) => `/${path}`.endsWith(`/${name}`))),
    ]).toEqual([])
  })
})
