import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime, formatYesNo, orNotRecorded } from '../../contract/format.ts'
import { labels } from '../../contract/labels.ts'
import { DocumentsSection } from '../documents/DocumentsSection.tsx'
import { History } from '../records/History.tsx'
import { OwnerSection } from './OwnerSection.tsx'
import { useMay } from '../session.ts'
import { TasksSection } from './TasksSection.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { useScrollToSection } from '../ui/useScrollToSection.ts'
import { DeletedRecords } from './DeletedRecords.tsx'
import { usePathway } from '../frames/PathwayFrame.tsx'
import { KindSection, sectionKindsOf } from './recordSections.tsx'
import { LeftListNotice } from './LeftListNotice.tsx'
import { Pairs, Section } from './Section.tsx'
import { SectionIndex } from './SectionIndex.tsx'
import { StageStrip } from './StageStrip.tsx'
import { Timeline } from './Timeline.tsx'

/** The whole pathway on one page: stage, sections with Add in place, and what happened. */
export const PathwayScreen = () => {
  const view = usePathway()
  const { pathway, patient, stage, documents } = view
  const { section } = useSearch({ from: '/falls/pathway' })
  useScrollToSection(section)
  return (
    <>
      <div className="sf-pathway__head">
        <PageTitle>Pathway</PageTitle>
        <Link to="/falls/patient/view" search={{ id: patient.id }}>
          Patient details
        </Link>
        <PrintButton />
      </div>
      <LeftListNotice />
      <StageStrip stage={stage} />
      <div className="sf-pathway">
        <SectionIndex />
        <div className="sf-pathway__sections">
          <ReferralSection />
          <OwnerSection />
          <TasksSection />
          {sectionKindsOf(view).map((kind) => (
            <KindSection key={kind} kind={kind} />
          ))}
          <DocumentsSection pathway={pathway} patient={patient} documents={documents} />
          <NotesSections />
          <ClosingSection />
          <DeletedRecords />
          <History kind="pathway" id={pathway.id} version={pathway.version} />
        </div>
        <Timeline />
      </div>
    </>
  )
}

type ActionScreen = 'referral' | 'general' | 'comments' | 'consent' | 'cancel' | 'reinstate' | 'discharge'

/** A button of this pathway that leads to one of its screens. */
const Action = ({ to, label, children }: { to: ActionScreen; label?: string; children: ReactNode }) => {
  const { pathway, patient } = usePathway()
  return (
    <Link
      className="sf-button"
      to={`/falls/pathway/${to}`}
      search={{ id: pathway.id, patientId: patient.id }}
      aria-label={label}
    >
      {children}
    </Link>
  )
}

const ReferralSection = () => {
  const { pathway, stage } = usePathway()
  const may = useMay('pathway.write')
  return (
    <Section
      id="referral"
      title="Referral"
      action={
        may &&
        stage.open && (
          <Action to="referral" label="Edit referral">
            Edit
          </Action>
        )
      }
    >
      <Pairs
        rows={[
          ['Referral date', formatDate(pathway.referralDate)],
          [labels.pathway.receivedDate, orNotRecorded(formatDate(pathway.receivedDate))],
          ['Referrer', orNotRecorded(pathway.names.referrer)],
          ['Method', orNotRecorded(pathway.names.referralMethod)],
          ['Recorded', `${formatDateTime(pathway.recordedAt)} ${pathway.recordedBy ?? ''}`],
        ]}
      />
    </Section>
  )
}

const NotesSections = () => {
  const { pathway, flags } = usePathway()
  const refusal = flags.find(({ kind }) => kind === 'consentRefused')
  const may = useMay('pathway.write')
  const edit = (to: ActionScreen, what: string) =>
    may && (
      <Action to={to} label={`Edit ${what}`}>
        Edit
      </Action>
    )
  return (
    <>
      <Section id="general" title="General" action={edit('general', 'general notes')}>
        <Pairs
          rows={[
            ['General notes', <span className="sf-text">{orNotRecorded(pathway.generalNotes)}</span>],
            ['VAS scale', orNotRecorded(pathway.names.vasScale)],
          ]}
        />
      </Section>
      <Section id="comments" title="Comments" action={edit('comments', 'comments')}>
        <p className="sf-text">{orNotRecorded(pathway.comments)}</p>
      </Section>
      <Section id="consent" title="Consent" note="to sharing" action={edit('consent', 'consent')}>
        <Pairs
          rows={[
            ['Consent given', formatYesNo(pathway.consentGiven)],
            ['Consent date', formatDate(pathway.consentDate)],
            ...(refusal === undefined ? [] : [['Of the patient', refusal.text] as [string, string]]),
          ]}
        />
      </Section>
    </>
  )
}

/** How the pathway ends, and what can be done about it now. */
const ClosingSection = () => {
  const { pathway, stage } = usePathway()
  const may = useMay('pathway.write')
  const mayDischarge = useMay('clinical.write')
  const { names } = pathway
  const isCancelled = pathway.cancelReferralDate !== null
  const isDischarged = pathway.dischargeDate !== null
  return (
    <Section
      id="closing"
      title={isCancelled ? 'Cancellation' : isDischarged ? 'Discharge' : 'Discharge or cancellation'}
      action={
        may && (
          <span className="sf-actions">
            {stage.open && mayDischarge && <Action to="discharge">Discharge</Action>}
            {stage.open && <Action to="cancel">Cancel referral</Action>}
            {isCancelled && <Action to="reinstate">Reinstate</Action>}
            {isCancelled && (
              <Action to="cancel" label="Edit cancellation">
                Edit
              </Action>
            )}
            {isDischarged && mayDischarge && (
              <Action to="discharge" label="Edit discharge">
                Edit
              </Action>
            )}
          </span>
        )
      }
    >
      {stage.open && <p className="sf-quiet">This pathway is open.</p>}
      {isCancelled && (
        <Pairs
          rows={[
            ['Cancellation date', formatDate(pathway.cancelReferralDate)],
            ['Reason', orNotRecorded(names.declinedReferral)],
            ['Team member', orNotRecorded(names.teamMember)],
          ]}
        />
      )}
      {isDischarged && (
        <Pairs
          rows={[
            ['Discharge date', formatDate(pathway.dischargeDate)],
            ['Reason', orNotRecorded(names.dischargeReason)],
            ['Clinician', orNotRecorded(names.dischargeClinician)],
            ['Discharged to', orNotRecorded(names.dischargedTo)],
          ]}
        />
      )}
    </Section>
  )
}
