import type { Kysely } from 'kysely'
import { signatureOf, type LetterFrame } from '../../../../contract/care/letters/letter.ts'
import { blocksOf, runsOf } from '../../../../contract/care/letters/letterText.ts'
import { dayOfInstant } from '../../../../contract/platform/dates/wallTime.ts'
import { fileKinds } from '../../../../contract/pathways/document.ts'
import { readContent } from '../../../pathways/documents/download.ts'
import { availabilityOf, selectDocuments } from '../../../pathways/documents/present.ts'
import type { DB } from '../../../platform/db/types.ts'
import { html, type Html } from '../../../platform/http/pages/html.ts'
import { addressOf, heading, type Frame } from '../pages/frame.ts'
import { NoSuchPage, type PersonPages, type Reading } from '../pages/personPages.ts'
import type { PersonService } from '../service.ts'
import { dayIn } from '../words/dayIn.ts'
import { fill } from '../words/words.ts'
import type { Purpose } from './home.ts'
import { inEnglish } from './parts.ts'

interface OwnLetter {
  id: number
  title: string
  signedAt: string
}

const lettersOf = async (sql: Kysely<DB>): Promise<OwnLetter[]> => {
  const rows = await sql
    .selectFrom('my_letter')
    .select(['id', 'title', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, title, created_at }) => ({
    id: Number(id),
    title: title ?? '',
    signedAt: created_at ?? '',
  }))
}

/** The letter that the address names; only a letter to this person has a page. */
const letterOf = async ({ sql, query, showed }: Reading) => {
  const id = /^[1-9]\d{0,14}$/.test(query['id'] ?? '') ? Number(query['id']) : 0
  const letter = await sql.selectFrom('my_letter').selectAll().where('id', '=', id).executeTakeFirst()
  if (letter === undefined) throw new NoSuchPage()
  showed({ pathwayIds: [letter.pathway_id ?? 0], records: [{ entity: 'letter', id }] })
  return { ...letter, id }
}

const dayOf = (frame: Frame, at: string): string => dayIn(frame.language, dayOfInstant(at))

const words = (line: string): Html =>
  html`${runsOf(line).map(({ text, bold }) => (bold ? html`<strong>${text}</strong>` : html`${text}`))}`

const lines = (all: readonly string[]): Html =>
  html`<p>${all.map((line, place) => html`${place === 0 ? null : html`<br />`}${words(line)}`)}</p>`

/** The words of a letter, as they are on paper. Letters are in English, in whatever language the page is. */
const letterHtml = (letter: {
  body: string
  frame: LetterFrame
  signedName: string
  signedAs: string | null
}): Html =>
  html`<div class="my-letter" lang="en-GB" dir="ltr">
    <p>${letter.frame.head.serviceName}</p>
    ${blocksOf(letter.body).map((block) =>
      block.kind === 'heading'
        ? html`<h2 class="nhsuk-heading-m">${words(block.text)}</h2>`
        : block.kind === 'list'
          ? html`<ul class="nhsuk-list nhsuk-list--bullet">
              ${block.items.map((item) => html`<li>${words(item)}</li>`)}
            </ul>`
          : lines(block.lines),
    )}
    <p>${signatureOf(letter.signedName, letter.signedAs)}</p>
  </div>`

/** Letters that were sent to the person, as words and as the file that was sent (decision 169). */
export const lettersPurpose = (service: PersonService): Purpose => ({
  card: async ({ sql, frame }) => {
    const { letters: said } = frame.words
    const letters = await lettersOf(sql)
    if (letters.length === 0) return null
    return html`<h2 class="nhsuk-heading-m">${said.title}</h2>
      <p>
        <a href="${addressOf('letters')}"
          >${letters.length === 1 ? said.one : fill(said.many, { count: String(letters.length) })}</a
        >
      </p>`
  },
  serve: ({ page, file }: PersonPages) => {
    page('letters', async ({ sql, frame }) => {
      const { letters: said } = frame.words
      const letters = await lettersOf(sql)
      return {
        title: said.title,
        back: 'home',
        body: html`${heading(said.title)}
          <p>${letters.length === 0 ? said.none : said.lead}</p>
          <ul class="nhsuk-list">
            ${letters.map(
              ({ id, title, signedAt }) =>
                html`<li class="my-row">
                  <a href="${addressOf('letter')}?id=${id}">${inEnglish(title)}</a>
                  <br />${fill(said.of, { day: dayOf(frame, signedAt) })}
                </li>`,
            )}
          </ul>`,
      }
    })

    page('letter', async (reading) => {
      const { frame } = reading
      const letter = await letterOf(reading)
      const { letters: said } = frame.words
      const title = letter.title ?? ''
      return {
        title: said.title,
        back: 'letters',
        body: html`${heading(inEnglish(title))}
          <p>${fill(said.of, { day: dayOf(frame, letter.created_at ?? '') })}</p>
          <p><a href="${addressOf('letter-paper')}?id=${letter.id}">${said.paper}</a></p>
          ${letterHtml({
            body: letter.body ?? '',
            frame: letter.frame as unknown as LetterFrame,
            signedName: letter.signed_name ?? '',
            signedAs: letter.signed_as,
          })}`,
      }
    })

    file('letter-paper', async (reading) => {
      const letter = await letterOf(reading)
      const { db, documents } = service
      const row = await selectDocuments(db.sql)
        .where('document.id', '=', letter.document_id)
        .executeTakeFirst()
      if (row === undefined || availabilityOf(row.scan, documents) !== 'available') throw new NoSuchPage()
      const body = await readContent(db.sql, documents, row)
      if (body === null) throw new Error(`The document ${row.id} is missing or changed where it is stored`)
      return { type: fileKinds.pdf.types[0], name: 'letter.pdf', body }
    })
  },
})
