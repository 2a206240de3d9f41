import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import { escapeHtml } from '../../platform/files/html.ts'
import { serviceName } from '../../platform/files/cellText.ts'
import type { Holding } from './holding.ts'

export interface PageFacts {
  askedDate: string
  madeAt: string
  withheld: number
  /** Names of the document files that come with the page, in all parts of the archive. */
  documents: readonly string[]
}

const style = `html{font-family:arial,sans-serif;font-size:17px;line-height:1.4;color:#212b32}body{max-width:60em;margin:24px auto;padding:0 16px}
h2{margin-top:40px;border-bottom:2px solid #212b32}h3{margin:24px 0 4px}
dl{display:grid;grid-template-columns:minmax(10em,16em) 1fr;gap:2px 16px;margin:0}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid #d8dde0;vertical-align:top}
@media(max-width:480px){dl{grid-template-columns:1fr}}@media print{dl,tr{break-inside:avoid}h2,h3{break-after:avoid}}`

/** The record as its subject reads it: one self-contained page, with every text escaped and no script. */
export const recordPage = ({ sections, accesses }: Holding, facts: PageFacts): string => {
  const { askedDate, madeAt, withheld, documents } = facts
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>What the falls service holds about you</title><style>${style}</style></head>
<body><main><p>${escapeHtml(serviceName)}</p><h1>What the falls service holds about you</h1>
<p>You asked on ${formatDate(askedDate)}. This copy was made on ${formatDateTime(madeAt)}.</p>
<p>${withheldInWords(withheld)}</p>
${sections.map(drawSection).join('\n')}
${documents.length === 0 ? '' : `<section><h2>Files of documents</h2><ul>${documents.map((name) => `<li>${escapeHtml(name)}</li>`).join('')}</ul></section>`}
${drawAccesses(accesses)}
</main></body></html>`
}

const withheldInWords = (withheld: number): string =>
  withheld === 0
    ? 'Nothing was left out.'
    : `${withheld} ${withheld === 1 ? 'part was' : 'parts were'} left out, because the law protects somebody else, or because reading it could do serious harm. You may ask the service why, and complain to the Information Commissioner’s Office (ico.org.uk).`

const drawSection = ({ title, entries }: Holding['sections'][number]): string =>
  `<section><h2>${escapeHtml(title)}</h2>${entries
    .map(
      (entry) =>
        `<h3>${escapeHtml(entry.title)}</h3><dl>${entry.facts
          .map(({ label, text }) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd>`)
          .join('')}</dl>`,
    )
    .join('\n')}</section>`

const drawAccesses = (accesses: Holding['accesses']): string =>
  accesses.length === 0
    ? ''
    : `<section><h2>Who saw or changed the record</h2><table><thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th></tr></thead><tbody>${accesses
        .map(
          ({ at, who, role, what }) =>
            `<tr><td>${formatDateTime(at)}</td><td>${escapeHtml(whoInWords(who, role))}</td><td>${escapeHtml(what)}</td></tr>`,
        )
        .join('')}</tbody></table></section>`

export const whoInWords = (who: string | null, role: string | null): string =>
  who === null
    ? role === null
      ? 'A member of staff, or the service itself'
      : `A member of staff (${role})`
    : role === null
      ? who
      : `${who} (${role})`
