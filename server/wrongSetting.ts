/** What is wrong with a setting, as the end of a sentence that begins with its name. */
export class Wrong {
  readonly sentence: string
  constructor(sentence: string) {
    this.sentence = sentence
  }
}

/** Reads one setting by name: its text through `parse`, or the fallback when there is none. */
export type ReadSetting = <T>(name: string, fallback: T, parse: (text: string) => T | Wrong) => T

export const wholeFrom =
  (from: number, to: number) =>
  (text: string): number | Wrong =>
    /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to
      ? Number(text)
      : new Wrong(`must be a whole number from ${from} to ${to}, not "${text}"`)
