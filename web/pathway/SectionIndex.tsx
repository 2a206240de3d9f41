import { usePathway } from '../frames/PathwayFrame.tsx'

/** Beside the sections: a link to each, with how many records it has. */
export const SectionIndex = () => {
  const view = usePathway()
  const sections: [anchor: string, title: string, count: number | null][] = [
    ['referral', 'Referral', null],
    ['frat', 'FRAT', view.frat.length],
    ['wellbeing', 'Wellbeing', view.wellbeing.length],
    ['treatmentPlan', 'Treatment plans', view.treatmentPlan.length],
    ['exercise', 'Exercise', view.exercise.length],
    ['followup', 'Follow-ups', view.followup.length],
    ['equipmentAssessment', 'Equipment', view.equipmentAssessment.length],
    ['onwardReferral', 'Onward referrals', view.onwardReferral.length],
    ['bmi', 'BMI', view.bmi.length],
    ['documents', 'Documents', view.documents.length],
    ['general', 'General', null],
    ['comments', 'Comments', null],
    ['consent', 'Consent', null],
    ['closing', view.stage.open ? 'Discharge' : 'Closed', null],
    ['history', 'Timeline', null],
  ]
  return (
    <nav className="sf-index" aria-label="Sections of this pathway">
      <ul>
        {sections.map(([anchor, title, count]) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>
              {title} {count !== null && <span>{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
