import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { everyScreen, pictureOf } from './pictures.ts'

const headings: readonly (readonly [heading: string, isOne: (screen: string) => boolean])[] = [
  ['Before signing in, and pages for everybody', (screen) => !screen.startsWith('/falls')],
  ['One pathway', (screen) => screen.startsWith('/falls/pathway/')],
  ['One patient', (screen) => screen.startsWith('/falls/patient/')],
  [
    'Administration',
    (screen) =>
      /administ|user|organisation|lookup|list\}|first-contact|deprivation|service-status|outbox/i.test(
        screen,
      ),
  ],
  ['All others', () => true],
]

const page = 'docs/develop/screens.md'
const block = /(<!-- gallery[^>]*-->\n)[^]*(<!-- end of gallery -->)/

/** The pictures under their headings, as they are between the marks of the page. */
const picturesText = (): string => {
  const groups = new Map<string, string[]>(headings.map(([heading]) => [heading, []]))
  for (const screen of everyScreen) {
    const [heading = ''] = headings.find(([, isOne]) => isOne(screen)) ?? []
    groups.get(heading)?.push(screen)
  }
  return [...groups]
    .flatMap(([heading, screens]) => [
      `### ${heading}`,
      ...screens.flatMap((screen) => [`#### \`${screen}\``, `![${screen}](../screens/${pictureOf(screen)})`]),
    ])
    .join('\n\n')
}

/** The page with the pictures of all screens. */
export const putPictures = (text: string): string => {
  if (!block.test(text)) throw new Error('The page has no place for the pictures')
  return text.replace(block, (_, begin: string, end: string) => `${begin}\n${picturesText()}\n\n${end}`)
}

export const writeIndex = async (root: string): Promise<void> => {
  const file = join(root, page)
  await writeFile(file, putPictures(await readFile(file, 'utf8')))
}
