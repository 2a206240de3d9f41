import { needTitles, standingInWords } from '../contract/insight/csds/fieldInWords.ts'
import { csdsRules, outcomeTitles } from '../contract/insight/csds/rules.ts'
import { csdsVersion, type Table } from '../contract/insight/csds/table.ts'
import { csdsTables } from '../contract/insight/csds/tables.ts'

/* docs/reference/csds.md: each field of the national return, where it comes from, and how sure its code is. */

const head = `# The national return, field by field

Written by \`npm run csds\` from \`contract/insight/csds/\`: the tables of the Community Services Data Set (CSDS), version ${csdsVersion}, that a
falls service may fill, with their fields in order. How the return is made: [the guide](../operate/csds-return.md).

- *Mandatory*: the row is refused without it. *Required*: it is accepted and incomplete. Which fields are mandatory was read only for the
  first three tables (NHS England, *The data you need to send*); of the others we take it that identifiers and days are.
- National codes are filled only where they were read in the source named. All others are blank.
- No validator of NHS England was run, and the form of submission (XML or the intermediate database) is not made.
`

const cell = (text: string): string => text.replaceAll('|', '\\|')

const tableOf = ({ name, title, holds, emptyBecause, fields }: Table): string =>
  [
    `## ${name}: ${title}`,
    '',
    emptyBecause === null ? holds : `${holds} Empty. ${emptyBecause}`,
    '',
    '| Field | Need | Comes from | How sure |',
    '| --- | --- | --- | --- |',
    ...fields.map(
      ({ name: field, need, from, standing }) =>
        `| \`${field}\` | ${needTitles[need]} | ${cell(from)} | ${cell(standingInWords(standing))} |`,
    ),
    '',
  ].join('\n')

const rules = [
  '## Rules',
  '',
  '| Rule | Outcome | Read or assumed |',
  '| --- | --- | --- |',
  ...csdsRules.map(
    ({ title, about, outcome, isRead }) =>
      `| ${cell(title)} (${about}) | ${outcomeTitles[outcome]} | ${isRead ? 'read' : 'assumed'} |`,
  ),
  '',
].join('\n')

export const csdsPage = (): string => [head, ...csdsTables.map(tableOf), rules].join('\n')
