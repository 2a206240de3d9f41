import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Narrowing } from '../../../../contract/accounts/permissions.ts'
import type { Rights } from '../request/rights.ts'
import { compressOnce } from './compressOnce.ts'
import { openApiDocument, type OpenApiDocument } from './document.ts'
import { featurePage, indexPage, schemaPage } from './pages.ts'
import { docsStyle } from './style.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document as JSON. Generates the parts that are still missing. */
    openApiText: () => string
    /** Generates the document in steps between other work. */
    writeOpenApi: () => Promise<void>
  }
}

/** As open as the source code that it is generated from: it contains nothing about any person. */
const config: { rights: Rights } = {
  rights: { capability: 'anonymous', audit: 'none', idempotency: 'safe', rate: 'open' },
}

/** Serves the OpenAPI document for programs, and the pages made from it for people. */
export const serveOpenApi = (app: FastifyInstance, narrowing: Narrowing): void => {
  let written: string | undefined
  let writing: ReturnType<typeof openApiDocument> | null = null
  const goOn = (): void => {
    writing ??= openApiDocument((action) => app.liveRoutes.get(action), narrowing)
    try {
      const { done, value } = writing.next()
      if (done === true) written = JSON.stringify(value)
    } catch (error) {
      writing = null
      throw error
    }
  }
  const text = (): string => {
    while (written === undefined) goOn()
    return written
  }
  app.decorate('openApiText', text)
  app.decorate('writeOpenApi', async () => {
    while (written === undefined) {
      goOn()
      await setImmediate()
    }
  })
  // Parsed again for each page, which is made only once: kept as objects it would take as much memory again as its
  // text.
  const document = () => JSON.parse(text()) as OpenApiDocument
  // Kept, because anyone may request the pages as often as they like. Their number is limited.
  const pages = new Map<string, string>()
  const show = (reply: FastifyReply, name: string, make: () => string | null): FastifyReply | void => {
    const page = pages.get(name) ?? make()
    if (page === null) return reply.callNotFound()
    pages.set(name, page)
    return reply.type('text/html; charset=utf-8').send(page)
  }

  const sent = compressOnce(app.openApiText)
  app.get('/api/openapi.json', { config }, async ({ headers }, reply) => {
    const { body, coding } = await sent(headers['accept-encoding'])
    if (coding !== null) reply.header('content-encoding', coding)
    return reply.type('application/json').header('vary', 'accept-encoding').send(body)
  })
  app.get('/api/docs', { config }, (_, reply) => show(reply, '', () => indexPage(document())))
  app.get('/api/docs/style.css', { config }, (_, reply) =>
    reply.type('text/css; charset=utf-8').send(docsStyle),
  )
  app.get<{ Params: { feature: string } }>('/api/docs/:feature', { config }, ({ params }, reply) =>
    show(reply, params.feature, () => featurePage(document(), params.feature)),
  )
  app.get<{ Params: { name: string } }>('/api/docs/schema/:name', { config }, ({ params }, reply) =>
    show(reply, `schema/${params.name}`, () => schemaPage(document(), params.name)),
  )
}
