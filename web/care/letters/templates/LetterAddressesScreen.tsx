import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { StackedTable } from '../../../platform/ui/StackedTable.tsx'
import { Fields, useFieldsForm, type FieldList } from '../../../platform/ui/DescribedFields.tsx'
import { labels } from '../../../../contract/platform/words/labels.ts'
import {
  letterAddressForm,
  saveLetterAddress,
  type LetterAddressRow,
} from '../../../../contract/care/letters/letterhead.ts'
import { meshForms } from '../../../../contract/care/letters/ways.ts'
import { call } from '../../../platform/calls/api.ts'
import { forgetAfterAdministration } from '../../../platform/calls/queries.ts'
import { StoredForm } from '../../../platform/ui/StoredForm.tsx'
import { LoadingOrFailed } from '../../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../../platform/ui/PageTitle.tsx'
import { toast } from '../../../platform/ui/Toast.tsx'
import { letterAddressesQuery } from '../letterQueries.ts'

/** How practices accept letters. */
export const LetterAddressesScreen = () => {
  const { data: addresses, error, refetch } = useQuery(letterAddressesQuery)
  const [edited, setEdited] = useState<LetterAddressRow | null>(null)
  const [round, setRound] = useState(0)
  return (
    <>
      <PageTitle>Practice addresses for letters</PageTitle>
      <p className="sf-purpose">
        A letter to a practice can be mailed if the practice has a mail address here, and sent by MESH if it
        says here how. All other letters are printed or posted.
      </p>
      {addresses === undefined ? (
        <LoadingOrFailed what="addresses" shape="list" error={error} refetch={refetch} />
      ) : (
        <>
          <Addresses addresses={addresses} edit={setEdited} />
          <AddressForm
            key={`${edited?.id ?? 0} ${edited?.version ?? 0} ${round}`}
            edited={edited}
            done={() => {
              setEdited(null)
              setRound((last) => last + 1)
            }}
          />
        </>
      )}
    </>
  )
}

interface AddressesProps {
  addresses: readonly LetterAddressRow[]
  edit: (row: LetterAddressRow) => void
}

const Addresses = ({ addresses, edit }: AddressesProps) =>
  addresses.length === 0 ? (
    <p>No practice has an address yet.</p>
  ) : (
    <div className="sf-card sf-scroll" role="region" aria-label="List of addresses" tabIndex={0}>
      <StackedTable
        rows={addresses}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Organisation',
            cell: ({ name, organisationId }) => (
              <div>
                {name} ({organisationId})
              </div>
            ),
          },
          {
            title: 'Mail address',
            cell: ({ email }) => <div>{email ?? 'None'}</div>,
          },
          {
            title: 'Letters by MESH',
            cell: ({ meshForm, meshMailbox }) => (
              <div>
                {meshForms.find(({ code }) => code === meshForm)?.title ?? 'None'}
                {meshMailbox == null ? '' : `, to ${meshMailbox}`}
              </div>
            ),
          },
        ]}
        showsAction
        action={(row) => (
          <button
            type="button"
            className="sf-button"
            aria-label={`Edit the address of ${row.name}`}
            onClick={() => edit(row)}
          >
            Edit
          </button>
        )}
      />
    </div>
  )

const addressFields: FieldList<keyof z.input<typeof letterAddressForm>> = [
  { text: 'organisationId', hint: 'As listed under ODS Organisations, such as M85001' },
  { text: 'email', hint: 'Leave it empty, and letters to this practice are not mailed' },
  { tick: 'isSecure', label: 'I have made sure that patients’ letters may be sent to this address' },
  { select: 'meshForm', options: meshForms, unset: 'None: not by MESH' },
  { text: 'meshMailbox', hint: 'Only if MESH has several mailboxes for the practice, such as M85001OT01' },
]

const AddressForm = ({ edited, done }: { edited: LetterAddressRow | null; done: () => void }) => {
  const form = useFieldsForm(letterAddressForm, addressFields, edited)
  return (
    <section className="sf-card sf-part" aria-labelledby="address-title">
      <h2 className="nhsuk-heading-s" id="address-title">
        {edited === null ? 'Add an address' : `Edit the address of ${edited.name}`}
      </h2>
      <StoredForm
        form={form}
        version={edited?.version}
        leave={() => forgetAfterAdministration().then(done)}
        save={(values, version) => call(saveLetterAddress, { ...values, version })}
        done={async () => {
          await forgetAfterAdministration()
          toast('Address saved')
          done()
        }}
      >
        <Fields form={form} fields={addressFields} labels={labels.letterAddress} />
      </StoredForm>
    </section>
  )
}
