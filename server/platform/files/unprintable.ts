import { HttpProblem } from '../errors.ts'

/** For example: the character “𓀀” (U+13000). */
export const inWords = (character: string): string =>
  `the character “${character}” (U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`

/** No font has the character. The text is refused instead of being printed with another glyph in its place. */
export class UnprintableCharacter extends HttpProblem {
  readonly character: string
  constructor(character: string) {
    super(
      400,
      'bad-request',
      `The PDF was not made, because ${inWords(character)} cannot be printed. Write it another way where it is recorded, or save the list as Excel or CSV.`,
    )
    this.character = character
  }
}
