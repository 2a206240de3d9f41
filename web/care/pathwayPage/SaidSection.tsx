import { useQuery, queryOptions } from '@tanstack/react-query'
import { personAnswers, settlePersonAnswer, type PersonAnswer } from '../../../contract/care/person/answer.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { Folded } from './Folded.tsx'
import { Section } from './Section.tsx'

const answersQuery = (pathwayId: number) =>
  queryOptions({
    queryKey: ['today', 'said', pathwayId],
    queryFn: () => call(personAnswers, { pathwayId }),
    staleTime: 0,
  })

/** How many answers stand there at first; those that somebody has to see to always do. */
const shownAtFirst = 3

/** What the patient, or somebody for them, said on their own page. Nothing if they never did. */
export const SaidSection = () => (useMay('patient.read') ? <Said /> : null)

const Said = () => {
  const { pathway } = usePathway()
  const may = useMay('task.write')
  const { data: answers, error, refetch } = useQuery(answersQuery(pathway.id))
  const { problem, attempt } = useAttempt()
  if (answers === undefined)
    return error === null ? null : (
      <Section id="said" title="Said on their page">
        <LoadingOrFailed what="answers" error={error} refetch={refetch} />
      </Section>
    )
  if (answers.length === 0) return null
  const settle = async ({ id, version }: PersonAnswer): Promise<void> => {
    await attempt(() => call(settlePersonAnswer, { id, version }), 'Seen')
    await forgetAfterSave()
  }
  const lineOf = (answer: PersonAnswer) => (
    <li key={answer.id}>
      <div>
        <p>{answer.settledAt === null ? <strong>{answer.words}</strong> : answer.words}</p>
        <p className="sf-quiet">{inWords(answer)}</p>
      </div>
      {may && answer.settledAt === null && (
        <WorkButton label={`Seen: ${answer.words}`} work={() => settle(answer)}>
          Seen
        </WorkButton>
      )}
    </li>
  )
  return (
    <Section id="said" title="Said on their page">
      {problem}
      <Folded
        name="said"
        records={answers}
        shownAtFirst={shownAtFirst}
        isKept={({ settledAt }) => settledAt === null}
        more={(all) => `Show all ${all} answers`}
      >
        {(shown) => <ul className="sf-tasks">{shown.map(lineOf)}</ul>}
      </Folded>
    </Section>
  )
}

const inWords = ({ saidAt, saidBy, settledAt, settledBy }: PersonAnswer): string =>
  [
    `Said on ${formatDateTime(saidAt)}${saidBy === null ? '' : ` by ${saidBy}, who acts for them`}`,
    ...(settledBy === null ? [] : [`seen on ${formatDateTime(settledAt)} by ${settledBy}`]),
  ].join(' · ')
