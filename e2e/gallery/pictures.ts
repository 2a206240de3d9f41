import { administrationScreens, screensOf } from '../everyScreen.ts'

/** Where the pictures are, from the root of the project. */
export const galleryFolder = 'docs/screens'

/** The file of a screen's picture: its address in words, without what stands for numbers. */
export const pictureOf = (screen: string): string =>
  `${screen
    .slice(1)
    .replaceAll(/\{\$list\}-/g, 'lookup-')
    .replaceAll('$lookup', 'lookup')
    .replace('/$topic', '-topic')
    .replace('/$mergeId', '-merge')
    .replaceAll(/\/\$\w+/g, '')
    .replaceAll(', ', '-')
    .replaceAll('/', '-')
    .toLowerCase()}.webp`

/** What stands in place of a restricted record until its reader has said why. It has no address of its own. */
export const restrictedQuestion = '/falls/pathway/view, restricted'

export const everyScreen: readonly string[] = [
  ...Object.values(screensOf).flat(),
  restrictedQuestion,
  ...administrationScreens,
]
