import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { AddressFields } from '../../patients/patient/AddressFields.tsx'
import { ContactFields } from '../../patients/patient/ContactFields.tsx'
import { DemographicsFields } from '../../patients/patient/DemographicsFields.tsx'
import { NameOrder } from '../../patients/patient/NameOrder.tsx'
import { NextOfKinFields } from '../../patients/patient/NextOfKinFields.tsx'

interface RegisterBlocksProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** Names that do not show which one is the family name; empty if there are none. */
  names?: string
  /** Shown below the NHS number. */
  belowNumber: ReactNode
  gp: ReactNode
  referral: ReactNode
}

/**
 * The fields of a patient with a referral. On a wide screen the left column has the required fields and the right
 * column the optional ones, so that Tab goes down the left column first.
 */
export const RegisterBlocks = <In extends FieldValues, Out>({
  form,
  names = '',
  belowNumber,
  gp,
  referral,
}: RegisterBlocksProps<In, Out>) => (
  <div className="sf-two-columns">
    <div>
      <Block title="Patient">
        <NameOrder form={form} within="patient." names={names} />
        <DemographicsFields form={form} within="patient." belowNumber={belowNumber} />
        {gp}
      </Block>
      <Block title="Referral">{referral}</Block>
    </div>
    <div>
      <Block title="Address (optional)">
        <AddressFields form={form} within="patient." />
      </Block>
      <Block title="Contact (optional)">
        <ContactFields form={form} within="patient." />
      </Block>
      <Block title="Next of kin (optional)">
        <NextOfKinFields form={form} within="nextOfKin." />
      </Block>
    </div>
  </div>
)

/** The fields of one of the specified screens, under its heading. Two blocks may use the same field label. */
const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="nhsuk-fieldset sf-block">
    <legend className="nhsuk-fieldset__legend nhsuk-fieldset__legend--m">
      <h2 className="nhsuk-fieldset__heading">{title}</h2>
    </legend>
    {children}
  </fieldset>
)
