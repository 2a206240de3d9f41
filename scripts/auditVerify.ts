import { readFile } from 'node:fs/promises'
import { headsIn } from '../server/platform/audit/anchor/anchor.ts'
import { openAnchor } from '../server/platform/audit/anchor/settings.ts'
import { recordCheck } from '../server/platform/audit/seal/recordCheck.ts'
import { verifyAudit } from '../server/platform/audit/seal/verify.ts'
import { readConfig } from '../server/app/config.ts'
import { connect } from '../server/platform/db/connection/connect.ts'
import { commandLine } from '../server/platform/settings/commandLine.ts'
import { openDatabase } from './openDatabase.ts'
import { runCommand } from './runCommand.ts'

/*
 * `npm run audit:verify`: computes every sealed segment of the audit trail again, here and not in the database, and
 * compares it with what was sealed and with what was noted of it outside (DP-3, docs/operate/administration.md). Lines of a log server are
 * compared by `npm run audit:verify -- FILE`. Exit code 1 when something differs.
 */
const shownProblems = 20
await runCommand(
  `Use: ${commandLine('audit:verify')}, or ${commandLine('audit:verify', 'FILE')} of lines of a log server`,
  async () => {
    const config = readConfig(process.env)
    const opened = await openDatabase(config)
    const anchor = await openAnchor(config.auditAnchor)
    // Notes that lie elsewhere, such as lines of a log server, are named on the command line.
    const [notes] = process.argv.slice(2)
    const lines =
      notes !== undefined ? (await readFile(notes, 'utf8')).split('\n') : ((await anchor?.read?.()) ?? null)
    const db = connect(opened.ownerUrl, { connections: 1, asOwner: true })
    const number = (count: number): string => count.toLocaleString('en-GB')
    try {
      const startedAt = new Date()
      const begun = performance.now()
      let told = begun
      const speed = (events: number): string =>
        `${number(Math.round((events / Math.max(performance.now() - begun, 1)) * 1000))} events a second`
      const verified = await verifyAudit(db.pool, {
        anchors: lines === null ? null : headsIn(lines),
        onProgress: ({ segments, ofSegments, events }) => {
          if (performance.now() - told < 1000) return
          told = performance.now()
          console.log(
            `${Math.floor((100 * segments) / Math.max(ofSegments, 1))} %, ${number(events)} events, ${speed(events)}`,
          )
        },
      })
      const { segments, events, archivedEvents, unsealed, problems } = verified
      for (const problem of problems.slice(0, shownProblems)) console.log(problem)
      if (archivedEvents > 0)
        console.log(`${number(archivedEvents)} events are archived: only the chain over them was checked.`)
      if (unsealed > 0) console.log(`${number(unsealed)} events are not sealed yet.`)
      console.log(
        `${number(events)} events in ${number(segments)} segments checked, ${speed(events)}: ${
          problems.length === 0 ? 'every one is as it was sealed.' : `${number(problems.length)} problems.`
        }`,
      )
      console.log(
        verified.anchors === null
          ? 'Compared with no note outside the database: a cut-off end would not show. Set AUDIT_ANCHOR, or name a file of notes.'
          : `Compared with ${number(verified.anchors)} notes outside the database.`,
      )
      await recordCheck(db.pool, startedAt, verified)
      process.exitCode = problems.length === 0 ? 0 : 1
    } finally {
      await db.close()
      await opened.close()
    }
  },
)
