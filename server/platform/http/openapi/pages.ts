import { escapeHtml } from '../../files/html.ts'
import type { JsonSchema } from './components.ts'
import type { OpenApiDocument, Operation, Parameter, Reply } from './document.ts'
import { exampleOf } from './example.ts'
import { nameOfRef, schemaAddress, typeText } from './typeText.ts'

/*
 * The API documentation for people: pages without scripts. They are generated from the document that programs read, so
 * the two cannot disagree.
 */

const page = (
  title: string,
  body: string,
  trail: readonly [address: string, name: string][] = [],
): string => `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} - Surefoot API</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><a class="skip" href="#main">Skip to main content</a>
<header><p><a href="/api/docs">Surefoot API</a>${trail.map(([address, name]) => ` <span aria-hidden="true">›</span> <a href="${address}">${escapeHtml(name)}</a>`).join('')}</p></header>
<main id="main" tabindex="-1"><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>`

/** @param name the table's name for screen readers; a table wider than the page scrolls on its own */
const table = (name: string, heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="wide" role="region" tabindex="0" aria-label="${escapeHtml(name)}"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map(
      ([first = '', ...rest]) =>
        `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
    )
    .join('')}</tbody></table></div>`

/** `code` in the contract's descriptions becomes code here too. */
const prose = (text = ''): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

const featureAddress = (feature: string): string => `/api/docs/${encodeURIComponent(feature)}`

interface Call {
  method: string
  path: string
  operation: Operation
}

const callsOf = ({ paths }: OpenApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

const callLink = ({ method, path, operation }: Call): string =>
  `<a href="${featureAddress(operation.tags[0] ?? '')}#${operation.operationId}">${method} ${escapeHtml(path)}</a>`

/** All calls, grouped by the feature in their path. */
export const indexPage = (document: OpenApiDocument): string => {
  const calls = callsOf(document)
  const parts = document.tags.map(({ name, description }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name))
    return `<section aria-labelledby="of-${escapeHtml(name)}"><h2 id="of-${escapeHtml(name)}"><a href="${featureAddress(name)}">${escapeHtml(name)}</a></h2>
${table(
  description,
  ['Call', 'What it does'],
  own.map((call) => [callLink(call), prose(call.operation.summary)]),
)}</section>`
  })
  return page(
    'Calls',
    `<p>Every call of this Surefoot, generated from <a href="/api/openapi.json">the OpenAPI document</a> for programs. ${calls.length} calls in ${document.tags.length} parts.</p>
<h2>Getting started</h2>
<ol><li>Sign in: ${code('POST /oauth/token')} with ${code('grant_type=password')}, ${code('username')} and ${code('password')} as a form.</li>
<li>Send the ${code('access_token')} with each call: ${code('Authorization: Bearer …')}. Renew it with the ${code('refresh_token')} before it ends.</li>
<li>Send an ${code('Idempotency-Key')} of your own with each save, so that sending it again does not save twice.</li>
<li>Fields to correct come back with status 400, by name. All other refusals have a ${code('code')} and a ${code('message')}.</li></ol>
<p>A guide with examples is in docs/reference/api.md, which comes with the product.</p>
<nav aria-label="Parts"><ul class="parts">${document.tags.map(({ name }) => `<li><a href="#of-${escapeHtml(name)}">${escapeHtml(name)}</a></li>`).join('')}</ul></nav>
${parts.join('\n')}`,
  )
}

/** The calls of one feature; null if there is no such feature. */
export const featurePage = (document: OpenApiDocument, feature: string): string | null => {
  const calls = callsOf(document).filter(({ operation }) => operation.tags.includes(feature))
  if (calls.length === 0) return null
  return page(
    feature,
    `<ul>${calls.map((call) => `<li>${callLink(call)}: ${prose(call.operation.summary)}</li>`).join('')}</ul>
${calls.map((call) => callPart(document, call)).join('\n')}`,
    [[featureAddress(feature), feature]],
  )
}

const callPart = (document: OpenApiDocument, { method, path, operation }: Call): string => {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  const { schemas, parameters: shared } = document.components
  const whole = parameters.map((one): Parameter | undefined =>
    '$ref' in one ? shared[nameOfRef(one.$ref)] : one,
  )
  const [sent] = Object.entries(requestBody?.content ?? {})
  return `<section aria-labelledby="${operationId}"><h2 id="${operationId}">${method} ${escapeHtml(path)}</h2>
<p>${prose(summary)}.</p><p class="quiet">${prose(description)}</p>
${
  whole.length === 0
    ? ''
    : `<h3>Parameters</h3>${table(
        `Parameters of ${method} ${path}`,
        ['Name', 'What it is'],
        whole
          .filter((one) => one !== undefined)
          .map((one) => [
            `${code(one.name)}<br><span class="quiet">${one.in}${one.required === true ? ', required' : ''}</span>`,
            `${typeText(one.schema)}${one.description === undefined ? '' : `<br>${prose(one.description)}`}`,
          ]),
      )}`
}
${
  sent === undefined
    ? ''
    : `<h3>Body</h3><p>${code(sent[0])}: ${typeText(sent[1].schema)}</p>${exampleText(`${method} ${path}`, sent[1].schema, schemas)}`
}
<h3>Replies</h3>${table(
    `Replies of ${method} ${path}`,
    ['Status', 'When, and with which body'],
    Object.entries(responses).map(([status, response]) => {
      const reply: Reply | undefined =
        '$ref' in response ? document.components.responses[nameOfRef(response.$ref)] : response
      const bodies = Object.entries(reply?.content ?? {}).map(([type, { schema }]) =>
        type === 'application/json' ? typeText(schema) : `${code(type)} ${typeText(schema)}`,
      )
      return [status, [prose(reply?.description), ...bodies].join('<br>')]
    }),
  )}</section>`
}

const exampleText = (
  of: string,
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
): string => {
  const text = JSON.stringify(exampleOf(schema, schemas), null, 2)
  return `<pre tabindex="0" role="region" aria-label="Example of ${escapeHtml(of)}">${escapeHtml(text)}</pre>`
}

/** The fields of one named schema and the calls that use it; null if there is no such schema. */
export const schemaPage = (document: OpenApiDocument, name: string): string | null => {
  const { schemas } = document.components
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
  if (schema === undefined) return null
  const { properties = {}, required = [], description } = schema
  const fields = Object.entries(properties)
  const users = callsOf(document).filter(({ operation }) => uses(document, operation, name))
  return page(
    name,
    `${description === undefined ? '' : `<p>${prose(description)}</p>`}
${
  fields.length === 0
    ? `<p>${typeText(schema)}</p>`
    : table(
        `Fields of ${name}`,
        ['Field', 'What it is'],
        fields.map(([field, one]) => [
          `${code(field)}${required.includes(field) ? '' : ' <span class="quiet">may be left out</span>'}`,
          `${typeText(one)}${one.description === undefined ? '' : `<br>${prose(one.description)}`}`,
        ]),
      )
}
<h2>Example</h2>${exampleText(name, schema, schemas)}
${users.length === 0 ? '' : `<h2>Calls</h2><ul>${users.map((call) => `<li>${callLink(call)}</li>`).join('')}</ul>`}`,
    [[schemaAddress(name), name]],
  )
}

/** Whether the call refers to the schema, directly or in a shared response. */
const uses = ({ components }: OpenApiDocument, operation: Operation, name: string): boolean => {
  const ref = JSON.stringify(`#/components/schemas/${name}`)
  if (JSON.stringify(operation).includes(ref)) return true
  return Object.values(operation.responses).some(
    (one) => '$ref' in one && JSON.stringify(components.responses[nameOfRef(one.$ref)]).includes(ref),
  )
}
