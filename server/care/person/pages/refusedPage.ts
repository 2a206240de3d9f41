import { html } from '../../../platform/http/pages/html.ts'
import { personPath } from '../service.ts'
import { heading, withTelephone, type Frame, type Shown } from './frame.ts'

/** Why a page cannot be shown. */
export type Refusal = 'tooOften' | 'busy' | 'failed' | 'unreadable' | 'unknown'

const statuses: Record<Refusal, number> = {
  tooOften: 429,
  busy: 503,
  failed: 500,
  unreadable: 400,
  unknown: 404,
}

export const refusedPage = (frame: Frame, why: Refusal): { status: number; shown: Shown } => {
  const { refused, frame: said } = frame.words
  const title = refused[`${why}Title`]
  const body = html`${heading(title)}
    <p>${refused[why]}</p>
    ${frame.service.telephone === null ? null : html`<p>${withTelephone(frame, said.ring)}</p>`}
    <p><a href="${personPath}">${refused.again}</a></p>`
  return { status: statuses[why], shown: { title, body } }
}
