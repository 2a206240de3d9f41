import { useQuery } from '@tanstack/react-query'
import {
  actingRights,
  givePersonLink,
  givePersonLinkForm,
  linkWays,
  type LinkWay,
} from '../../../contract/care/person/link.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { safetyNetsQuery } from '../../patients/flags/queries.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { wayTitles } from './linkInWords.ts'

const ways = linkWays.map((code) => ({ code, title: wayTitles[code] }))

/** Gives the person, or a contact who acts for them, a new link. */
export const GiveLink = ({
  isAtRisk,
  onPrint,
}: {
  isAtRisk: boolean
  onPrint: (id: number) => Promise<void>
}) => {
  const { patient } = usePathway()
  const { data: nets } = useQuery(safetyNetsQuery(patient.id))
  const create = useCreateKey()
  const form = useZodForm(givePersonLinkForm, {
    way: '' as LinkWay,
    contactId: '',
    actsBy: '' as 'consent',
    actsSince: '',
    safeConfirmed: false,
  })
  const contacts = (nets?.contacts ?? []).map(({ id, name, role }) => ({ id, name: `${name}, ${role}` }))
  return (
    <>
      <h2 className="nhsuk-heading-m">Give a link</h2>
      <p>
        Ask first, where nobody else listens: does somebody read your texts, e-mails or post whom you would
        not want to? If so, leave it, or agree a way that is safe. An earlier link of the same person ends.
      </p>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Give the link"
        onSave={async (values) => {
          const { id } = await create((options) =>
            call(givePersonLink, { ...values, patientId: patient.id }, options),
          )
          await forgetAfterSave()
          if (values.way === 'paper') return onPrint(id)
          form.reset()
          toast(values.way === 'text' ? 'The text is on its way' : 'The e-mail is on its way')
        }}
      >
        <Fields
          form={form}
          labels={labels.personLink}
          fields={[
            { choice: 'way', options: ways },
            contacts.length > 0 && {
              select: 'contactId',
              options: contacts,
              unset: 'The person',
              isOptional: true,
              hint: 'Somebody who acts for the person gets a link of their own',
            },
            { choice: 'actsBy', options: actingRights, when: ['contactId', (chosen) => chosen !== ''] },
            { day: 'actsSince', when: ['contactId', (chosen) => chosen !== ''] },
            isAtRisk && {
              tick: 'safeConfirmed',
              hint: 'This person is marked as not safe at home. Letters are not shown on the page.',
            },
          ]}
        />
      </FormFrame>
    </>
  )
}
