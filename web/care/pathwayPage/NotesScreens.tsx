import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { labels } from '../../../contract/platform/words/labels.ts'
import {
  commentsForm,
  consentForm,
  generalForm,
  vasForm,
} from '../../../contract/pathways/referral/pathway.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { answerText } from '../../platform/ui/YesNoField.tsx'
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
      <Fields form={form} labels={labels.pathway} fields={[{ lines: 'comments', rows: 8 }]} />
    </PartForm>
  )
}

/** General notes can still be edited after the pathway is closed; the scale cannot. */
export const General = () => {
  const { pathway, stage } = usePathway()
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
      <Fields
        form={form}
        labels={labels.pathway}
        record={pathway}
        fields={[
          { lines: 'generalNotes', rows: 8 },
          stage.open && {
            lookup: 'vasScaleId',
            of: 'vasScale',
            isOptional: true,
            hint: 'The person’s own rating of their health today: 0 is the worst they can imagine, 100 the best',
          },
        ]}
      />
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
      <Fields
        form={form}
        labels={labels.pathway}
        fields={[{ yesNo: 'consentGiven' }, { day: 'consentDate', isOptional: true }]}
      />
    </PartForm>
  )
}
