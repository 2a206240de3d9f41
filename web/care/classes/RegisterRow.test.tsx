import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AttendanceStatus } from '../../../contract/pathways/records/exerciseAttendance.ts'
import { RegisterRow } from './RegisterRow.tsx'

const person = {
  placeId: 1,
  pathwayId: 2,
  patientId: 3,
  familyName: 'Ashworth',
  firstName: 'Edna',
  namePrefix: 'Mrs',
  dateOfBirth: '1941-05-01',
  refusal: null,
  mark: null,
  flags: [],
} as unknown as Parameters<typeof RegisterRow>[0]['person']

test.each<[AttendanceStatus | null, string]>([
  [null, ''],
  ['5', 'attended'],
  ['6', 'late'],
  ['7', 'away'],
  ['2', 'away'],
  ['3', 'away'],
  ['4', 'away'],
])('somebody marked %s has the edge “%s”, not that of another', (status, edge) => {
  render(
    <RegisterRow
      sessionId={1}
      person={person}
      status={status}
      waiting={null}
      refused={undefined}
      isOpen={false}
      setOpen={() => undefined}
    />,
  )
  const edges = [...screen.getByRole('listitem').classList].flatMap((name) => name.split('row--')[1] ?? [])
  expect(edges.join()).toBe(edge)
})
