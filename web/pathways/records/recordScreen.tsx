import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { RecordKindName, RecordsOf } from '../../../contract/pathways/records/kinds.ts'
import { useCarried } from '../../platform/ui/carried.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

/**
 * The screen of one kind of record of the pathway that is open: the one that the address names, or a new one for id 0.
 * @param param the id's name in the address (screens.ts)
 */
export const recordScreen = <Kind extends RecordKindName>(
  kind: Kind,
  param: string,
  Form: ComponentType<{ record: RecordsOf[Kind] | null }>,
) =>
  function RecordScreen() {
    const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
    const id = useCarried()?.recordId ?? params[param] ?? ''
    const records: readonly RecordsOf[RecordKindName][] = usePathway()[kind]
    const record = useRecordAsOpened(records, id) as RecordsOf[Kind] | null
    return id !== '0' && record === null ? <RecordNotFound /> : <Form key={id} record={record} />
  }
