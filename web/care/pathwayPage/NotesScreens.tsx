import { useQuery } from '@tanstack/react-query'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import {
  commentsForm,
  consentForm,
  generalForm,
  vasForm,
} from '../../../contract/pathways/referral/pathway.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextAreaField } from '../../platform/ui/TextAreaField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { answerText, YesNoField } from '../../platform/ui/YesNoField.tsx'
import { idText } from '../../platform/ui/idText.ts'
import { PartForm } from './PartForm.tsx'
import { savePart } from './parts.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'

export const Comments = () => {
  const { pathway } = usePathway()
  const form = useZodForm(commentsForm, { comments: pathway.comments ?? '' })
  return (
    <PartForm
      title="Comments"
      section="comments"
      said="Comments saved"
      form={form}
      save={(values, version) => savePart(pathway, version, values)}
    >
      <TextAreaField form={form} name="comments" label={labels.pathway.comments} rows={8} />
    </PartForm>
  )
}

/** General notes can still be edited after the pathway is closed; the scale cannot. */
export const General = () => {
  const { pathway, stage } = usePathway()
  const { data: scale } = useQuery(lookupQuery('vasScale'))
  const form = useZodForm(generalForm.extend(vasForm.shape), {
    generalNotes: pathway.generalNotes ?? '',
    vasScaleId: idText(pathway.vasScaleId),
  })
  return (
    <PartForm
      title="General"
      section="general"
      said="General notes saved"
      form={form}
      save={({ generalNotes, vasScaleId }, version) =>
        savePart(pathway, version, stage.open ? { generalNotes, vasScaleId } : { generalNotes })
      }
    >
      <TextAreaField form={form} name="generalNotes" label={labels.pathway.generalNotes} rows={8} />
      {stage.open && (
        <SelectField
          form={form}
          name="vasScaleId"
          label={optional(labels.pathway.vasScaleId)}
          hint="The person’s own rating of their health today: 0 is the worst they can imagine, 100 the best"
          options={scale}
          optional
          current={{ id: pathway.vasScaleId, name: pathway.names.vasScale }}
        />
      )}
    </PartForm>
  )
}

export const PathwayConsent = () => {
  const { pathway } = usePathway()
  const form = useZodForm(consentForm, {
    consentGiven: answerText(pathway.consentGiven),
    consentDate: pathway.consentDate ?? '',
  })
  return (
    <PartForm
      title="Consent"
      section="consent"
      said="Consent saved"
      form={form}
      save={(values, version) => savePart(pathway, version, values)}
    >
      <YesNoField form={form} name="consentGiven" label={labels.pathway.consentGiven} />
      <DateField form={form} name="consentDate" label={optional(labels.pathway.consentDate)} />
    </PartForm>
  )
}
