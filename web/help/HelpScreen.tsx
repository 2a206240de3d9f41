import { version } from '../../package.json' with { type: 'json' }
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { helpGroups, isAbout } from './topics.ts'

/** All help, narrowed by words. What is typed stays on the page. */
export const HelpScreen = () => {
  const [typed, setTyped] = useState('')
  const box = useId()
  const found = helpGroups
    .map(({ title, topics }) => ({ title, topics: topics.filter((topic) => isAbout(topic, typed.trim())) }))
    .filter(({ topics }) => topics.length > 0)
  const count = found.reduce((sum, { topics }) => sum + topics.length, 0)
  return (
    <>
      <PageTitle>Help</PageTitle>
      <div className="nhsuk-form-group">
        <label className="nhsuk-label" htmlFor={box}>
          Search the help
        </label>
        <input
          id={box}
          type="search"
          className="nhsuk-input nhsuk-input--width-20"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <p role="status" className="sf-quiet">
        {count === 0
          ? 'No page of help has these words. Try fewer or other words.'
          : `${count} pages of help`}
      </p>
      {found.map(({ title, topics }) => (
        <section key={title} className="sf-card" aria-labelledby={`help-${title}`}>
          <h2 className="nhsuk-heading-s" id={`help-${title}`}>
            {title}
          </h2>
          <ul className="sf-help__list">
            {topics.map((topic) => (
              <li key={topic.id}>
                <Link to="/falls/help/$topic" params={{ topic: topic.id }}>
                  {topic.title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section className="sf-card" aria-labelledby="help-keys">
        <h2 className="nhsuk-heading-s" id="help-keys">
          Keyboard
        </h2>
        <Shortcuts />
      </section>
      <p>
        <Link to="/accessibility">Accessibility statement</Link> · <Link to="/privacy">Privacy notice</Link> ·{' '}
        <a href="/licences.txt">Licences of the software of others</a> · Surefoot {version}
      </p>
    </>
  )
}
