import { Button } from 'nhsuk-react-components'
import { useLayoutEffect, useId, useRef, type ComponentProps, type ReactNode, type Ref } from 'react'
import { formInvalid } from '../../../contract/platform/words/messages.ts'
import { BusyWords } from './BusyWords.tsx'
import { controlOf } from './controlOf.ts'
import type { Problem } from './formProblems.ts'
import { inSummary } from './inSummary.ts'

interface FormShellProps {
  problems: readonly Problem[]
  /** The service's message about the form as a whole. */
  serverMessage: string
  /** The number of failed saves. The summary gets the focus each time. */
  attempt: number
  isSubmitting: boolean
  /** What is typed is work about people, which the browser must not write into its profile to restore it. */
  isWork?: boolean
  submit: string
  onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']>
  /** Shown beside the submit button. */
  actions?: ReactNode
  className?: string | undefined
  ref?: Ref<HTMLFormElement> | undefined
  /** Refers to the row of buttons. */
  actionsRef?: Ref<HTMLDivElement>
  children: ReactNode
}

/**
 * The visible part of every form: the banner of the specification with a link to each field, focused when a save fails;
 * the fields; and a button that is busy while they are sent. Screen readers announce the summary because it has the
 * focus. The design system's own summary is also an alert, which made a screen reader read every line a second time, in
 * another order and with the heading last.
 */
export const FormShell = ({
  problems,
  serverMessage,
  attempt,
  isSubmitting,
  isWork,
  submit,
  onSubmit,
  actions,
  className,
  ref,
  actionsRef,
  children,
}: FormShellProps) => {
  const id = useId()
  const summary = useRef<HTMLDivElement>(null)
  // The messages may arrive just after the attempt, so each render checks whether the summary is there yet.
  const summaryFocused = useRef(0)
  useLayoutEffect(() => {
    if (attempt === summaryFocused.current || summary.current === null) return
    summaryFocused.current = attempt
    summary.current.focus()
  })
  return (
    <form
      noValidate
      ref={ref}
      className={className}
      onSubmit={onSubmit}
      autoComplete={isWork ? 'off' : undefined}
    >
      {(problems.length > 0 || serverMessage !== '') && (
        <div
          className="nhsuk-error-summary"
          key={attempt}
          ref={summary}
          tabIndex={-1}
          role="group"
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-list`}
        >
          <h2 className="nhsuk-error-summary__title" id={`${id}-title`}>
            {problems.length > 0 ? formInvalid : 'There is a problem'}
          </h2>
          <ul className="nhsuk-list nhsuk-error-summary__list" id={`${id}-list`}>
            {serverMessage !== '' && <li>{serverMessage}</li>}
            {inSummary(problems).map(({ field, message }) => (
              <li key={field}>
                <a
                  href={`#${field}`}
                  onClick={(event) => {
                    event.preventDefault()
                    controlOf(field)?.focus()
                  }}
                >
                  {message}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {children}
      <div className="sf-actions" ref={actionsRef}>
        <Button
          type="submit"
          aria-disabled={isSubmitting}
          onClick={(event) => isSubmitting && event.preventDefault()}
        >
          <BusyWords isBusy={isSubmitting}>{submit}</BusyWords>
        </Button>
        {actions}
      </div>
    </form>
  )
}
