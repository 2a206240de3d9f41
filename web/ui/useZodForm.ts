import {
  set,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { fieldMessages } from '../../contract/fieldMessages.ts'

/** A form whose fields are checked by the contract's own schema, with the messages the server would give. */
export const useZodForm = <In extends FieldValues, Out extends FieldValues>(
  schema: z.ZodType<Out, In>,
  defaultValues: DefaultValues<In>,
): UseFormReturn<In, unknown, Out> =>
  useForm<In, unknown, Out>({
    resolver: (typed) => {
      const checked = schema.safeParse(typed)
      if (checked.success) return { values: checked.data, errors: {} }
      const errors: FieldErrors<In> = {}
      for (const [name, message] of Object.entries(fieldMessages(checked.error)))
        set(errors, name, { type: 'contract', message })
      return { values: {}, errors }
    },
    defaultValues,
    shouldFocusError: false,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  })
