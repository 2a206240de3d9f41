import { version } from '../../../package.json' with { type: 'json' }
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { roleNow, useSession } from '../../platform/session/session.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useLiveAfterChange } from '../../platform/ui/useLiveAfterChange.ts'
import { guides, pageOfGuide } from './guide/guides.ts'
import { Shortcuts } from './Shortcuts.tsx'
import { hasWords, helpGroups, isAbout } from './topics/topics.ts'

/** All help, filtered by search words. The search text never leaves the page. */
export const HelpScreen = () => {
  const [typed, setTyped] = useState('')
  const box = useId()
  const profile = roleNow(useSession())?.profile
  const words = typed.trim()
  const found = [
    {
      title: 'Guides by role',
      pages: guides
        .filter((guide) => hasWords(guide.words, words))
        // The guide for the reader’s own profile first; the others keep their order.
        .toSorted((one, other) => Number(other.profile === profile) - Number(one.profile === profile))
        .map(({ id, title }) => ({ id: pageOfGuide(id), title })),
    },
    ...helpGroups.map(({ title, topics }) => ({
      title,
      pages: topics.filter((topic) => isAbout(topic, words)),
    })),
  ].filter(({ pages }) => pages.length > 0)
  const count = found.reduce((sum, { pages }) => sum + pages.length, 0)
  const said =
    count === 0 ? 'No page of help has these words. Try fewer or other words.' : `${count} pages of help`
  const live = useLiveAfterChange(said)
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
      <p role="status" aria-live={live} className="sf-quiet">
        {said}
      </p>
      {found.map(({ title, pages }, place) => (
        <section key={title} className="sf-card" aria-labelledby={`help-${place}`}>
          <h2 className="nhsuk-heading-s" id={`help-${place}`}>
            {title}
          </h2>
          <ul className="sf-help__list">
            {pages.map((page) => (
              <li key={page.id}>
                <Link to="/falls/help/$topic" params={{ topic: page.id }}>
                  {page.title}
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
        <a href="/licences.txt">Licences of third-party software</a> · Surefoot {version}
      </p>
    </>
  )
}
