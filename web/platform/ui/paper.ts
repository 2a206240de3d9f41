import { useEffect, useLayoutEffect } from 'react'
import { formatDateTime, instantOf } from '../../../contract/platform/words/format.ts'

/*
 * The text in the margins of every page printed from the screen. web/platform/styles/paper.scss draws the margins from
 * two custom properties of the root element. They are set when printing begins and removed when it ends, so that
 * nothing about a patient stays where it does not belong.
 */

/** The person or thing that the screen is about; null if only its title says so. */
let subject: string | null = null

/** Puts the subject of this screen on every printed page, in one line or several. */
export const usePaperSubject = (words: string): void => {
  useEffect(() => {
    subject = words
    return () => {
      subject = null
    }
  }, [words])
}

/** Quotes a text for a style sheet. Nothing in the text can end the string early. */
export const asCssText = (text: string): string =>
  `"${text.replaceAll(/[^\p{L}\p{N} ]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16) ?? ''} `)}"`

/** The title without the product's name, which is in the foot of the page. */
const screenTitle = (): string => document.title.replace(/ – Surefoot$/, '')

/**
 * Sets the head and foot of each page: the subject, who printed it, and when.
 * @param note also printed at the foot
 * @param isHidden the screen is hidden while it waits for its owner (AU-16)
 */
export const usePaperMargins = (printedBy: string, note: string, isHidden: boolean): void => {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const end = (): void => {
      style.removeProperty('--sf-paper-head')
      style.removeProperty('--sf-paper-foot')
    }
    const begin = (): void => {
      if (isHidden) return
      const at = formatDateTime(instantOf(Date.now()))
      style.setProperty('--sf-paper-head', asCssText(subject ?? screenTitle()))
      style.setProperty(
        '--sf-paper-foot',
        asCssText(`Surefoot: ${screenTitle()}. Printed by ${printedBy}, ${at}. Confidential. ${note}`.trim()),
      )
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      end()
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [printedBy, note, isHidden])
}
