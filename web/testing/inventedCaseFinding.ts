import type { CaseFindingView, ListReport } from '../../contract/exchange/caseFinding/caseFinding.ts'

/** A frailty list of a practice, for tests of screens. */
export const caseFindingListOf = (changes: Partial<CaseFindingView> = {}): CaseFindingView => ({
  ...{ id: 9, version: 3, kind: 'frailty', sender: 'Willow Lane Surgery', listDate: '2026-11-02' },
  ...{ people: 60, sent: 6, loadedAt: '2026-11-04T09:40:00Z', loadedBy: 'Ada Okoro', removedAt: null },
  legalBasis: 'Direct care, agreed with the practice',
  notSent: { died: 1, optedOut: 3, openReferral: 5, inInbox: 0, declined: 0 },
  ...{ toSend: 45, toSendNamed: 31 },
  ...changes,
})

/** What a dry run says. */
export const listReportOf = (changes: Partial<ListReport> = {}): ListReport => ({
  ...{ rows: 12, added: 8, listedBefore: 1, repeated: 1, refused: 2, incomplete: 1 },
  notSent: { died: 1, optedOut: 2, openReferral: 0, inInbox: 0, declined: 0 },
  unreadColumns: ['Shoe size'],
  faults: [
    { row: 3, column: 'DOB', text: 'The day is in the future', isRefused: true },
    { row: 7, column: 'Telephone', text: 'This is not a telephone number: left out', isRefused: false },
  ],
  ...changes,
})
