import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import {
  clientForm,
  clientKinds,
  clientPurposes,
  hasTeam,
  saveClient,
  type ClientView,
} from '../../../contract/exchange/client.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { Fields, useFieldsForm, type FieldList } from '../../platform/ui/DescribedFields.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { forgetClients } from './clientQueries.ts'
import { TypesField } from './TypesField.tsx'

const isApp = (kind: string): boolean => kind === 'app'
/** Addresses that were typed before the kind was changed stay out. */
const onlyShown = ({ kind }: { kind: string }) =>
  isApp(kind) ? {} : { redirectUrls: undefined, launchUrl: undefined }
const isSending = (purpose: string): boolean => purpose === 'referring'

/** Registers a client, or edits the given one. */
export const ClientForm = ({ view: read }: { view: ClientView | null }) => {
  // Keep the values from when the form opened, so that a refetch in the background does not overwrite what the user
  // types.
  const [view] = useState(read)
  const navigate = useNavigate()
  const fields: FieldList<keyof z.input<typeof clientForm>> = [
    { choice: 'kind', options: clientKinds },
    { text: 'name', hint: 'For example, Hospital patient record' },
    { text: 'organisation', hint: 'Who runs the software' },
    { text: 'contact', hint: 'A name with an e-mail address or telephone number' },
    {
      choice: 'purpose',
      options: clientPurposes.map(({ code, title, whose }) => ({ code, title: `${title}. ${whose}` })),
    },
    {
      lookup: 'teamId',
      of: 'team',
      unset: 'All teams',
      isOptional: true,
      when: ['purpose', (purpose) => clientPurposes.some(({ code }) => code === purpose && hasTeam(code))],
    },
    { part: () => <TypesField form={form} /> },
    { day: 'expiresDate', hint: 'At most a year ahead. It cannot read after this day' },
    {
      lines: 'redirectUrls',
      rows: 3,
      hint: 'From those who set up the app, one a line. Each must be exactly as the app sends it, such as https://app.example.org/callback',
      when: ['kind', isApp],
    },
    {
      text: 'launchUrl',
      isOptional: true,
      hint: 'For opening it from a referral, such as https://app.example.org/launch',
      when: ['kind', isApp],
    },
    {
      text: 'messageUrl',
      hint: 'From those who set up the sending service: where it takes answers, such as https://record.example.org/FHIR/R4',
      when: ['purpose', isSending],
    },
    {
      lines: 'jwks',
      isOptional: true,
      hint: 'A key set in JSON (JWKS), from those who set up the software. Leave this empty if it publishes its keys at an address, or is an app without keys',
    },
    { text: 'jwksUrl', isOptional: true, hint: 'For example, https://record.example.org/jwks.json' },
  ]
  const form = useFieldsForm(clientForm, fields, view, {
    types: view?.types ?? [],
    kind: view?.kind ?? 'program',
  })
  const leave = async (id: number, said: string): Promise<void> => {
    await forgetClients()
    toast(said)
    await navigate({ to: '/falls/fhir-client/$clientId', params: { clientId: String(id) }, replace: true })
  }
  return (
    <>
      <PageTitle>{view === null ? 'Register a FHIR client' : 'Edit FHIR client'}</PageTitle>
      <p className="sf-purpose">
        {view === null
          ? 'Information Governance must agree before it can read.'
          : 'After a change it cannot read until Information Governance agrees again.'}
      </p>
      <StoredForm
        form={form}
        version={view?.version}
        leave={() => leave(view?.id ?? 0, 'Your changes were not saved')}
        save={(values, version, options) =>
          call(
            saveClient,
            {
              ...values,
              ...onlyShown(values),
              ...(isSending(values.purpose) ? {} : { messageUrl: undefined }),
              id: view?.id ?? 0,
              version,
            },
            options,
          )
        }
        done={({ id }) => leave(id, 'Saved. Information Governance must agree before it can read')}
        actions={
          view === null ? (
            <CancelLink to="/falls/fhir-clients" />
          ) : (
            <CancelLink to="/falls/fhir-client/$clientId" params={{ clientId: String(view.id) }} />
          )
        }
      >
        <Fields form={form} fields={fields} labels={labels.fhirClient} record={view} />
      </StoredForm>
    </>
  )
}
