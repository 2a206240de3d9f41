import { html, type Html } from '../../../platform/http/pages/html.ts'
import { heading } from '../pages/frame.ts'
import type { PersonPages, Reading } from '../pages/personPages.ts'
import { fill } from '../words/words.ts'

/** What the page is for: its own pages, and what the first page shows of it. */
export interface Purpose {
  serve: (pages: PersonPages) => void
  /** A part of the first page; null if there is nothing. */
  card: (reading: Reading) => Promise<Html | null>
}

/** The first page after signing in. */
export const serveHome =
  (purposes: readonly Purpose[]) =>
  ({ page }: PersonPages): void => {
    page('home', async (reading) => {
      const { frame, sql, visit } = reading
      const { home } = frame.words
      const { first_name: name } = await sql
        .selectFrom('my_name')
        .select('first_name')
        .executeTakeFirstOrThrow()
      const cards: Html[] = []
      for (const { card } of purposes) {
        const shown = await card(reading)
        if (shown !== null) cards.push(shown)
      }
      const title = fill(home.hello, { name: visit.actsAs ?? name ?? '' })
      return {
        title: frame.words.frame.page,
        body: html`${heading(title)}
          ${visit.actsAs === null ? null : html`<p>${fill(home.acting, { name: name ?? '' })}</p>`}
          ${cards.length === 0 ? html`<p>${home.nothing}</p>` : cards}
          <div class="nhsuk-inset-text"><p>${home.unwell}</p></div>`,
      }
    })
  }
