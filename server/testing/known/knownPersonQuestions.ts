import { toldOnPage } from '../../../contract/care/person/questions.ts'
import { known, reads, type KnownCall } from './knownCall.ts'

export const knownPersonQuestionsCalls: readonly KnownCall[] = [
  known(toldOnPage, ({ pathway }) => ({ pathwayId: pathway.id }), reads()),
]
