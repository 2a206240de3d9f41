import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  name: string
  content: string | Buffer
  /** The size that the directory claims instead of the true one. */
  claimedSize?: number
  encrypted?: boolean
  /** The name in the part's own header, if it differs from the directory's; must have the same length. */
  nameAtPart?: string
}

/** A zip for tests, which may contain false claims. */
export const zipOf = (parts: readonly ZipPart[], comment = ''): Buffer => {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, claimedSize, encrypted = false, nameAtPart = name } of parts) {
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(encrypted ? 1 : 0, 2)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(plain), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(claimedSize ?? plain.length, 18)
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([
      Buffer.from('PK\u0003\u0004', 'latin1'),
      shared,
      Buffer.from(nameAtPart),
      packed,
    ])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), shared, rest, Buffer.from(name)]),
    )
    bodies.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...bodies, listed, end, Buffer.from(comment, 'latin1')])
}

const office = 'application/vnd.openxmlformats-officedocument.'
const relationshipsOfPackage = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`

const contentTypes = (main: string, part = '/word/document.xml', more = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="bin" ContentType="${office}spreadsheetml.printerSettings"/><Override PartName="${part}" ContentType="${main}"/>${more}</Types>`

/** A small Word letter, optionally with more parts or with replacements for its own. */
export const docx = (
  more: readonly ZipPart[] = [],
  mainType = `${office}wordprocessingml.document.main+xml`,
  moreTypes = '',
): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', content: contentTypes(mainType, undefined, moreTypes) },
    { name: '_rels/.rels', content: relationshipsOfPackage },
    {
      name: 'word/document.xml',
      content: '<w:document><w:body><w:p>Dear Dr Green</w:p></w:body></w:document>',
    },
    ...more,
  ])

export const xlsx = (more: readonly ZipPart[] = []): Buffer =>
  zipOf([
    {
      name: '[Content_Types].xml',
      content: contentTypes(`${office}spreadsheetml.sheet.main+xml`, '/xl/workbook.xml'),
    },
    { name: '_rels/.rels', content: relationshipsOfPackage },
    { name: 'xl/workbook.xml', content: '<workbook/>' },
    ...more,
  ])
