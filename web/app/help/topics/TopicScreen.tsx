import { Link, useParams } from '@tanstack/react-router'
import { PageTitle } from '../../../platform/ui/PageTitle.tsx'
import { PrintButton } from '../../../platform/ui/PrintButton.tsx'
import { GuideBody } from '../guide/GuideBody.tsx'
import { guideOfPage } from '../guide/guides.ts'
import { TopicText } from './TopicText.tsx'
import { helpOf } from './topics.ts'

/** One help topic, or one guide. */
export const TopicScreen = () => {
  const { topic: id } = useParams({ from: '/falls/help/$topic' })
  const topic = helpOf(id)
  const guide = guideOfPage(id)
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>{topic?.title ?? guide?.title ?? 'No such page of help'}</PageTitle>
        {guide !== undefined && <PrintButton />}
      </div>
      {guide !== undefined ? (
        <section className="sf-card sf-guide">
          <GuideBody {...guide} />
        </section>
      ) : topic === undefined ? (
        <p>It may have been renamed.</p>
      ) : (
        <section className="sf-card sf-help">
          <TopicText {...topic} />
        </section>
      )}
      <p className="sf-off-paper">
        <Link to="/falls/help">All help</Link>
      </p>
    </>
  )
}
