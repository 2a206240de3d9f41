import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { everyScreen, galleryFolder, pictureOf } from './pictures.ts'

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

/** The page that shows all pictures, as the repository's site renders it. */
export const indexText = (): string => {
  const groups = new Map<string, string[]>(headings.map(([heading]) => [heading, []]))
  for (const screen of everyScreen) {
    const [heading = ''] = headings.find(([, isOne]) => isOne(screen)) ?? []
    groups.get(heading)?.push(screen)
  }
  return [
    '# Every screen',
    '',
    'Each at 1280, 768 and 390 px, light above dark, half its size and cut below 1200 px, on invented people. `npm run gallery`',
    'takes them again after a change of look; `npm run gallery -- frat` only those with *frat* in their address. What somebody',
    'found who had built none of them: [the last look](last-look.md).',
    ...[...groups].flatMap(([heading, screens]) => [
      '',
      `## ${heading}`,
      ...screens.flatMap((screen) => ['', `### \`${screen}\``, '', `![${screen}](${pictureOf(screen)})`]),
    ]),
    '',
  ].join('\n')
}

export const writeIndex = (root: string): Promise<void> =>
  writeFile(join(root, galleryFolder, 'README.md'), indexText())
