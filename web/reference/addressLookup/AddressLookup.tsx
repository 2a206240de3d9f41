import { useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { AddressLines } from '../../../contract/platform/fields/addressLines.ts'
import { useMay, useSession } from '../../platform/session/session.ts'
import { AddressSearch } from './AddressSearch.tsx'
import { ServiceFrame } from './ServiceFrame.tsx'

/** Whether and how this user can look up addresses. */
export const useAddressLookup = (): { by: 'nobody' } | { by: 'server' } | { by: 'browser'; key: string } => {
  const settings = useSession()?.profile?.settings
  const mayEdit = useMay('patient.write')
  if (!mayEdit || settings === undefined) return { by: 'nobody' }
  if (settings.addressSearch) return { by: 'server' }
  return settings.postcodeAnywhereKey === null
    ? { by: 'nobody' }
    : { by: 'browser', key: settings.postcodeAnywhereKey }
}

const names = [
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'town',
  'county',
  'postcode',
] as const satisfies (keyof AddressLines)[]

/** Finds an address and fills the boxes below. The user can always type into them instead (IO-9). */
export const AddressLookup = <In extends FieldValues, Out>({
  form,
  within = '',
}: {
  form: UseFormReturn<In, unknown, Out>
  /** The prefix of the boxes in the form, such as 'patient.'. */
  within?: string
}) => {
  const at = (name: keyof AddressLines) => `${within}${name}` as FieldPath<In>
  const lookup = useAddressLookup()
  /** The content of the boxes before an address was filled in. */
  const [before, setBefore] = useState<AddressLines | null>(null)
  if (lookup.by === 'nobody') return null

  const put = (lines: AddressLines): void => {
    for (const name of names) form.setValue(at(name), lines[name] as never, { shouldDirty: true })
    form.setFocus(at('addressLine1'))
  }
  const take = (lines: AddressLines): void => {
    // Fills all boxes: no line of the old address may remain if the new one lacks it.
    setBefore(
      Object.fromEntries(
        names.map((name) => [name, form.getValues(at(name)) ?? '']),
      ) as unknown as AddressLines,
    )
    put(lines)
  }
  return (
    <div className="sf-lookup">
      {lookup.by === 'server' ? (
        <AddressSearch onFound={take} />
      ) : (
        <ServiceFrame serviceKey={lookup.key} onFound={take} />
      )}
      <p role="status" className="sf-lookup__said">
        {before !== null && 'The address below was filled in. Please check it before you save.'}
      </p>
      {before !== null && (
        <button
          type="button"
          className="sf-link"
          onClick={() => {
            setBefore(null)
            put(before)
          }}
        >
          Put back what was there before
        </button>
      )}
    </div>
  )
}
