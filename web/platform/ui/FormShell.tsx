import { Button } from 'nhsuk-react-components'
import { useLayoutEffect, useId, useRef, type ComponentProps, type ReactNode, type Ref } from 'react'
import { formInvalid } from '../../../contract/platform/words/messages.ts'
import { BusyWords } from './BusyWords.tsx'
import { controlOf } from './controlOf.ts'
import type { Problem } from './formProblems.ts'
import { inSummary } from './inSummary.ts'

interface FormShellProps {
  problems: readonly Problem[]
  /** What the service says of the whole. */
  serverMessage: string
  /** How often a save failed: the summary has the focus each time. */
  attempt: number
  isSubmitting: boolean
  submit: string
  onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']>
  /** Beside the submit button. */
  actions?: ReactNode
  className?: string | undefined
  ref?: Ref<HTMLFormElement> | undefined
  /** The row of buttons. */
  actionsRef?: Ref<HTMLDivElement>
  children: ReactNode
}

/**
 * What a person sees of every form: the banner of the specification with a link to each field, focused when a save fails, the
 * fields, and a button that is busy while they are sent. The summary is heard because it has the focus. The kit's own is an alert
 * besides, of which a screen reader said every line once more, in another order and its heading last.
 */
export const FormShell = ({
  problems,
  serverMessage,
  attempt,
  isSubmitting,
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
  // The messages may come a moment after the attempt, so each rendering looks whether there is a summary by now.
  const summaryFocused = useRef(0)
  useLayoutEffect(() => {
    if (attempt === summaryFocused.current || summary.current === null) return
    summaryFocused.current = attempt
    summary.current.focus()
  })
  return (
    <form noValidate ref={ref} className={className} onSubmit={onSubmit}>
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
