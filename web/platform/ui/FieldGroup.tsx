import type { ReactNode } from 'react'

interface FieldGroupProps {
  name: string
  label: string
  hint?: string | undefined
  /** '' when nothing is wrong. */
  message: string
  className?: string
  children: ReactNode
}

/** Several controls that answer one question, linked to its hint and message. */
export const FieldGroup = ({ name, label, hint, message, className = '', children }: FieldGroupProps) => {
  const described = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(message === '' ? [] : [`${name}-error`]),
  ].join(' ')
  return (
    <div className={`nhsuk-form-group ${className} ${message === '' ? '' : 'nhsuk-form-group--error'}`}>
      <fieldset className="nhsuk-fieldset" aria-describedby={described || undefined}>
        <legend className="nhsuk-fieldset__legend nhsuk-label">{label}</legend>
        {hint !== undefined && (
          <div className="nhsuk-hint" id={`${name}-hint`}>
            {hint}
          </div>
        )}
        {message !== '' && (
          <span className="nhsuk-error-message" id={`${name}-error`}>
            <span className="nhsuk-u-visually-hidden">Error: </span>
            {message}
          </span>
        )}
        {children}
      </fieldset>
    </div>
  )
}
