import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { licenceOf } from './licences.ts'
import { root, type ShippedPackage } from './shippedPackages.ts'

const isLicenceFile = /^(licen[cs]e|copying|notice|ofl)/i
const isReadme = /^readme/i

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8').trim()

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const isc = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`

/** The standard text of a licence, for a package that declares it and brings no text. */
const standardText = (licence: string): string | null => {
  if (licence === 'MIT') return `MIT License\n\n${mit}`
  if (licence === 'ISC') return `ISC License\n\n${isc}`
  // The text is the same for every work; this one comes from a package that brings it.
  if (licence === 'Apache-2.0') return read(join(root, 'node_modules/@aws-sdk/client-s3'), 'LICENSE')
  return null
}

const authorOf = (folder: string): string => {
  const { author } = JSON.parse(read(folder, 'package.json')) as { author?: string | { name: string } }
  return typeof author === 'string' ? author : (author?.name ?? 'its authors')
}

/** The licence in a readme, from its heading to the next one; null where the readme does not print it. */
const licenceInReadme = (readme: string): string | null => {
  const [, section] = /^(?:#+ *licen[cs]e.*|licen[cs]e *\n-+) *$\n([^]*?)(?=^#|$(?![^]))/im.exec(readme) ?? []
  return section?.includes('Permission is hereby granted') === true ? section.trim() : null
}

/**
 * What a package asks to go with each copy: its own files of licence and notice, else the licence in its readme, else the standard
 * text of the licence that it declares, under its author's name. Null when it is not installed on this machine. Throws when
 * there is no text at all.
 */
export const licenceText = (shipped: ShippedPackage): string | null => {
  const folder = join(root, shipped.path)
  if (!existsSync(folder)) return null
  const names = readdirSync(folder).sort()
  const files = names.filter((name) => isLicenceFile.test(name)).map((name) => read(folder, name))
  if (files.length > 0) return files.join('\n\n')
  const readme = names.find((name) => isReadme.test(name))
  const printed = readme === undefined ? null : licenceInReadme(read(folder, readme))
  if (printed !== null) return printed
  const standard = standardText(licenceOf(shipped))
  if (standard === null)
    throw new Error(`${shipped.name} brings no text of its licence (${licenceOf(shipped)})`)
  return `Copyright ${authorOf(folder)}\n\n${standard}`
}
