import { Fragment } from 'react'

/** Names of tables and fields of the data set; a narrow column breaks them between their words. */
export const NationalName = ({ name }: { name: string }) => (
  <span className="sf-breaks" translate="no">
    {name.split(/(?<=[a-z\d_])(?=[A-Z])/).map((part, place) => (
      // The parts of a name never change their order.
      <Fragment key={place}>
        {place > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)
