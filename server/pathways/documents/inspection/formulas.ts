import { fetching, incomplete } from './rejectedFile.ts'
import type { XmlReader } from './xml.ts'

/** Elements whose text is a formula: of a cell, a name, a formatting rule or a data validation rule. */
const formulas = new Set([
  'f',
  'formula',
  'formula1',
  'formula2',
  'definedName',
  'calculatedColumnFormula',
  'totalsRowFormula',
])
const longestFormula = 64_000
/** Functions that contact another program or address. */
const reaches =
  /(?:^|[^\w.])(?:_xl\w+\.)*(?:WEBSERVICE|IMAGE|RTD|DDE|CALL|REGISTER(?:\.ID)?|EXEC|STOCKHISTORY|IMPORT\w+|SQL\.REQUEST)\s*\(/i
/** Elements of links and queries, at any place. */
const links = new Set([
  'ddeLink',
  'oleLink',
  'oleObject',
  'externalBook',
  'webPr',
  'dbPr',
  'webPublishItem',
  'volType',
])

/**
 * Reads a part of an Excel file. Refuses formulas that contact another program or address, links to one, and queries.
 */
export const formulaReader = (): XmlReader => {
  let formula: string | null = null
  return {
    open: (name) => {
      if (links.has(name)) throw fetching()
      if (formulas.has(name)) formula = ''
    },
    text: (text) => {
      if (formula === null) return
      formula += text
      if (formula.length > longestFormula) throw incomplete()
    },
    close: (name) => {
      if (formula === null || !formulas.has(name)) return
      assertOwn(formula)
      formula = null
    },
  }
}

const assertOwn = (formula: string): void => {
  const withoutTexts = formula.replaceAll(/"[^"]*"/g, '""')
  // program|'topic'!item is a DDE link. Sheet names are quoted, so quoted text is removed first.
  const withoutNames = withoutTexts.replaceAll(/'[^']*'/g, "''")
  if (reaches.test(withoutTexts) || withoutNames.includes('|')) throw fetching()
  const betweenQuotes = withoutTexts.split("'").slice(1, -1)
  if (betweenQuotes.some((name) => /:\/\/|\\\\/.test(name))) throw fetching()
}
