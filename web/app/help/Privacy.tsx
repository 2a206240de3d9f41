import { Link } from '@tanstack/react-router'
import { PublicFrame } from '../../accounts/signIn/PublicFrame.tsx'

/** What the product stores about users and patients. The service adds what only it can say. */
export const Privacy = () => (
  <PublicFrame title="Privacy notice" isProse>
    <p>
      Your falls service decides what is kept in Surefoot and why, and answers for it. Ask it for its own
      privacy notice, which also says how long records are kept and how to see, correct or complain.
    </p>
    <h2 className="nhsuk-heading-s">Patients</h2>
    <p>
      The record of somebody’s falls care is seen by staff of the service whose role needs it. People in
      partner services see it only where the patient agreed, after a search that needs details they already
      have. Every look at a record is logged: who, what and when.
    </p>
    <p>
      No name or detail of a patient is part of a page’s address, of a message by mail, or of what the
      service’s computers log about errors.
    </p>
    <h2 className="nhsuk-heading-s">People who sign in</h2>
    <p>
      Kept about you: name, user name, e-mail and telephone, roles, when and from where you signed in, and
      what you did. This is how the service can answer who saw a record.
    </p>
    <h2 className="nhsuk-heading-s">In your browser</h2>
    <p>
      There are no cookies and no tracking. The only code of another company is that of an address service,
      where your service uses one: it runs in a closed frame, and hears only the address that is looked up.
      The browser keeps that you are signed in until the tab is closed, how you like lists to look and how
      high their rows are, which places and reports you used last, the period of the dashboard, whether the
      key / goes to the search, and a random name by which the service knows this browser again. What you
      typed and did not save is kept on the service’s server, for you alone, and is removed after a time.
    </p>
    <p>
      <Link to="/falls">Go to Surefoot</Link>
    </p>
  </PublicFrame>
)
