import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { parseTyped } from '../../contract/dates.ts'
import { digitsOf } from '../../contract/nhsNumber.ts'
import { ApiError } from '../api.ts'
import { useMay } from '../session.ts'
import { toast } from '../ui/Toast.tsx'
import { findByDemographics, findByNhsNumber } from './found.ts'

/** A date if the words spell one, such as 14/7/1945 or 14 Jul 1945. */
const dateIn = (text: string): string | null => {
  const [day = '', month = '', year = '', ...more] = text.split(/[\s/.-]+/)
  return more.length > 0 ? null : parseTyped({ day, month, year })
}

/** 'Ashworth, Edna' and 'Edna Ashworth' both name her; one word is a family name. */
const nameIn = (text: string): { familyName: string; firstName?: string } => {
  const [family = '', first] = text.split(',').map((part) => part.trim())
  if (first) return { familyName: family, firstName: first }
  const words = family.split(/\s+/)
  const last = words.pop() ?? ''
  return words.length === 0 ? { familyName: last } : { familyName: last, firstName: words.join(' ') }
}

/** One box in the header for a number, a name or a date of birth; `/` goes to it. Nothing typed goes into the address. */
export const QuickSearch = () => {
  const may = useMay('patient.search')
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const box = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      box.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  if (!may) return null
  const search = async (): Promise<void> => {
    const typed = text.trim()
    if (typed === '') return
    const digits = digitsOf(typed)
    const date = dateIn(typed)
    try {
      if (/^\d{10}$/.test(digits)) await findByNhsNumber({ nhsNumber: digits })
      else await findByDemographics(date === null ? nameIn(typed) : { dateOfBirth: date })
      setText('')
      await navigate({ to: '/falls/referral-search' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message || (Object.values(error.fields)[0] ?? ''))
    }
  }
  return (
    <form
      role="search"
      className="sf-quick"
      onSubmit={(event) => {
        event.preventDefault()
        void search()
      }}
    >
      <input
        ref={box}
        type="search"
        aria-label="Find a patient by NHS number, name or date of birth"
        placeholder="NHS number, name or date of birth"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  )
}
