import { useQuery, queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { personAnswers, settlePersonAnswer, type PersonAnswer } from '../../../contract/care/person/answer.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { toldQuery } from '../../pathways/records/toldQuery.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { Folded } from './Folded.tsx'
import { SaidAnswers, SaidDiary, SaidSigns } from './SaidAnswers.tsx'
import { Section } from './Section.tsx'

const answersQuery = (pathwayId: number) =>
  queryOptions({
    queryKey: ['today', 'said', pathwayId],
    queryFn: () => call(personAnswers, { pathwayId }),
    staleTime: 0,
  })

/** How many lines stand there at first; those that somebody has to see to always do. */
const shownAtFirst = 3

/**
 * What the patient, or somebody for them, said on their own page: first what somebody has to see to, then the newest.
 * Nothing if they never did.
 */
export const SaidSection = () => (useMay('patient.read') ? <Said /> : null)

interface Line {
  key: string
  at: string
  isOpen: boolean
  content: ReactNode
}

const Said = () => {
  const { pathway } = usePathway()
  const [maySettle, mayRecord] = [useMay('task.write'), useMay('clinical.write')]
  const said = useQuery(answersQuery(pathway.id))
  const told = useQuery({ ...toldQuery(pathway.id), enabled: mayRecord })
  const { problem, attempt } = useAttempt()
  const failed = said.data === undefined ? said : told
  if (failed.error !== null)
    return (
      <Section id="said" title="Said on their page">
        <LoadingOrFailed what="answers" error={failed.error} refetch={failed.refetch} />
      </Section>
    )
  const { questions = [], signs = [], diaries = [] } = told.data ?? {}
  const settle = async ({ id, version }: { id: number; version: number }): Promise<void> => {
    await attempt(() => call(settlePersonAnswer, { id, version }), 'Seen')
    await forgetAfterSave()
  }
  const seen = (about: string, answer: { id: number; version: number; settledAt: string | null }) =>
    maySettle && answer.settledAt === null ? (
      <WorkButton label={`Seen: ${about}`} work={() => settle(answer)}>
        Seen
      </WorkButton>
    ) : null
  const lines: Line[] = [
    ...(said.data ?? []).map((answer) => ({
      ...{ key: `said ${answer.id}`, at: answer.saidAt, isOpen: answer.settledAt === null },
      content: (
        <>
          <div>
            <p>{answer.settledAt === null ? <strong>{answer.words}</strong> : answer.words}</p>
            <p className="sf-quiet">{inWords(answer)}</p>
          </div>
          {seen(answer.words, answer)}
        </>
      ),
    })),
    ...questions.map((answer) => ({
      ...{ key: `questions ${answer.id}`, at: answer.toldAt, isOpen: answer.settledAt === null },
      content: <SaidAnswers answer={answer} seen={seen('answers before a visit or call', answer)} />,
    })),
    ...signs.map((each) => ({
      ...{ key: `signs ${each.id}`, at: each.toldAt, isOpen: false, content: <SaidSigns said={each} /> },
    })),
  ].toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen) || b.at.localeCompare(a.at))
  if (lines.length + diaries.length === 0) return null
  return (
    <Section id="said" title="Said on their page">
      {problem}
      <Folded
        name="said"
        records={lines}
        shownAtFirst={shownAtFirst}
        isKept={({ isOpen }) => isOpen}
        more={(all) => `Show all ${all} answers`}
      >
        {(shown) => (
          <ul className="sf-tasks">
            {shown.map(({ key, content }) => (
              <li key={key}>{content}</li>
            ))}
          </ul>
        )}
      </Folded>
      {diaries.map((diary) => (
        <SaidDiary key={diary.exerciseId} diary={diary} />
      ))}
    </Section>
  )
}

const inWords = ({ saidAt, saidBy, settledAt, settledBy }: PersonAnswer): string =>
  [
    `Said on ${formatDateTime(saidAt)}${saidBy === null ? '' : ` by ${saidBy}, who acts for them`}`,
    ...(settledBy === null ? [] : [`seen on ${formatDateTime(settledAt)} by ${settledBy}`]),
  ].join(' · ')
