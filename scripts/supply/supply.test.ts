import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { billOfMaterials } from './billOfMaterials.ts'
import { exceptions, objection } from './licences.ts'
import { noticesText } from './notices.ts'
import { packageOf, unnamedIn } from './noticesPlugin.ts'
import { root, shippedPackages, usedByProduct, type ShippedPackage } from './shippedPackages.ts'
import { verdict } from './verdict.ts'

const one: ShippedPackage = {
  path: 'node_modules/somebody',
  name: 'somebody',
  version: '1.0.0',
  licence: 'MIT',
  isOptional: false,
  integrity: null,
  uses: [],
  usesIfThere: [],
}

describe('OP-8: the licence of every shipped package', () => {
  it('is in the table of allowed licences, or an exception with its reason', () => {
    expect(shippedPackages.length).toBeGreaterThan(200)
    expect(shippedPackages.map(objection).filter((sentence) => sentence !== null)).toEqual([])
  })

  it.each(['GPL-3.0-only', 'AGPL-3.0-only', 'SSPL-1.0', 'UNLICENSED', null])('is not %s', (licence) => {
    expect(objection({ ...one, licence })).toContain('somebody 1.0.0 is under')
  })

  it('is no exception without a package that needs it', () => {
    const names = new Set(shippedPackages.map(({ name }) => name))
    expect([...exceptions.keys()].filter((name) => !names.has(name))).toEqual([])
  })

  it('of an exception is the licence that was looked at', () => {
    expect(objection({ ...one, name: 'argparse', licence: 'GPL-3.0-only' })).not.toBeNull()
  })
})

describe('OP-8: the notices', () => {
  const text = noticesText()

  it('name every shipped package with its version', () => {
    const missing = shippedPackages.filter(({ name, version }) => !text.includes(`\n${name} ${version} (`))
    expect(missing).toEqual([])
  })

  it('hold the text of the font’s licence and the copyright of a library in the pages', () => {
    expect(text).toContain('SIL OPEN FONT LICENSE')
    expect(text).toContain('Copyright (c) Meta Platforms')
  })

  it('take the licence out of a readme that prints it', () => {
    expect(text).toContain('Copyright (c) 2013 Nathan Rajlich')
  })

  it('find the package of a bundled module', () => {
    expect(packageOf('/a/node_modules/react-dom/client.js?v=1')).toBe('react-dom')
    expect(packageOf('/a/node_modules/b/node_modules/@c/d/e.js')).toBe('@c/d')
    expect(packageOf('\0vite/preload-helper.js')).toBeNull()
    expect(packageOf('/a/web/main.tsx')).toBeNull()
  })

  it('do not leave out a package that the pages contain', () => {
    expect(unnamedIn(['/a/node_modules/react-dom/client.js', '/a/web/main.tsx'])).toEqual([])
    expect(unnamedIn(['/a/node_modules/vitest/index.js', '/a/node_modules/vitest/run.js'])).toEqual([
      'vitest',
    ])
  })
})

describe('OP-8: the CycloneDX list', () => {
  const list = billOfMaterials('2026-11-22T12:00:00Z')

  it('has every shipped package, with licence, address and checksum', () => {
    expect(list.components.map(({ 'bom-ref': path }) => path)).toEqual(
      shippedPackages.map(({ path }) => path),
    )
    for (const { purl, licenses, hashes } of list.components)
      expect({ purl, licences: licenses.length, hashes: hashes.length }).toEqual({
        purl: expect.stringMatching(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/) as string,
        licences: 1,
        hashes: 1,
      })
  })

  it('has what the product needs to run, and no tool of development', () => {
    const names = new Set(list.components.map(({ name }) => name))
    for (const name of ['react', 'pg', 'kysely', 'zod', 'fastify', '@fontsource/source-sans-3'])
      expect(names).toContain(name)
    for (const name of ['vitest', 'eslint', '@playwright/test']) expect(names).not.toContain(name)
  })

  it('says who uses whom, and names nobody who is not in it', () => {
    const known = new Set(list.components.map(({ 'bom-ref': path }) => path))
    const used = list.dependencies.flatMap(({ dependsOn }) => dependsOn)
    expect(used.filter((path) => !known.has(path))).toEqual([])
    const reached = new Set(usedByProduct)
    for (const path of reached)
      for (const next of list.dependencies.find(({ ref }) => ref === path)?.dependsOn ?? []) reached.add(next)
    expect(usedByProduct).toContain('node_modules/react')
    expect(reached.size).toBeGreaterThan(200)
  })

  it('names the programs inside the packages of binaries', () => {
    const inside = list.components.flatMap(({ components }) => components.map(({ name }) => name))
    expect(new Set(inside)).toEqual(
      new Set([
        'PostgreSQL',
        'OpenSSL',
        'ICU',
        'libxml2',
        'libxslt',
        'zlib',
        'XZ Utils (liblzma)',
        'OSSP uuid',
        'qpdf',
      ]),
    )
  })
})

describe('OP-8: what the registry says of vulnerabilities', () => {
  it.each([
    ['{"message":"405 Method Not Allowed"}', 'did not answer (405 Method Not Allowed)', false],
    ['', 'did not answer', false],
    ['{"vulnerabilities":{}}', 'no vulnerability', false],
    ['{"vulnerabilities":{"a":{"severity":"moderate"}}}', 'moderate: a', false],
    ['{"vulnerabilities":{"a":{"severity":"high","fixAvailable":false}}}', 'no mended version', true],
    ['{"vulnerabilities":{"a":{"severity":"critical"}}}', 'critical: a', true],
  ])('%j: %s', (said, sentence, isBad) => {
    const found = verdict(said)
    expect(found.says).toContain(sentence)
    expect(found.isBad).toBe(isBad)
  })
})

it('is installed as the lockfile says', () => {
  const absent = shippedPackages.filter(
    ({ path, isOptional }) => !isOptional && !existsSync(join(root, path)),
  )
  expect(absent).toEqual([])
})
