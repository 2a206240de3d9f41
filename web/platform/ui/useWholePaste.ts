import {
  useRef,
  useState,
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type SyntheticEvent,
} from 'react'

/**
 * Converts line breaks as a single-line box does: drops those at the end, which spreadsheets copy, and replaces every
 * other with a space.
 */
const inOneLine = (text: string): string =>
  text.replace(/(?<![\r\n])[\r\n]+$/, '').replaceAll(/\r\n|\r|\n/g, ' ')

/** The text before and after the insertion point of a box. */
type Around = readonly [before: string, behind: string]

/** Counts as the service does, without spaces at the end. If the browser cuts those off, nothing is lost. */
const lengthWith = (text: string, [before, behind]: Around): number => {
  const whole = before + inOneLine(text) + behind
  return (behind === '' ? whole.trimEnd() : whole).length
}

/**
 * For a box with a maximum length: pasted or dropped text that exceeds it is refused with a message. A browser would
 * cut it without notice.
 * @returns the message, '' for none, and the properties that the box needs
 */
export const useWholePaste = (longest: number) => {
  const [said, setSaid] = useState('')
  // Text dragged from one place in the box to another does not make it longer.
  const isDraggedHere = useRef(false)

  const takeWhole = (event: SyntheticEvent, how: string, text: string, around: Around): void => {
    if (lengthWith(text, around) <= longest) return setSaid('')
    event.preventDefault()
    setSaid(`What you ${how} is longer than the ${longest} characters that fit here.`)
  }

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
        const around = [value.slice(0, selectionStart ?? 0), value.slice(selectionEnd ?? 0)] as const
        takeWhole(event, 'pasted', event.clipboardData.getData('text'), around)
      },
      onDragStart: () => {
        isDraggedHere.current = true
      },
      onDragEnd: () => {
        isDraggedHere.current = false
      },
      onDrop: (event: DragEvent<HTMLInputElement>) => {
        const isCopied = event.ctrlKey || event.altKey
        if (isDraggedHere.current && !isCopied) return
        // Dropped text replaces nothing, and may land before all other text.
        takeWhole(event, 'dropped', event.dataTransfer.getData('text'), ['', event.currentTarget.value])
      },
    }),
  }
}
