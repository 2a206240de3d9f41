import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { piecesOf, readGuide } from '../web/app/help/guide/readGuide.ts'

/*
 * What a guide names must be on the screen: **names** are whole labels, headings or choices of the screens, “messages” are what
 * screens or the server say. So a guide cannot tell of a button that was renamed.
 */

const root = join(import.meta.dirname, '..')
const guideFiles = globSync('docs/guide/*.md', { cwd: root }).filter((file) => !file.endsWith('README.md'))

/** Help tells of names too, and proves none. */
const isOfScreens = (file: string): boolean => !/\.test(-d)?\.tsx?$|\/testing\/|^web\/help\//.test(file)

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Every text that the files of these folders hold, without what they import and what has a meaning for programs alone. */
const textsIn = (pattern: string): Set<string> => {
  const texts = new Set<string>()
  const collect = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return
    if (ts.isJsxAttribute(node) && /^(className|id|type|name|key)$/.test(node.name.getText())) return
    if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      texts.add(inOneLine(node.text))
    ts.forEachChild(node, collect)
  }
  for (const file of globSync(pattern, { cwd: root }).filter(isOfScreens)) {
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    collect(
      ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true, kind),
    )
  }
  return texts
}

/** Reports bring their names. */
const onScreens = new Set(
  ['web/**/*.{ts,tsx}', 'contract/**/*.ts', 'server/insight/catalogue/*.ts'].flatMap((files) => [
    ...textsIn(files),
  ]),
)
const ofServer = textsIn('server/**/*.ts')

/** Names that a form makes of a label, such as that of a field which may be left empty. */
const isNamed = (name: string): boolean =>
  onScreens.has(name) || onScreens.has(name.replace(/ \(optional\)$/, '')) || isMadeOfParts(name)

const isMadeOfParts = (name: string): boolean => {
  const [said, kind] = /^Save (CSV|Excel|PDF)$/.exec(name) ?? []
  return said !== undefined && kind !== undefined && onScreens.has(kind)
}

/** A message is a whole text, or whole sentences of a longer one. */
const isSaid = (message: string): boolean =>
  [...onScreens, ...ofServer].some((text) => text.includes(message))

describe.each(guideFiles)('%s', (file) => {
  const guide = readGuide(readFileSync(join(root, file), 'utf8'))
  const pieces = guide.blocks.flatMap(piecesOf)
  const names = pieces.filter(({ kind }) => kind === 'name').map(({ text }) => text)
  const messages = pieces
    .filter(({ kind }) => kind === 'words')
    .flatMap(({ text }) => [...text.matchAll(/“([^”]+)”/g)].map(([, said = '']) => said))

  it('names only what stands on a screen', () => {
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !isNamed(name))).toEqual([])
  })

  it('quotes only what the product says', () => {
    expect(messages.length).toBeGreaterThan(1)
    expect(messages.filter((message) => !isSaid(message))).toEqual([])
  })

  it('fits on about two printed pages', () => {
    const words = readFileSync(join(root, file), 'utf8').split(/\s+/).length
    expect(words, basename(file)).toBeLessThan(1_200)
  })

  it('says what to do when something is refused', () => {
    const titles = guide.blocks.flatMap((block) => (block.kind === 'heading' ? block.text : []))
    expect(titles).toContain('When something is refused')
  })
})
