import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { lookupFramePath } from '../../../contract/reference/addressLookup.ts'
import type { LookupScript } from './settings.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'

/**
 * The page in which the address service's own script runs (IO-9). Its policy gives it an opaque origin, so the script
 * cannot reach our storage, cookies or pages, wherever the page is opened. It can connect only to that service. Anyone
 * may read the page. The key comes in the frame's address, after the #, so it is sent to none of our servers.
 */
export const serveLookupFrame = (app: FastifyInstance, web: string, frame: LookupScript): void => {
  const script = readFileSync(join(web, 'addressLookupFrame.js'), 'utf8')
  const page = pageOf(script, frame)
  const policy = policyOf(script, frame)
  app.get(
    lookupFramePath,
    { config: { rights: { capability: 'anonymous', audit: 'none', idempotency: 'safe', rate: 'open' } } },
    (_, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policy)
        .header('x-frame-options', 'SAMEORIGIN')
        .type('text/html; charset=utf-8')
        .send(page),
  )
}

const policyOf = (script: string, { origins }: LookupScript): string => {
  const service = origins.join(' ')
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'sha256-${sha256(script).toString('base64')}' ${service}`,
    // The service's list may set inline styles. The page contains nothing that a style could leak.
    `style-src 'unsafe-inline' ${service}`,
    `img-src data: ${service}`,
    `font-src ${service}`,
    `connect-src ${service}`,
    "form-action 'none'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ].join(';')
}

const style = `
html{font-family:arial,sans-serif;font-size:17px;line-height:1.4;color:#212b32;background:#fff}
body{margin:0;padding:4px}
label{display:block;font-weight:600;margin:0 0 4px}
p{margin:0 0 6px;color:#4c6272;max-width:40em}
input{box-sizing:border-box;width:100%;max-width:36em;min-height:40px;padding:4px 8px;font:inherit;color:inherit;border:2px solid #4c6272;border-radius:0}
input:focus{outline:4px solid #ffeb3b;outline-offset:0;border-color:#212b32;box-shadow:inset 0 0 0 2px #212b32}
`

/** The settings come from the installation and are checked at start, so they need no escaping. */
const pageOf = (
  script: string,
  { kind, script: address, style: sheet }: LookupScript,
): string => `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Find an address</title><style>${style}</style></head>
<body data-kind="${kind}" data-script="${address}" data-style="${sheet}">
<label for="address-search">Postcode or first line of the address</label>
<p id="hint">What you type here goes to the address service. Choose an address from its list.</p>
<input id="address-search" autocomplete="off" aria-describedby="hint" maxlength="100">
<p id="said" role="status"></p>
<script>${script}</script></body></html>
`
