import { useState, type ChangeEvent, type ClipboardEvent } from 'react'

/**
 * For a box with a limit: what is pasted beyond it is said and not taken, where a browser would cut it without a word.
 * @returns what is said, '' for nothing, and what the box needs for it
 */
export const useWholePaste = (longest: number) => {
  const [said, setSaid] = useState('')
  return {
    said,
    limited: (onChange: (event: ChangeEvent<HTMLInputElement>) => void) => ({
      maxLength: longest,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setSaid('')
        onChange(event)
      },
      onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
        const { value, selectionStart, selectionEnd } = event.currentTarget
        const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0)
        const length = value.length - replaced + event.clipboardData.getData('text').length
        if (length <= longest) return setSaid('')
        event.preventDefault()
        setSaid(`What you pasted is longer than the ${longest} characters that fit here.`)
      },
    }),
  }
}
