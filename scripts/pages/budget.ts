import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What the sign-in page may make a browser read before it can be used, in bytes: script and style as gzip sends them. */
const budget = { script: 140 * 1024, style: 12 * 1024, fonts: 32_768 }
type Kind = keyof typeof budget

const kinds: Record<Kind, RegExp> = {
  script: /<(?:script type="module"|link rel="modulepreload")[^>]*?(?:src|href)="\/(assets\/[^"]+\.js)"/g,
  style: /<link rel="stylesheet"[^>]*?href="\/(assets\/[^"]+\.css)"/g,
  fonts: /<link\s+rel="preload"\s+as="font"[^>]*?href="\/(assets\/[^"]+)"/g,
}

/** Throws when the first page of a built and compressed folder is heavier than it may be; returns its weight. */
export const holdBudget = async (folder: string): Promise<Record<Kind, number>> => {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const weigh = async (kind: Kind): Promise<number> => {
    const files = [...page.matchAll(kinds[kind])].flatMap(([, file]) => file ?? [])
    // Without one of them the page is written in another way than this reads it.
    if (files.length === 0) throw new Error(`The first page names no ${kind}`)
    const sent = files.map((file) => join(folder, kind === 'fonts' ? file : `${file}.gz`))
    const sizes = await Promise.all(sent.map(async (file) => (await stat(file)).size))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  const weight = { script: await weigh('script'), style: await weigh('style'), fonts: await weigh('fonts') }
  const over = (Object.keys(budget) as Kind[]).filter((kind) => weight[kind] > budget[kind])
  if (over.length > 0)
    throw new Error(
      over
        .map((kind) => `The first page needs ${weight[kind]} bytes of ${kind}, and may need ${budget[kind]}`)
        .join('. '),
    )
  return weight
}
