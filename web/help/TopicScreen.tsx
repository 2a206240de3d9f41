import { Link, useParams } from '@tanstack/react-router'
import { PageTitle } from '../ui/PageTitle.tsx'
import { TopicText } from './TopicText.tsx'
import { helpOf } from './topics.ts'

/** One page of help. */
export const TopicScreen = () => {
  const { topic: id } = useParams({ from: '/falls/help/$topic' })
  const topic = helpOf(id)
  return (
    <>
      <PageTitle>{topic?.title ?? 'No such page of help'}</PageTitle>
      {topic === undefined ? (
        <p>It may have been renamed.</p>
      ) : (
        <section className="sf-card sf-help">
          <TopicText {...topic} />
        </section>
      )}
      <p>
        <Link to="/falls/help">All help</Link>
      </p>
    </>
  )
}
