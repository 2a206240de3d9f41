import { Fragment } from 'react'
import { formatLongDate } from '../../../contract/platform/words/format.ts'
import { blocksOf, runsOf } from '../../../contract/care/letters/letterText.ts'
import { signatureOf, type LetterFrame } from '../../../contract/care/letters/letter.ts'
import { letterSizeTitles } from '../../../contract/care/letters/recipients.ts'

interface LetterPaperProps {
  /** Heading of the paper, such as 'Preview'. */
  label: string
  frame: LetterFrame
  title: string
  body: string
  signedBy: string | null
  /** Profession and registration, if recorded. */
  signedAs?: string | null | undefined
}

/** A letter as it will look on paper, in the same order and type size. */
export const LetterPaper = ({ label, frame, title, body, signedBy, signedAs }: LetterPaperProps) => {
  const { head, to, about, date, size } = frame
  const contact = [
    ...(head.address ?? '').split('\n'),
    head.telephone === null ? '' : `Telephone: ${head.telephone}`,
  ]
  return (
    <section className={`sf-letter sf-letter--${size}`} aria-label={label}>
      <p className="sf-letter__size">
        {label} · {letterSizeTitles[size]}
      </p>
      <p className="sf-letter__service">{head.serviceName}</p>
      <Lines lines={contact} />
      <Lines lines={to} />
      <p>{formatLongDate(date)}</p>
      <p className="sf-letter__title">{title}</p>
      <div className="sf-letter__about">
        <Lines lines={about} />
      </div>
      {blocksOf(body).map((block, place) =>
        block.kind === 'heading' ? (
          <p key={place} className="sf-letter__heading">
            <Words of={block.text} />
          </p>
        ) : block.kind === 'list' ? (
          <ul key={place}>
            {block.items.map((item, index) => (
              <li key={index}>
                <Words of={item} />
              </li>
            ))}
          </ul>
        ) : (
          <Lines key={place} lines={block.lines} hasBold />
        ),
      )}
      <p className="sf-letter__about">
        {signedBy === null
          ? 'Not signed yet.'
          : `Signed electronically by ${signatureOf(signedBy, signedAs)}`}
      </p>
    </section>
  )
}

/** Applies bold in the body only; a name or address is shown as it is. */
const Lines = ({ lines, hasBold = false }: { lines: readonly string[]; hasBold?: boolean }) => {
  const shown = lines.filter((line) => line.trim() !== '')
  return shown.length === 0 ? null : (
    <p>
      {shown.map((line, place) => (
        <span key={place} className="sf-letter__line">
          {hasBold ? <Words of={line} /> : line}
        </span>
      ))}
    </p>
  )
}

const Words = ({ of }: { of: string }) =>
  runsOf(of).map(({ text, bold }, place) =>
    bold ? <strong key={place}>{text}</strong> : <Fragment key={place}>{text}</Fragment>,
  )
