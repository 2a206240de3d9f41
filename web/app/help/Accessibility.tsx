import { Link } from '@tanstack/react-router'
import { PublicFrame } from '../../accounts/signIn/PublicFrame.tsx'

/**
 * What people who use a keyboard, a screen reader or their own display settings can expect, and what does not work yet.
 */
export const Accessibility = () => (
  <PublicFrame title="Accessibility statement" isProse>
    <p>
      This statement is about Surefoot, which your falls service uses. The aim is level AA of the Web Content
      Accessibility Guidelines 2.2.
    </p>
    <h2 className="nhsuk-heading-s">What you should be able to do</h2>
    <ul>
      <li>reach and use everything with the keyboard alone</li>
      <li>zoom to 400 % and use a telephone without losing anything</li>
      <li>change text spacing, colours and contrast in your browser</li>
      <li>hear each field, error and message with a screen reader</li>
      <li>type instead of pointing: nothing has to be dragged</li>
    </ul>
    <h2 className="nhsuk-heading-s">What does not work yet</h2>
    <ul>
      <li>
        No person who relies on a screen reader has tested the product yet. Every screen is checked by a
        program (axe), and journeys are tested with the keyboard alone.
      </li>
      <li>Long lists need sideways scrolling on narrow screens; the name of the person stays in sight.</li>
      <li>Documents that were added by others may not be accessible.</li>
    </ul>
    <h2 className="nhsuk-heading-s">If something stops you</h2>
    <p>
      Tell the system administrator of your service what you wanted to do and what stopped you. If you are not
      content with the answer, contact the{' '}
      <a href="https://www.equalityadvisoryservice.com/">Equality Advisory and Support Service</a>.
    </p>
    <p>
      Tested by the makers of Surefoot on 22 November 2026. <Link to="/falls">Go to Surefoot</Link>
    </p>
  </PublicFrame>
)
