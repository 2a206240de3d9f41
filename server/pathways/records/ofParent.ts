import {
  ExpressionWrapper,
  FromNode,
  IdentifierNode,
  SelectQueryNode,
  TableNode,
  WhereNode,
  type Expression,
  type OperationNode,
} from 'kysely'
import type { DB } from '../../platform/db/types.ts'

const parents: readonly string[] = ['pathway', 'patient']

const isParent = (table: OperationNode | undefined): boolean =>
  table !== undefined &&
  TableNode.is(table) &&
  IdentifierNode.is(table.table.identifier) &&
  parents.includes(table.table.identifier.name)

/**
 * Rewrites a select of records for a statement that already reads their `pathway` or `patient` under that name: it
 * selects the records of that row without reading it again. Otherwise sixteen kinds of record would join it sixteen
 * times, and each join would have to be planned. A select of the patient itself begins with the table joined first.
 */
export const ofParent = <Row>(select: Expression<Row>): Expression<Row> => {
  const node = select.toOperationNode()
  if (!SelectQueryNode.is(node)) throw new Error('Only a select can be of a parent')
  const { joins = [], from } = node
  const first = isParent(from?.froms[0]) ? joins.find(({ joinType }) => joinType === 'InnerJoin') : undefined
  const isOfRow = (join: (typeof joins)[number]) => join === first || isParent(join.table)
  const where = joins.filter(isOfRow).reduce<WhereNode | undefined>((before, { on }) => {
    if (on === undefined) throw new Error('A parent is joined on nothing')
    return before === undefined ? WhereNode.create(on.on) : WhereNode.cloneWithOperation(before, 'And', on.on)
  }, node.where)
  if (where === node.where) throw new Error('No parent is joined')
  const ofRow: SelectQueryNode = {
    ...node,
    joins: joins.filter((join) => !isOfRow(join)),
    ...(first === undefined ? {} : { from: FromNode.create([first.table]) }),
    ...(where === undefined ? {} : { where }),
  }
  return new ExpressionWrapper<DB, never, Row>(ofRow)
}
