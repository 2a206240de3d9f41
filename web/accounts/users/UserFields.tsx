import type { FieldValues } from 'react-hook-form'
import { FieldsWithin, type WithinProps } from '../../platform/ui/DescribedFields.tsx'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { UserView } from '../../../contract/accounts/user.ts'

interface UserFieldsProps<In extends FieldValues, Out> extends WithinProps<In, Out> {
  /** Who the user is in the lists of people. */
  person?: Pick<UserView['user'], 'clinicianId' | 'teamMemberId' | 'names'>
}

const ofPeople = { isOptional: true, unset: 'None', offersKnown: false } as const

export const UserFields = <In extends FieldValues, Out>({ person, ...rest }: UserFieldsProps<In, Out>) => (
  <FieldsWithin
    {...rest}
    labels={labels.user}
    record={person}
    fields={[
      { text: 'userName', width: 20, hint: 'What the person signs in with', autoFocus: true },
      { text: 'familyName', width: 20 },
      { text: 'firstName', width: 20 },
      {
        text: 'displayName',
        width: 20,
        isOptional: true,
        hint: 'How colleagues see the person. Made from the names when left empty.',
      },
      { text: 'email', width: 20, isOptional: true, type: 'email' },
      {
        text: 'phoneNumber',
        width: 20,
        isOptional: true,
        hint: 'Where a code is sent when the password is forgotten',
        inputMode: 'tel',
      },
      {
        lookup: 'clinicianId',
        of: 'clinician',
        hint: 'On Today the person sees what this clinician owns',
        ...ofPeople,
      },
      { lookup: 'teamMemberId', of: 'teamMember', ...ofPeople },
      {
        text: 'profession',
        width: 20,
        isOptional: true,
        hint: 'As shown under the letters that the person signs, such as Physiotherapist',
      },
      {
        text: 'registration',
        width: 20,
        isOptional: true,
        hint: 'Body and number, such as HCPC PH123456. It is shown under letters too.',
      },
      { tick: 'isActive', hint: 'Without it the person is signed out at once and cannot sign in' },
    ]}
  />
)
