import { get, type Agent, type IncomingMessage } from 'node:http'
import { followChanges, streamType } from '../contract/stages/changes.ts'

/** The stream that an open screen of this user follows. */
export const follow = (address: string, accessToken: string, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${accessToken}`, accept: streamType }
    get(`${address}${followChanges.path}`, { agent, headers }, resolve).on('error', reject)
  })
