import type { HelpTopic } from './topic.ts'

/** A topic without its title. */
export const TopicText = ({ about, onSave, ask }: HelpTopic) => (
  <>
    {about.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    <dl className="sf-help__facts">
      {onSave !== undefined && (
        <div>
          <dt>What happens on save</dt>
          <dd>{onSave}</dd>
        </div>
      )}
      <div>
        <dt>Whom to ask</dt>
        <dd>{ask}</dd>
      </div>
    </dl>
  </>
)
