import {
  addListPart,
  checkList,
  getList,
  loadList,
  startListUpload,
  type CaseFindingView,
  type ListReport,
} from '../../../contract/exchange/caseFinding/caseFinding.ts'
import type { ListKind } from '../../../contract/exchange/caseFinding/listKind.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { nextNhsNumber } from '../../testing/world/factories.ts'
import type { TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

export interface Listed {
  nhsNumber?: string
  familyName: string
  firstName?: string
  dateOfBirth?: string
  more?: Record<string, string>
}

let people = 0
const letters = (n: number): string =>
  [...String(n * 6247)].map((digit) => 'bdfghkmprt'[Number(digit)] ?? 'x').join('')

/** Somebody whom nobody knows, living with frailty, at an address. */
export const somebody = (more: Record<string, string> = {}): Listed => {
  people += 1
  return {
    nhsNumber: nextNhsNumber(),
    familyName: `Q${letters(people)}`,
    firstName: 'Ivy',
    dateOfBirth: `0${1 + (people % 9)}/0${1 + (people % 8)}/19${30 + (people % 20)}`,
    more: {
      'Address 1': `${people} Invented Road`,
      Town: 'Sampletown',
      Postcode: `ZZ${people % 80} 1AA`,
      'Falls in last year': '2',
      Frail: 'Moderate',
      ...more,
    },
  }
}

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The people as a practice exports them. */
export const csvOf = (rows: readonly Listed[]): string => {
  const others = [...new Set(rows.flatMap(({ more = {} }) => Object.keys(more)))]
  const lines = rows.map(({ nhsNumber = '', familyName, firstName = '', dateOfBirth = '', more = {} }) =>
    [nhsNumber, familyName, firstName, dateOfBirth, ...others.map((name) => more[name] ?? '')]
      .map(cell)
      .join(','),
  )
  return [['NHS Number', 'Surname', 'Forename', 'DOB', ...others].map(cell).join(','), ...lines].join('\r\n')
}

interface Described {
  kind: ListKind
  sender: string
  listDate: string
  legalBasis: string
}

export const described = (changes: Partial<Described> = {}): Described => ({
  kind: 'frailty',
  sender: 'Willow Lane Surgery',
  listDate: addDays(today(), -3),
  legalBasis: 'Direct care: invitation agreed with the practice',
  ...changes,
})

/** Uploads a file as the screen does. */
export const uploaded = async (
  service: Pick<TestService, 'ask'>,
  file: string | Buffer,
  user: TestUser,
): Promise<number> => {
  const { id } = (await service.ask(startListUpload, {}, user)).body as { id: number }
  const bytes = Buffer.from(file)
  const size = 90_000
  for (let from = 0, part = 1; from < Math.max(1, bytes.length); from += size, part += 1)
    await service.ask(
      addListPart,
      { id, part, bytes: bytes.subarray(from, from + size).toString('base64') },
      user,
    )
  return id
}

/** The dry run of a file. */
export const checked = async (
  service: Pick<TestService, 'ask'>,
  file: string | Buffer,
  user: TestUser,
  changes: Partial<Described> = {},
) => {
  const id = await uploaded(service, file, user)
  const { legalBasis: _, ...list } = described(changes)
  const { status, body } = await service.ask(checkList, { id, ...list }, user)
  return { id, status, body: body as ListReport }
}

/** A list that is loaded. */
export const loaded = async (
  service: Pick<TestService, 'ask'>,
  file: string | Buffer,
  user: TestUser,
  changes: Partial<Described> = {},
): Promise<CaseFindingView> => {
  const { id } = await checked(service, file, user, changes)
  const { body } = await service.ask(loadList, { id, ...described(changes) }, user)
  const list = body as { id: number }
  return (await service.ask(getList, { id: list.id }, user)).body as CaseFindingView
}
