import { Button } from 'nhsuk-react-components'
import { useFocusedHeading } from '../../platform/ui/useFocusedHeading.ts'

/** Shown only once. A user who has lost the telephone can sign in with these. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const heading = useFocusedHeading()
  return (
    <>
      <h3 className="nhsuk-heading-s" ref={heading} tabIndex={-1}>
        Keep these recovery codes
      </h3>
      <p>
        Each lets you in once if you have lost your telephone. They are not shown again: write them down or
        print them, and keep them somewhere safe.
      </p>
      <ul className="sf-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button type="button" onClick={onDone}>
        I have kept them
      </Button>
    </>
  )
}
