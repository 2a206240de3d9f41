import { buildApp } from '../../app/app.ts'
import { connect } from '../../platform/db/connection/connect.ts'
import { startJobs } from '../../app/jobs.ts'
import { partsOn } from './parts.ts'

/*
 * What works on the job queue, in a process of its own, so that tests can kill it: on the database DATABASE_URL, with
 * the key SECRET_KEY. Its messages go nowhere.
 */
const { DATABASE_URL: url = '', SECRET_KEY: key = '' } = process.env
const parts = await partsOn(connect(url), Date.now, { secretKey: Buffer.from(key, 'base64') })
const { log } = await buildApp(parts, { logLevel: 'warn' })
startJobs(parts, { mail: null, sms: null }, log)
// Nobody is left to kill it: the tests have ended, however they ended.
process.once('disconnect', () => process.exit(0))
