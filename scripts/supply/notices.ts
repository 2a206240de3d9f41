import { bundledPrograms, licenceOf } from './licences.ts'
import { licenceText } from './licenceTexts.ts'
import { shippedPackages, type ShippedPackage } from './shippedPackages.ts'

const line = '='.repeat(78)

/** Several copies of one version are one package to a reader. */
const once = (packages: readonly ShippedPackage[]): ShippedPackage[] => [
  ...new Map(packages.map((each) => [titleOf(each), each])).values(),
]

const titleOf = (shipped: ShippedPackage): string =>
  `${shipped.name} ${shipped.version} (${licenceOf(shipped)})`

const acknowledgements = `PostgreSQL
Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group
Portions Copyright (c) 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and without a written agreement is hereby granted, provided that the above copyright notice and this paragraph and the following two paragraphs appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR CONSEQUENTIAL DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF THE UNIVERSITY OF CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS" BASIS, AND THE UNIVERSITY OF CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR MODIFICATIONS.

OpenSSL
This product includes software developed by the OpenSSL Project for use in the OpenSSL Toolkit (http://www.openssl.org/).
This product includes cryptographic software written by Eric Young (eay@cryptsoft.com).`

/**
 * The notices that the licences of all shipped software ask for, as one page of plain text. Packages under the same text share it.
 */
export const noticesText = (): string => {
  const byText = new Map<string, ShippedPackage[]>()
  const elsewhere: ShippedPackage[] = []
  for (const each of once(shippedPackages)) {
    const text = licenceText(each)
    if (text === null) elsewhere.push(each)
    else byText.set(text, [...(byText.get(text) ?? []), each])
  }
  const parts = [...byText].map(
    ([text, packages]) => `${line}\n${packages.map(titleOf).join('\n')}\n\n${text}`,
  )
  const programs = bundledPrograms.map(
    ({ name, version, licence, address }) => `${name} ${version} (${licence}), ${address}`,
  )
  return [
    'Software of others that Surefoot contains, with its licences.',
    'Surefoot itself is under the MIT licence. These packages are as their authors published them.',
    ...parts,
    `${line}\nPrograms and libraries inside the packages of PostgreSQL and qpdf\n\n${programs.join('\n')}\n\n${acknowledgements}`,
    `${line}\nFor other kinds of machine, under the licence of the sibling that is listed above\n\n${elsewhere.map(titleOf).join('\n')}`,
    '',
  ].join('\n\n')
}
