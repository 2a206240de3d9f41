import { globSync, readFileSync } from 'node:fs'
import { Instrumenter } from '@stryker-mutator/instrumenter'

/** One small change of the code, such as `<` for `<=`. */
export interface Change {
  id: string
  file: string
  line: number
  /** The line on which it begins, as it is written. */
  code: string
  original: string
  replacement: string
}

const silent = () => undefined
const log = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
}

/**
 * Every change of the files, and the files with all of them written in at once: each is a branch that is taken while it is the one
 * that `makeChange` names.
 */
export const changesOf = async (
  patterns: readonly string[],
): Promise<{ changes: Change[]; instrumented: Record<string, string> }> => {
  const isLeftOut = (file: string) => /\.test\.ts$/.test(file)
  const names = globSync(patterns)
    .filter((file) => !isLeftOut(file))
    .sort()
  const contents = new Map(names.map((name) => [name, readFileSync(name, 'utf8')]))
  const { files, mutants } = await new Instrumenter(log).instrument(
    [...contents].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  )
  return {
    instrumented: Object.fromEntries(files.map(({ name, content }) => [name, content])),
    changes: mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, fileName: file, location: { start, end }, replacement = '' }) => {
        const lines = (contents.get(file) ?? '').split('\n').slice(start.line, end.line + 1)
        const code = (lines[0] ?? '').trim()
        const last = lines.length - 1
        lines[last] = (lines[last] ?? '').slice(0, end.column)
        lines[0] = (lines[0] ?? '').slice(start.column)
        return { id, file, line: start.line + 1, code, original: lines.join('\n'), replacement }
      }),
  }
}
