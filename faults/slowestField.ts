import { endpoints } from '../contract/app/endpoints.ts'
import { stackedMarks, textsOf } from '../server/testing/values/hostileText.ts'
import { withField } from '../server/testing/values/inputFields.ts'

/** Texts of a length that expressions and normalisation have been slow on: the start of something, much in between, and no end. */
const slowTexts = (length: number): string[] => [
  stackedMarks(length),
  'n'.repeat(length),
  '1'.repeat(length),
  ...['{{', '# ', 'url(', '<!--', '(', '"', '0 ', 'a@'].map(
    (start) => `${start}${' '.repeat(Math.max(0, length - start.length - 1))}x`,
  ),
  ...['{{', '}}', '@.', 'a.', '((', '- ', '\u0958', '\ud83d\ude00', '\ud800', '\r\n', "''"].map((piece) =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length),
  ),
]

const timesEach = 3

/** Milliseconds of processor time that the slowest text of the slowest field takes to be checked, the least of some tries. */
export const slowestField = (): { field: string; milliseconds: number } => {
  let slowest = { field: '', milliseconds: 0 }
  for (const call of endpoints)
    for (const { path, maximum } of textsOf(call))
      for (const text of [...slowTexts(maximum), ...slowTexts(maximum + 1)]) {
        const input = withField({}, path, text)
        let least = Infinity
        for (let time = 0; time < timesEach; time += 1) {
          const before = process.cpuUsage()
          call.input.safeParse(input)
          const { user, system } = process.cpuUsage(before)
          least = Math.min(least, (user + system) / 1000)
        }
        if (least > slowest.milliseconds)
          slowest = { field: `${call.path} ${path.join('.')}`, milliseconds: least }
      }
  return slowest
}
