import { useQuery } from '@tanstack/react-query'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import type { UserView } from '../../../contract/accounts/user.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'

interface UserFieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** The prefix of the fields in the form, such as 'user.'. */
  within?: string
  /** Who the user is in the lists of people. */
  person?: Pick<UserView['user'], 'clinicianId' | 'teamMemberId' | 'names'>
}

export const UserFields = <In extends FieldValues, Out>({
  form,
  within = '',
  person,
}: UserFieldsProps<In, Out>) => {
  const { data: clinicians } = useQuery(lookupQuery('clinician'))
  const { data: teamMembers } = useQuery(lookupQuery('teamMember'))
  const at = (name: string) => `${within}${name}` as FieldPath<In>
  const text = { form, autoComplete: 'off', width: 20 } as const
  return (
    <>
      <TextField
        {...text}
        name={at('userName')}
        label={labels.user.userName}
        hint="What the person signs in with"
        autoFocus
      />
      <TextField {...text} name={at('familyName')} label={labels.user.familyName} />
      <TextField {...text} name={at('firstName')} label={labels.user.firstName} />
      <TextField
        {...text}
        name={at('displayName')}
        label={optional(labels.user.displayName)}
        hint="How colleagues see the person. Made from the names when left empty."
      />
      <TextField {...text} name={at('email')} label={optional(labels.user.email)} type="email" />
      <TextField
        {...text}
        name={at('phoneNumber')}
        label={optional(labels.user.phoneNumber)}
        hint="Where a code is sent when the password is forgotten"
        inputMode="tel"
      />
      <SelectField
        form={form}
        name={at('clinicianId')}
        label={optional(labels.user.clinicianId)}
        hint="On Today the person sees what this clinician owns"
        options={clinicians}
        optional="None"
        offersKnown={false}
        current={{ id: person?.clinicianId ?? null, name: person?.names.clinician ?? null }}
      />
      <SelectField
        form={form}
        name={at('teamMemberId')}
        label={optional(labels.user.teamMemberId)}
        options={teamMembers}
        optional="None"
        offersKnown={false}
        current={{ id: person?.teamMemberId ?? null, name: person?.names.teamMember ?? null }}
      />
      <TextField
        {...text}
        name={at('profession')}
        label={optional(labels.user.profession)}
        hint="As shown under the letters that the person signs, such as Physiotherapist"
      />
      <TextField
        {...text}
        name={at('registration')}
        label={optional(labels.user.registration)}
        hint="Body and number, such as HCPC PH123456. It is shown under letters too."
      />
      <CheckboxField
        form={form}
        name={at('isActive')}
        label={labels.user.isActive}
        hint="Without it the person is signed out at once and cannot sign in"
      />
    </>
  )
}
