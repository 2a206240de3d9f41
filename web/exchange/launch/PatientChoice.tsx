import { useState } from 'react'
import type { LaunchPerson } from '../../../contract/exchange/launch.ts'
import { searchPatients, textSearch, type FoundRow } from '../../../contract/patients/search/search.ts'
import { formatBorn, formatName, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { StackedTable } from '../../platform/ui/StackedTable.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'

/** No app reads a restricted record. */
const isRestricted = ({ flags = [], isWithheld }: FoundRow): boolean =>
  isWithheld === true || flags.some(({ kind }) => kind === 'restricted')

/** Finds the patient whom an app may read of, by the search that the header has. */
export const PatientChoice = ({ choose }: { choose: (person: LaunchPerson) => void }) => {
  const form = useZodForm(textSearch, { text: '' })
  const [found, setFound] = useState<FoundRow[] | null>(null)
  return (
    <>
      <FormFrame
        form={form}
        submit="Find"
        onSave={async ({ text }) => {
          setFound(null)
          setFound(await call(searchPatients, { text, limit: mostShown }))
        }}
      >
        <TextField form={form} name="text" label="Name or NHS number" autoComplete="off" />
      </FormFrame>
      <div role="status">{found !== null && found.length === 0 && <p>No patients found.</p>}</div>
      {found !== null && found.length > 0 && (
        <div className="sf-scroll" role="region" aria-label="Patients, table" tabIndex={0}>
          <StackedTable
            rows={found}
            keyOf={({ patientId }) => patientId}
            columns={[
              { title: 'Name', isName: true, cell: (row) => <div translate="no">{formatName(row)}</div> },
              { title: 'Born', cell: ({ dateOfBirth }) => <div>{formatBorn(dateOfBirth)}</div> },
              { title: 'NHS number', cell: ({ nhsNumber }) => <div>{formatNhsNumber(nhsNumber)}</div> },
              {
                title: 'Choose',
                cell: (row) =>
                  isRestricted(row) ? (
                    <div>Restricted: no app can read it</div>
                  ) : (
                    <button
                      type="button"
                      className="sf-button"
                      aria-label={`Choose ${formatName(row)}`}
                      onClick={() => choose(row)}
                    >
                      Choose
                    </button>
                  ),
              },
            ]}
          />
        </div>
      )}
    </>
  )
}

/** More than anybody reads; who is not among them is found by their number. */
const mostShown = 20
