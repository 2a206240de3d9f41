import {
  Fragment,
  useEffect,
  useRef,
  useState,
  type BaseSyntheticEvent,
  type ReactNode,
  type Ref,
} from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, NoAnswer, SessionEnded } from '../calls/apiError.ts'
import { useUnsavedWork } from '../session/unsaved.ts'
import { useAskBeforeSave } from './askBeforeSave.ts'
import { DraftOffer } from './DraftOffer.tsx'
import { problemsOf, type Problem } from './formProblems.ts'
import { FormShell } from './FormShell.tsx'
import { useFormDraft } from './useFormDraft.ts'
import { useGoneFields } from './useGoneFields.ts'
import { useLeaveGuard } from './useLeaveGuard.ts'

interface FormFrameProps<In extends FieldValues, Out extends FieldValues> {
  form: UseFormReturn<In, unknown, Out>
  submit: string
  /**
   * Saves the form. If it throws an ApiError, the error is shown and its field messages go to their fields. Returns
   * false if nothing was saved.
   * @param pressed the button that sent the form; null if no button was pressed
   */
  onSave: (values: Out, pressed: HTMLElement | null) => Promise<boolean | void>
  /** Shown beside the submit button. */
  actions?: ReactNode
  /** Asks before the user leaves a form with unsaved work. */
  guarded?: boolean
  /**
   * For one of several forms on a screen: no draft and no initial focus, but what was typed is kept if the session
   * ends.
   */
  holdsWork?: boolean
  className?: string
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}

/**
 * A form with an error summary, the same on every screen. It shows the banner of the specification with a link to each
 * field, and focuses it when a save fails. It merges in the server's field messages, and sends one save at a time.
 */
export const FormFrame = <In extends FieldValues, Out extends FieldValues>({
  form,
  submit,
  onSave,
  actions,
  guarded = false,
  holdsWork = guarded,
  className,
  ref,
  children,
}: FormFrameProps<In, Out>) => {
  const askFirst = useAskBeforeSave()
  const [serverMessage, setServerMessage] = useState('')
  const [attempt, setAttempt] = useState(0)
  const { isSubmitting, isDirty } = form.formState
  const saved = useRef(false)
  const draft = useFormDraft(form, guarded, () => saved.current)
  useLeaveGuard(() => guarded && isDirty && !saved.current, draft.settle)
  const done = useRef(false)
  useUnsavedWork(() => holdsWork && isDirty && !done.current)

  // A form in which work can be lost is the main purpose of its screen, so its first field gets the focus, unless
  // another element has it.
  const end = useRef<HTMLDivElement>(null)
  const focusFirst = (): void => {
    const first = end.current?.closest('form')?.querySelector<HTMLElement>('input, select, textarea')
    first?.focus({ preventScroll: true })
  }
  useEffect(() => {
    // If the screen appeared before its form, the screen as a whole has the focus.
    const isTaken = document.activeElement?.matches('body, main') === false
    if (guarded && !isTaken) focusFirst()
  }, [guarded])

  const say = (problems: Problem[]): void => {
    for (const { field, message } of problems)
      form.setError(field as FieldPath<In>, { type: 'server', message })
  }
  const save = async (values: Out, event?: BaseSyntheticEvent): Promise<void> => {
    const { submitter = null } = (event?.nativeEvent ?? {}) as Partial<SubmitEvent>
    if (!(await askFirst())) return
    // Earlier messages stay until the reply: removing them would move the form while it is being sent.
    say(problems)
    try {
      saved.current = true
      saved.current = (await onSave(values, submitter)) !== false
      done.current = saved.current
      if (saved.current) draft.settle()
      form.clearErrors()
      setServerMessage('')
    } catch (error) {
      saved.current = false
      form.clearErrors()
      if (!(error instanceof ApiError)) throw error
      say(Object.entries(error.fields).map(([field, message]) => ({ field, message })))
      setServerMessage(guarded ? withWhatIsHere(error) : error.message)
      setAttempt((count) => count + 1)
    }
  }

  const problems = problemsOf(form.formState.errors)
  useGoneFields(form, problems, end)
  return (
    <FormShell
      ref={ref}
      actionsRef={end}
      className={className}
      problems={problems}
      serverMessage={serverMessage}
      attempt={attempt}
      isSubmitting={isSubmitting}
      isWork={holdsWork}
      submit={submit}
      actions={actions}
      onSubmit={(event) => {
        void form.handleSubmit(save, () => {
          setServerMessage('')
          setAttempt((count) => count + 1)
        })(event)
      }}
    >
      {draft.offered.map((offered, index) => (
        <DraftOffer key={offered.place} offered={offered} number={index + 1} onAnswered={focusFirst} />
      ))}
      <Fragment key={draft.round}>{children}</Fragment>
    </FormShell>
  )
}

/** The service's message for a form in which work can be lost, with what has become of that work. */
const withWhatIsHere = (error: ApiError): string => {
  if (error instanceof SessionEnded)
    return 'This is not saved yet, because your session had ended. What you typed is still here: save it again.'
  const isUnsure = error instanceof NoAnswer || error.status >= 500
  return isUnsure ? `${error.message} What you typed is still here.` : error.message
}
