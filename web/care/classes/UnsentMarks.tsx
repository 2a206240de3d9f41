import { Link } from '@tanstack/react-router'
import { useWaitingMarks } from './markQueue.ts'
import { marksInWords } from './inWords.ts'

/** Shown outside a register if marks are still waiting in this browser; also sends them. */
export const UnsentMarks = () => {
  const { marks } = useWaitingMarks()
  const sessions = [...new Set(marks.map(({ sessionId }) => sessionId))]
  return (
    <div role="status">
      {marks.length > 0 && (
        <p className="sf-unsent">
          {marksInWords(marks.length)} not sent yet.{' '}
          {sessions.map((sessionId) => (
            <Link
              key={sessionId}
              to="/falls/class-register/$sessionId"
              params={{ sessionId: String(sessionId) }}
            >
              Open the register
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}
