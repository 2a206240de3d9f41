import { fetching, incomplete } from './rejectedFile.ts'

/**
 * Fields of Word and RTF that describe the document itself, or that a person can follow. All others may fetch, start or
 * run something: DDE, DDEAUTO, INCLUDETEXT, INCLUDEPICTURE, IMPORT, LINK, EMBED, DATABASE, RD, MACROBUTTON, PRINT and
 * any unknown field.
 */
const known = new Set(
  `= ADDRESSBLOCK ADVANCE AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT BARCODE BIBLIOGRAPHY BIDIOUTLINE CITATION COMMENTS COMPARE
  CREATEDATE DATE DISPLAYBARCODE DOCPROPERTY DOCVARIABLE EDITTIME EQ FILENAME FILESIZE FORMCHECKBOX FORMDROPDOWN FORMTEXT
  GOTOBUTTON GREETINGLINE HYPERLINK IF INDEX KEYWORDS LASTSAVEDBY LISTNUM MERGEBARCODE MERGEFIELD MERGEREC MERGESEQ NEXT
  NEXTIF NOTEREF NUMCHARS NUMPAGES NUMWORDS PAGE PAGEREF PRINTDATE QUOTE REF REVNUM SAVEDATE SECTION SECTIONPAGES SEQ SET
  SHAPE SKIPIF STYLEREF SUBJECT SYMBOL TA TC TIME TITLE TOA TOC USERADDRESS USERINITIALS USERNAME XE`.split(
    /\s+/,
  ),
)

/** Replaces a nested field within an instruction, so that the nested field cannot form part of a field name. */
export const innerField = '\u0000'

const longestInstruction = 20_000

/** Throws a RejectedFile unless the instruction starts with a field that is known to stay within the file. */
export const requireKnownField = (instruction: string): void => {
  if (instruction.length > longestInstruction) throw incomplete()
  const begun = instruction.trimStart()
  if (begun === '') return
  const name = begun.startsWith('=') ? '=' : (/^[a-z]+(?=[\s\\"]|$)/i.exec(begun)?.[0].toUpperCase() ?? '')
  if (!known.has(name)) throw fetching()
}

/** Appends to an instruction, up to the length that can be checked. */
export const lengthen = (instruction: string, more: string): string =>
  instruction.length > longestInstruction ? instruction : instruction + more
