import { Link } from '@tanstack/react-router'
import { csdsRules, outcomeTitles, type Outcome, type Rule } from '../../../contract/insight/csds/rules.ts'
import type { SubmissionDetail } from '../../../contract/insight/csds/submission.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'
import { StackedTable, type Column } from '../../platform/ui/StackedTable.tsx'
import { NationalName } from './NationalName.tsx'
import { TableCounts } from './TableCounts.tsx'

const meanings: Readonly<Record<Outcome, string>> = {
  refused:
    'The row is refused, and with it all rows that belong to it: without a person there is no referral, without a referral no contact.',
  incomplete: 'The row is accepted. NHS England asks for the field where it applies.',
  leftOut: 'These are in no table of the return.',
}

interface Counted {
  rule: Rule
  count: number
}

/** What would be refused, what is incomplete and what is left out, by rule, and the rows of each table. */
export const WhatWouldBeRefused = ({ submission }: { submission: SubmissionDetail }) => {
  const counted = csdsRules.flatMap((rule): Counted[] => {
    const count = submission.findings.find((found) => found.rule === rule.id)?.count ?? 0
    return count === 0 ? [] : [{ rule, count }]
  })
  const outcomes = Object.keys(outcomeTitles) as Outcome[]
  return (
    <>
      {counted.length === 0 && <p>No rule applies to any record.</p>}
      {outcomes.map((outcome) => (
        <Rules
          key={outcome}
          id={submission.id}
          outcome={outcome}
          counted={counted.filter(({ rule }) => rule.outcome === outcome)}
        />
      ))}
      <TableCounts submission={submission} />
    </>
  )
}

const Rules = ({ id, outcome, counted }: { id: number; outcome: Outcome; counted: readonly Counted[] }) => {
  if (counted.length === 0) return null
  const title = outcomeTitles[outcome]
  return (
    <section className="sf-card sf-part" aria-labelledby={outcome}>
      <h2 className="nhsuk-heading-m" id={outcome}>
        {title}
      </h2>
      <p>{meanings[outcome]}</p>
      <div className="sf-scroll" role="region" aria-label={`${title}, table`} tabIndex={0}>
        <StackedTable caption={title} rows={counted} keyOf={({ rule }) => rule.id} columns={columnsOf(id)} />
      </div>
    </section>
  )
}

const columnsOf = (id: number): readonly Column<Counted>[] => [
  {
    title: 'What',
    cell: ({ rule }) => (
      <div>
        <Link to="/falls/national-return" search={{ run: id, rule: rule.id }}>
          {rule.title}
        </Link>
        <div className="sf-quiet">
          <NationalName name={rule.about} />
        </div>
      </div>
    ),
  },
  { title: 'Records', cell: ({ count }) => formatCount(count) },
  { title: 'How it is mended', cell: ({ rule }) => rule.mend },
  {
    title: 'The rule',
    cell: ({ rule: { isRead, outcome } }) =>
      outcome === 'leftOut'
        ? 'Ours'
        : isRead
          ? 'Read in NHS England’s guidance'
          : 'Assumed: not read in guidance',
  },
]
