import type { FastifyInstance } from 'fastify'
import { formatDate, instantOf } from '../../../contract/platform/words/format.ts'
import { listFilters } from '../../../contract/pathways/worklists/listFilters.ts'
import { mostRows } from '../../../contract/platform/calls/paging.ts'
import { dueGroupTitles } from '../../../contract/stages/dueGroup.ts'
import { stageRoutes, stageTitles } from '../../../contract/stages/stage.ts'
import { mediaTypes } from '../../../contract/platform/calls/file.ts'
import { printWorkList, sheetTitles } from '../../../contract/pathways/worklists/workList.ts'
import { footNote } from '../../accounts/settings/footNote.ts'
import { HttpProblem } from '../../platform/errors.ts'
import { renderInWorker } from '../../platform/files/renderWorkerPool.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { readPage } from '../../platform/http/lists/page.ts'
import { setFilters } from './filters.ts'
import { askedBy, completeRows, stagesOf, workListOf, type ListWanted, type ListedRow } from './read.ts'
import { readAddresses, sheetColumns, sheetOf } from './sheets.ts'
import { dueByNow } from './targets.ts'

const tooLong = (): HttpProblem =>
  new HttpProblem(
    400,
    'bad-request',
    `The list has more than ${mostRows} patients, which is too many to print. Narrow it first.`,
  )

/** How the list is filtered, in words. Leaves out the search text, which may be a name. */
const inWords = (asked: ListWanted, q: string | undefined, day: string): string => {
  const parts = [
    asked.due === undefined ? 'All' : dueGroupTitles[asked.due],
    ...setFilters(asked).map(([name, chosen]) => `${listFilters[name].label}: ${chosen}`),
    ...(q ? ['filtered by words'] : []),
  ]
  return `As it stood on ${formatDate(day)}. ${parts.join('; ')}.`
}

/** Work lists for printing. */
export const servePrints = (app: FastifyInstance, service: AccountsService): void => {
  const { sql } = service.db
  route(
    app,
    service,
    printWorkList,
    { capability: 'workList.read', audit: 'read', idempotency: 'safe', rate: 'report', restricted: 'lists' },
    async (call, { sheet, ...asked }) => {
      const { stage, q, sort } = asked
      const by = await dueByNow(service)
      const page = await readPage<ListedRow>(
        sql,
        service.secretKey,
        workListOf(await askedBy(sql, asked, call.principal, { q, sort }), by),
        {
          q,
          sort,
          limit: mostRows,
        },
      )
      if (page.next !== null) throw tooLong()
      const rows = await readAddresses(sql, await completeRows(sql, page.rows, by, call.principal))
      call.showed({
        patientIds: rows.map(({ patientId }) => patientId),
        pathwayIds: rows.map(({ pathwayId }) => pathwayId),
        criteria: { sheet, ...asked },
      })
      const title = sheetTitles[sheet].toLowerCase()
      const stages = stagesOf(asked)
      const { display_name: printedBy } = await sql
        .selectFrom('app_user')
        .select('display_name')
        .where('id', '=', call.principal.userId)
        .executeTakeFirstOrThrow()
      const body = await renderInWorker(
        {
          type: 'sheet',
          sheet: {
            title: `${stages.map((each) => stageTitles[each]).join(', ')}: ${title}`,
            said: inWords(asked, q, by.today),
            section: sheetOf(sheetColumns[sheet], rows, stages.length > 1),
            isWide: true,
            printedBy,
            printedAt: instantOf(service.clock()),
          },
        },
        footNote(service.accounts),
      )
      const name = `${stageRoutes[stage]}-${title.replaceAll(' ', '-')}.pdf`
      return { type: mediaTypes.pdf, name, body }
    },
  )
}
