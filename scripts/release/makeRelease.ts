import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildPlain } from '../buildPlain.ts'
import { billOfMaterials } from '../supply/billOfMaterials.ts'
import { productVersion, root } from '../supply/shippedPackages.ts'
import { releasedFiles } from './releasedFiles.ts'
import { releasePackage } from './releasePackage.ts'

const asJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * Writes one archive, with its checksum beside it, of the built pages and all that an installation needs: to unpack,
 * `npm ci --omit=dev` and serve. @returns the archive's path
 */
export const makeRelease = async (into: string): Promise<string> => {
  if (!existsSync(join(root, 'dist/web/index.html')))
    throw new Error('The web application is not built: please run npm run build first.')
  const name = `surefoot-${productVersion}`
  const work = mkdtempSync(join(tmpdir(), 'surefoot-release-'))
  try {
    const folder = join(work, name)
    for (const path of releasedFiles()) copy(join(root, path), join(folder, path))
    cpSync(join(root, 'dist/web'), join(folder, 'dist/web'), { recursive: true })
    await buildPlain(folder)
    const { packageFile, lockfile } = releasePackage()
    writeFileSync(join(folder, 'package.json'), asJson(packageFile))
    writeFileSync(join(folder, 'package-lock.json'), asJson(lockfile))
    writeFileSync(join(folder, 'sbom.cdx.json'), asJson(billOfMaterials(new Date().toISOString())))
    copy(join(root, 'scripts/release/surefoot.sh'), join(folder, 'bin/surefoot'))
    chmodSync(join(folder, 'bin/surefoot'), 0o755)
    mkdirSync(into, { recursive: true })
    const archive = join(into, `${name}.tar.gz`)
    execFileSync('tar', ['--owner=0', '--group=0', '--sort=name', '-czf', archive, '-C', work, name])
    const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
    // As sha256sum --check reads it.
    writeFileSync(`${archive}.sha256`, `${sum}  ${name}.tar.gz\n`)
    return archive
  } finally {
    rmSync(work, { recursive: true })
  }
}

const copy = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
}
