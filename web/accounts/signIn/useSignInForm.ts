import { useState, type ComponentProps } from 'react'
import type { z } from 'zod'
import { fieldMessages } from '../../../contract/platform/calls/fieldMessages.ts'
import { ApiError } from '../../platform/calls/apiError.ts'

/**
 * A form of the sign-in page, checked by the contract's schema and with the same messages as any form. The library
 * behind the other forms would be a tenth of the script that this page waits for, and keeps drafts that nobody needs
 * here (decision 85).
 */
export const useSignInForm = <Out>(schema: z.ZodType<Out>, send: (typed: Out) => Promise<void>) => {
  const [messages, setMessages] = useState<Record<string, string>>({})
  const [serverMessage, setServerMessage] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [isSubmitting, setSubmitting] = useState(false)

  const fail = (fields: Record<string, string>, sentence: string): void => {
    setMessages(fields)
    setServerMessage(sentence)
    setAttempt((count) => count + 1)
  }
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const checked = schema.safeParse(Object.fromEntries(new FormData(form)))
    if (!checked.success) {
      fail(fieldMessages(checked.error), '')
      return
    }
    setSubmitting(true)
    try {
      await send(checked.data)
      setMessages({})
      setServerMessage('')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      fail(error.fields, error.message)
    } finally {
      setSubmitting(false)
    }
  }
  const onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']> = (event) => {
    event.preventDefault()
    if (!isSubmitting) void submit(event.currentTarget)
  }
  return {
    /** The message of a field, by its name. */
    messageOf: (name: string): string => messages[name] ?? '',
    shell: {
      problems: Object.entries(messages).map(([field, message]) => ({ field, message })),
      serverMessage,
      attempt,
      isSubmitting,
      onSubmit,
    },
  }
}
