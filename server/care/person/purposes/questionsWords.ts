import { sha256 } from '../../../platform/crypto/sha256.ts'
import type { LanguageCode } from '../../../../contract/care/person/language.ts'
import type { Frame } from '../pages/frame.ts'
import { wordsOf } from '../words/words.ts'

const versions = new Map<LanguageCode, string>()

/** Identifies the exact words that were asked: answers are read with the question that was seen. */
export const wordsOfQuestions = ({ language: { code } }: Pick<Frame, 'language'>) => {
  const known = versions.get(code)
  const { questions, redFlag } = wordsOf[code]
  const version = known ?? sha256(JSON.stringify({ questions, redFlag })).toString('hex').slice(0, 12)
  versions.set(code, version)
  return { language: code, version }
}
