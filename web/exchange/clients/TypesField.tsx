import { useEffect } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import {
  clientPurposes,
  hasTeam,
  typesOfPurpose,
  type clientForm,
} from '../../../contract/exchange/client.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { ChecksField } from '../../platform/ui/ChecksField.tsx'
import { typeMeans } from './inWords.ts'

type Form = UseFormReturn<z.input<typeof clientForm>, unknown, z.output<typeof clientForm>>

/** The types of resource that the chosen purpose allows. Another purpose takes away what it does not allow. */
export const TypesField = ({ form }: { form: Form }) => {
  const chosen = useWatch({ control: form.control, name: 'purpose' })
  const purpose = clientPurposes.find(({ code }) => code === chosen)?.code
  useEffect(() => {
    if (purpose === undefined) return
    const allowed = typesOfPurpose(purpose)
    const types = form.getValues('types')
    // Of what sends referrals there is nothing to choose.
    const kept = purpose === 'referring' ? [...allowed] : types.filter((type) => allowed.includes(type))
    if (kept.join() !== types.join()) form.setValue('types', kept, { shouldDirty: true })
    if (!hasTeam(purpose)) form.setValue('teamId', '')
  }, [purpose, form])
  if (purpose === 'referring') return null
  const allowed = purpose === undefined ? [] : typesOfPurpose(purpose)
  return (
    <>
      <ChecksField
        form={form}
        name="types"
        label={labels.fhirClient.types}
        hint={
          purpose === undefined
            ? 'First choose what it reads for'
            : 'Tick only what it needs, in the words of FHIR and in ours'
        }
        options={allowed.map((type) => ({ id: type, name: `${type}: ${typeMeans[type]}` }))}
      />
      {allowed.length > 1 && (
        <p>
          <button
            type="button"
            className="sf-link"
            onClick={() => form.setValue('types', [...allowed], { shouldDirty: true })}
          >
            Tick all that this purpose allows
          </button>
        </p>
      )}
    </>
  )
}
