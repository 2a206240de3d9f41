import { useLayoutEffect, useRef } from 'react'
import { searchLimit } from '../../../contract/patients/search/search.ts'
import { useMay } from '../../platform/session/session.ts'
import {
  describeFound,
  takeNews,
  useSearchResults,
  type Found,
  type SearchedRow,
} from './searchResultsStore.ts'
import { useLongList } from '../../platform/ui/longList.ts'
import { PatientGrid } from './PatientGrid.tsx'
import { RegisterLink } from './RegisterLink.tsx'
import { TellApart } from './TellApart.tsx'
import type { Typed } from './typedPerson.ts'

/** The results of the latest search. The heading takes the focus when an answer arrives, so that it is read out. */
export const SearchResults = () => {
  const found = useSearchResults()
  const heading = useRef<HTMLHeadingElement>(null)
  const mayRegister = useMay('patient.write')
  useLayoutEffect(() => {
    if (found !== null && takeNews()) heading.current?.focus()
  }, [found])
  if (found === null) return null
  const isCut = found.total !== String(found.rows.length)
  return (
    <section className="sf-card sf-results" aria-labelledby="results">
      <h2 className="nhsuk-heading-m" id="results" ref={heading} tabIndex={-1}>
        {describeFound(found)}
      </h2>
      {found.lookedFor !== null && <p className="sf-quiet">Looked for: {found.lookedFor}</p>}
      {found.rows.length > 0 && found.rows.every(({ isNear }) => isNear === true) && (
        <p>Nobody has exactly this name. These names are similar.</p>
      )}
      {isCut && <p>Refine the search: add a detail to narrow it.</p>}
      {found.rows.length === 0 ? (
        <p>
          Check the spelling, or search by another detail. {mayRegister && <Register typed={found.typed} />}
        </p>
      ) : (
        <>
          <FoundGrid key={found.searchNumber} found={found} />
          {mayRegister && (
            <p>
              Not among them? <Register typed={found.typed} />
            </p>
          )}
        </>
      )}
    </section>
  )
}

const Register = ({ typed }: { typed: Typed }) => (
  <>
    <RegisterLink typed={typed}>Register a new patient</RegisterLink> or{' '}
    <RegisterLink typed={typed} andRefer>
      register and refer on one page
    </RegisterLink>
  </>
)

const tellApart = (row: SearchedRow) => <TellApart row={row} />

const FoundGrid = ({ found }: { found: Found }) => {
  const { searchNumber, read, save, rows, total, next } = found
  const list = useLongList({
    name: 'search',
    queryKey: ['search', searchNumber],
    read,
    first: { rows, total, next },
    pageRows: searchLimit,
  })
  return (
    <PatientGrid
      name="search"
      caption="Patients found"
      rows={list.rows ?? rows}
      long={list.long}
      empty="No patients found"
      save={save}
      mark={tellApart}
    />
  )
}
