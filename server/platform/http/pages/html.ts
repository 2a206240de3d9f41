import { escapeHtml } from '../../files/html.ts'

/** Text that is HTML already. Any other text is escaped where it is put into HTML. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | readonly Part[]

const written = (part: Part): string => {
  if (part === null) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(written).join('')
  return escapeHtml(String(part))
}

/** HTML with parts in it. Whatever is no HTML, such as what somebody typed, is escaped. */
export const html = (words: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(words.reduce((text, next, index) => text + written(parts[index - 1] ?? null) + next))

/** An attribute with its value, or nothing if there is none. */
export const attribute = (name: string, value: string | null | undefined): Html | null =>
  value == null || value === '' ? null : html` ${new Html(name)}="${value}"`
