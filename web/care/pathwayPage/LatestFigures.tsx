import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { Sentence } from '../../platform/ui/Sentence.tsx'
import { figuresOf, type Change } from './figures.ts'
import { Marks } from './Marks.tsx'

const arrows: Record<Change['direction'], string> = { up: '↑', down: '↓', same: '=' }

/** The latest figure of each kind, compared with the previous one. The sections below show all of them. */
export const LatestFigures = () => {
  const figures = figuresOf(usePathway())
  if (figures.length === 0) return null
  return (
    <section className="sf-latest" aria-label="Latest figures">
      <dl>
        {figures.map(({ title, section, value, marks, note, change }) => (
          <div key={title}>
            <dt>
              <a href={`#${section}`}>{title}</a>
            </dt>
            <dd>
              <strong>{value}</strong> {marks !== undefined && <Marks {...marks} />}
              <span className="sf-latest__note">
                <Sentence>{note}</Sentence>
              </span>
              {change !== null && (
                <span className="sf-latest__note">
                  <span aria-hidden="true">{arrows[change.direction]}</span> {change.words}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
