import type { SettingName } from './catalogue.ts'

/** What is wrong with the value of a setting, as the end of a sentence that begins with its name. */
export class WrongSetting {
  readonly sentence: string
  constructor(sentence: string) {
    this.sentence = sentence
  }
}

/** Reads one setting, or returns the fallback when it is not there or wrong; what is wrong is collected and reported together. */
export type ReadSetting = <T>(name: SettingName, fallback: T, parse: (text: string) => T | WrongSetting) => T

export const wholeFrom =
  (from: number, to: number) =>
  (text: string): number | WrongSetting =>
    /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to
      ? Number(text)
      : new WrongSetting(`must be a whole number from ${from} to ${to}, not "${text}"`)
