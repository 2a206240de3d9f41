import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../supply/shippedPackages.ts'

/** What an installation runs or reads. */
const parts =
  /^(server|contract|db|deploy)\/|^scripts\/(node24\.mjs|plain\/(placeOf|use)\.mjs|(administrator|ods|import|verify|auditVerify|backup|restore|reseal|migrate|openDatabase|runCommand)\.ts$|(backup|migrate)\/|release\/leaveOut\.mjs)|^docs\/(README\.md|(guide|import|operate|privacy|reference|safety)\/[^/]*)$|^(LICENCE|README\.md|CHANGELOG\.md|SECURITY\.md|\.npmrc)$/

/** What only tests and demonstrations use. */
const left = /\.test(-d)?\.ts$|\/testing\/|^db\/seed\/|Testing\.ts$|\.d\.ts$/

const filesOf = (words: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', ...words], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
    .split('\0')
    .filter((path) => parts.test(path) && !left.test(path))

/** The files of the repository that a release has, by their paths from its root. */
export const releasedFiles = (): string[] => filesOf([])

/** Files that a release would have if git knew them: somebody forgot to add them. */
export const unknownFiles = (): string[] => filesOf(['--others', '--exclude-standard'])

/** Whether a text names a package, as an import or a path into it. */
const names = (text: string, name: string): boolean =>
  [`'${name}'`, `'${name}/`, `"${name}"`, `"${name}/`].some((quoted) => text.includes(quoted))

/** Which of the packages the released code names; the others are in the built pages alone. */
export const packagesOfServer = (packages: readonly string[]): string[] => {
  const code = releasedFiles()
    .filter((path) => /\.(ts|mjs)$/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
  return packages.filter((name) => code.some((text) => names(text, name)))
}
