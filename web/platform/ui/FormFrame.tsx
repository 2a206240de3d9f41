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
   * Saves; an ApiError it throws is shown, and its field messages go to their fields. Returns false if nothing was saved.
   * @param pressed the button that sent the form; null when nothing was pressed
   */
  onSave: (values: Out, pressed: HTMLElement | null) => Promise<boolean | void>
  /** Beside the submit button. */
  actions?: ReactNode
  /** Forms that hold work ask before they are left. */
  guarded?: boolean
  /** One of several forms on a screen: no draft and no focus, but the end of a session keeps what was typed. */
  holdsWork?: boolean
  className?: string
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}

/**
 * A form with its error summary, the same everywhere: the banner of specification with a link to each field,
 * focused when a save fails; the server's field messages merged in; one save at a time.
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

  // A form in which work can be lost is what its screen is for: its first field has focus, unless another took it.
  const end = useRef<HTMLDivElement>(null)
  const focusFirst = (): void => {
    const first = end.current?.closest('form')?.querySelector<HTMLElement>('input, select, textarea')
    first?.focus({ preventScroll: true })
  }
  useEffect(() => {
    // A screen that came before its form has the focus as a whole.
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

/** What the service said of a form in which work can be lost, and what has become of that work. */
const withWhatIsHere = (error: ApiError): string => {
  if (error instanceof SessionEnded)
    return 'This is not saved yet, because your session had ended. What you typed is still here: save it again.'
  const isUnsure = error instanceof NoAnswer || error.status >= 500
  return isUnsure ? `${error.message} What you typed is still here.` : error.message
}
