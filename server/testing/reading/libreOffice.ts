import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/opt/libreoffice/program']

/** The program of an installed LibreOffice; undefined where there is none. */
export const installedOffice = folders
  .map((folder) => join(folder, 'soffice'))
  .find((path) => existsSync(path))

/**
 * Comma, quotation mark, UTF-8, from the first line, in the English of the United Kingdom; quoted cells are looked at too, and everything
 * that can be read as a number, day or time is: the way that changes most.
 */
const eagerCsv = 'CSV:44,34,76,1,,2057,false,true'

/** Files as LibreOffice writes them again, in Excel's format, after opening them. @param files by name */
export const openedInOffice = async (
  type: 'csv' | 'xlsx',
  files: ReadonlyMap<string, Buffer>,
): Promise<Map<string, Buffer>> => {
  if (installedOffice === undefined) throw new Error('LibreOffice is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'surefoot-office-'))
  try {
    for (const [name, content] of files) await writeFile(join(folder, `${name}.${type}`), content)
    await promisify(execFile)(installedOffice, [
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      '--headless',
      ...(type === 'csv' ? [`--infilter=${eagerCsv}`] : []),
      ...['--convert-to', 'xlsx', '--outdir', join(folder, 'out')],
      ...[...files.keys()].map((name) => join(folder, `${name}.${type}`)),
    ])
    const opened = new Map<string, Buffer>()
    for (const name of files.keys()) opened.set(name, await readFile(join(folder, 'out', `${name}.xlsx`)))
    return opened
  } finally {
    await rm(folder, { recursive: true })
  }
}
