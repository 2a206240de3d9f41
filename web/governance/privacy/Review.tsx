import { useWatch } from 'react-hook-form'
import {
  mostDecisions,
  reviewForm,
  reviewSubjectRequest,
  type SubjectItem,
  type SubjectRequest,
} from '../../../contract/governance/subjectRequest.ts'
import { downloadDocument } from '../../../contract/pathways/document.ts'
import { call } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { ChoiceField } from '../../platform/ui/ChoiceField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { forgetSubjectRequests } from './subjectRequestQueries.ts'

const choiceOf = ({ isReleased }: SubjectItem) =>
  isReleased === null ? null : isReleased ? ('release' as const) : ('withhold' as const)

const useReviewForm = (items: readonly SubjectItem[]) =>
  useZodForm(reviewForm, {
    decisions: items.map((item) => ({
      key: item.key,
      fingerprint: item.fingerprint,
      choice: choiceOf(item),
      reason: item.reason ?? '',
    })),
  })
type ReviewForm = ReturnType<typeof useReviewForm>

/** Everything that is held, part by part. Each part is released, or withheld with a reason. */
export const Review = ({ request, left }: { request: SubjectRequest; left: number }) => {
  const { id, patientId, items } = request
  const form = useReviewForm(items)
  const sections = Map.groupBy(
    items.map((item, index) => ({ item, index })),
    ({ item }) => item.section,
  )
  const plain = items.flatMap(({ caution, isReleased }, index) =>
    caution === null && isReleased === null ? [index] : [],
  )
  return (
    <section aria-labelledby="review">
      <h2 className="nhsuk-heading-m" id="review">
        Look through the record
      </h2>
      <p>
        Leave out what is about somebody else who has not agreed, and what could do serious harm to anybody.
        You can save what you have decided so far and continue later. Whatever changes in the record after
        that must be decided again.
      </p>
      {plain.length > 0 && (
        <p>
          <button
            type="button"
            className="sf-button"
            onClick={() => {
              for (const index of plain)
                form.setValue(`decisions.${index}.choice`, 'release', { shouldDirty: true })
            }}
          >
            Mark the {plain.length} parts without free text or other people as released
          </button>
        </p>
      )}
      <FormFrame
        form={form}
        guarded
        submit={left === 0 ? 'Save changed decisions' : 'Save decisions'}
        onSave={async ({ decisions }) => {
          const made = decisions.flatMap(({ choice, reason, ...which }, index) => {
            const item = items[index]
            const isReleased = choice === 'release'
            const isSame = item?.isReleased === isReleased && (isReleased || item.reason === reason)
            return !choice || isSame ? [] : [{ ...which, isReleased, reason: isReleased ? null : reason }]
          })
          let { version } = request
          for (let from = 0; from < made.length; from += mostDecisions) {
            const some = made.slice(from, from + mostDecisions)
            version = (await call(reviewSubjectRequest, { id, version, patientId, decisions: some })).version
          }
          toast(made.length === 0 ? 'Nothing has changed' : 'Decisions saved')
          await forgetSubjectRequests()
        }}
      >
        {[...sections].map(([title, parts]) => (
          <section key={title} className="sf-card sf-part" aria-label={title}>
            <h3 className="nhsuk-heading-s">{title}</h3>
            {parts.map(({ item, index }) => (
              <Item key={item.key} form={form} item={item} index={index} />
            ))}
          </section>
        ))}
      </FormFrame>
    </section>
  )
}

const Item = ({ form, item, index }: { form: ReviewForm; item: SubjectItem; index: number }) => {
  const { title, caution, entries, documentId, hasChanged } = item
  const choice = useWatch({ control: form.control, name: `decisions.${index}.choice` })
  return (
    <div className="sf-review">
      <div>
        {caution !== null && <p className="sf-review__caution">{caution}</p>}
        {hasChanged && <p className="sf-review__caution">This changed since it was decided. Look again.</p>}
        {entries.map((entry) => (
          <Entry key={entry.title} entry={entry} hasTitle={entries.length > 1} />
        ))}
        {entries.length === 0 && <p className="sf-quiet">Nothing is recorded.</p>}
        {documentId !== undefined && (
          <WorkButton work={() => download(downloadDocument, { id: documentId })} label={`Open ${title}`}>
            Open document
          </WorkButton>
        )}
      </div>
      <div>
        <ChoiceField
          form={form}
          name={`decisions.${index}.choice`}
          label={title}
          options={[
            { id: 'release', name: 'Release' },
            { id: 'withhold', name: 'Withhold' },
          ]}
          isInline
        />
        {choice === 'withhold' && (
          <TextField
            form={form}
            name={`decisions.${index}.reason`}
            label={`Why ${title} is withheld`}
            hint="Stays in the service; the patient is not told"
            autoComplete="off"
          />
        )}
      </div>
    </div>
  )
}

const Entry = ({ entry, hasTitle }: { entry: SubjectItem['entries'][number]; hasTitle: boolean }) => (
  <>
    {hasTitle && <p className="sf-review__entry">{entry.title}</p>}
    <dl className="sf-facts">
      {entry.facts.map(({ label, value }, index) => (
        <div key={`${label}-${index}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </>
)
