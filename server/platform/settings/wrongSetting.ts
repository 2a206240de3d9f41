import type { SettingName } from './catalogue.ts'

/** The fault of a setting's value, as the end of a sentence that begins with the setting's name. */
export class WrongSetting {
  readonly sentence: string
  constructor(sentence: string) {
    this.sentence = sentence
  }
}

/** Reads one setting. Returns the fallback if it is missing or wrong; faults are collected and reported together. */
export type ReadSetting = <T>(name: SettingName, fallback: T, parse: (text: string) => T | WrongSetting) => T

export const wholeFrom =
  (from: number, to: number) =>
  (text: string): number | WrongSetting =>
    /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to
      ? Number(text)
      : new WrongSetting(`must be a whole number from ${from} to ${to}, not "${text}"`)
