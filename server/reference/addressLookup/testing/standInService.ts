import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { captureModule, capturePlus, hostile, pcaAddress, sheet } from './serviceScripts.ts'

export interface StandInService {
  url: string
  /** How the web service answers, and how its scripts behave. */
  mood:
    | 'well'
    | 'silent'
    | 'trickling'
    | 'failing'
    | 'refusing'
    | 'babbling'
    | 'another form'
    | 'huge'
    | 'redirecting'
  /** What a browser receives in place of the script. */
  script: 'well' | 'hostile' | 'endless' | 'missing' | 'silent'
  /** Scripts and style sheets are sent once this has resolved. */
  held: Promise<void>
  /** Every request: its path and its parameters. */
  asked: { path: string; query: Record<string, string>; headers: IncomingMessage['headers'] }[]
  /** What a script reported from inside the frame. */
  told: string[]
  close: () => Promise<void>
}

export const serviceKey = 'AB12-CD34-EF56-GH78'

const group = {
  Id: 'GB|ORCHARD',
  Type: 'Postcode',
  Text: 'ZZ9 9ZZ',
  Description: 'Orchard Close, Sampletown',
}
const matches = [
  { Id: 'GB|1', Type: 'Address', Text: 'Flat 2', Description: 'Orchard House, Sampletown' },
  { Id: 'GB|2', Type: 'Address', Text: 'Lodge', Description: 'Orchard Close, Sampletown' },
  { Id: 'GB|LONG', Type: 'Address', Text: 'Very long', Description: '' },
  { Id: 'GB|GONE', Type: 'Address', Text: 'Gone', Description: '' },
]
const addresses: Record<string, object> = {
  'GB|1': {
    Line1: 'Flat 2',
    Line2: 'Orchard House',
    Line3: '1 Orchard Close',
    City: 'Sampletown',
    ProvinceName: 'Exampleshire',
    PostalCode: 'ZZ9 9ZZ',
  },
  'GB|2': { Line1: 'Lodge', Line2: 'Orchard Close', City: 'Sampletown', PostalCode: 'ZZ9 9ZZ' },
  'GB|LONG': { Line1: 'x'.repeat(300), City: 'Sampletown', PostalCode: 'ZZ9 9ZZ' },
}

/** Loqate's web service and its three scripts, as far as the product uses them, on this machine. */
export const startStandInService = async (): Promise<StandInService> => {
  const service: StandInService = {
    url: '',
    mood: 'well',
    script: 'well',
    held: Promise.resolve(),
    asked: [],
    told: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const query = Object.fromEntries(searchParams)
    service.asked.push({ path: pathname, query, headers: request.headers })
    response.setHeader('access-control-allow-origin', '*')
    if (pathname === '/told') return void take(request, response, service.told)
    if (pathname.startsWith('/Capture/')) return answer(service.mood, pathname, query, response)
    void service.held.then(() => sendScript(service.script, pathname, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

const take = async (request: IncomingMessage, response: ServerResponse, told: string[]): Promise<void> => {
  let text = ''
  for await (const part of request) text += String(part)
  told.push(text)
  response.end()
}

const answer = (
  mood: StandInService['mood'],
  path: string,
  query: Record<string, string>,
  response: ServerResponse,
): void => {
  const json = (body: unknown): void => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }
  const refuse = (code: string): void =>
    json({ Items: [{ Error: code, Description: `Not for ${query['Text']}`, Cause: '', Resolution: '' }] })
  const endless = (everyMs: number): void => {
    const write = setInterval(() => response.write('{"Items":'.padEnd(65_536)), everyMs)
    response.on('close', () => clearInterval(write))
  }
  if (mood === 'silent') return
  if (mood === 'trickling') return endless(100)
  if (mood === 'huge') return endless(0)
  if (mood === 'failing') return void response.writeHead(500).end(`Fault with ${query['Text']}`)
  if (mood === 'redirecting') return void response.writeHead(302, { location: '/Capture/elsewhere' }).end()
  if (mood === 'babbling') return void response.end(`<html>${query['Text']}`)
  if (mood === 'another form') return json({ Items: [{ Id: 1 }, 'x'] })
  if (mood === 'refusing' || query['Key'] !== serviceKey) return refuse('2')
  if (path.includes('/Find/')) {
    if (/^nowhere/i.test(query['Text'] ?? '')) return json({ Items: [] })
    return json({ Items: query['Container'] === group.Id ? matches : [group, ...matches.slice(1)] })
  }
  return json({ Items: [addresses[query['Id'] ?? '']].filter(Boolean) })
}

const sendScript = (mood: StandInService['script'], path: string, response: ServerResponse): void => {
  const isSheet = path.endsWith('.css')
  if (mood === 'silent') return
  if (mood === 'missing') return void response.writeHead(404).end()
  response.setHeader('content-type', isSheet ? 'text/css' : 'text/javascript')
  if (isSheet) return void response.end(sheet)
  if (path.includes('capture-sdk')) return void response.end(captureModule)
  if (mood === 'endless') return void response.end('for (;;);')
  if (mood === 'hostile') return void response.end(hostile)
  response.end(path.includes('captureplus') ? capturePlus : pcaAddress)
}
