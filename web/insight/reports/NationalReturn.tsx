import { Link } from '@tanstack/react-router'
import { useMay } from '../../platform/session/session.ts'

/** Where the national return is made, for users who may make it. */
export const NationalReturn = () =>
  useMay('nationalReturn.make') && (
    <section className="sf-card" aria-labelledby="national-return">
      <h2 className="nhsuk-heading-m" id="national-return">
        National return
      </h2>
      <p>
        The Community Services Data Set (CSDS) of a month: what would be refused, field by field, and the
        files of the primary submission and the refresh.
      </p>
      <p>
        <Link to="/falls/national-return">Open the national return</Link>
      </p>
    </section>
  )
