import { WrongSetting as Wrong } from './wrongSetting.ts'

export const parseYesNo = (text: string): boolean | Wrong =>
  text === 'yes' || text === 'no' ? text === 'yes' : new Wrong(`must be yes or no, not "${text}"`)
