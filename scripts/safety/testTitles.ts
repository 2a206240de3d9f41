import ts from 'typescript'

const kinds = new Set(['it', 'test', 'describe'])

/** The first name of a call: `it` of it('…'), it.each(cases)('…') and test.describe('…'). */
const calledName = (node: ts.Expression): string => {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) return calledName(node.expression)
  return ''
}

const isBody = (node: ts.Expression): boolean => ts.isArrowFunction(node) || ts.isFunctionExpression(node)

/** The titles of tests and of groups of tests in the text of a file, as they are written there, with %s and ${…}. */
export const titlesIn = (file: string, text: string): ReadonlySet<string> => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind)
  const titles = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && kinds.has(calledName(node.expression)) && node.arguments.some(isBody)) {
      const [title] = node.arguments
      if (title !== undefined && ts.isStringLiteralLike(title)) titles.add(title.text)
      if (title !== undefined && ts.isTemplateExpression(title))
        titles.add(title.getText(source).slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

/** What a title looks like in a report, where the values of its case stand in place of %s, $name and ${…}. */
export const reported = (title: string): RegExp =>
  new RegExp(
    `^${title
      .split(/%[sdifjoOp#]|\$\{[^}]*\}|\$[\w.]+/)
      .map((part) => part.replaceAll('%%', '%').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  )
