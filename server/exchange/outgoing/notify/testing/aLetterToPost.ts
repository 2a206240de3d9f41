import type { LetterOnPaper } from '../../../../../contract/care/letters/letter.ts'
import { renderLetters } from '../../../../platform/files/letterPdf.ts'

/** A letter to an invented patient as it is drawn, for tests. */
export const aLetterToPost = (change: Partial<LetterOnPaper> = {}, note = ''): Promise<Uint8Array> =>
  renderLetters(
    [
      {
        head: {
          serviceName: 'Fernhill Falls Service',
          address: '1 Mill Lane\nFernhill\nZZ99 1AA',
          telephone: '01632 960001',
        },
        to: ['Mrs Edna Ashworth', '12 Larkfield Walk', 'Eastover', 'Sampletown', 'ZZ99 4QF'],
        about: ['NHS number 999 000 0077'],
        date: '2026-11-28',
        size: 'usual',
        title: 'Your visit',
        body: 'Dear Mrs Ashworth,\n\nWe will visit you on Monday.',
        signedBy: 'Priya Nair',
        identity: 'Mrs Edna Ashworth, NHS number 999 000 0077',
        ...change,
      },
    ],
    note,
  )
