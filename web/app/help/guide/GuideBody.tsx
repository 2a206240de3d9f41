import { Link } from '@tanstack/react-router'
import { pageOfGuide, type Guide } from './guides.ts'
import { guidePictures } from './guidePictures.ts'
import type { Block, Piece } from './readGuide.ts'
import { topicTitled } from '../topics/topics.ts'

/** A guide without its title. */
export const GuideBody = ({ blocks }: Guide) =>
  blocks.map((block, place) => <BlockText key={place} block={block} />)

const BlockText = ({ block }: { block: Block }) => {
  if (block.kind === 'heading') return <h2 className="nhsuk-heading-m">{block.text}</h2>
  if (block.kind === 'picture') return <Picture name={block.name} words={block.words} />
  if (block.kind === 'paragraph')
    return (
      <p>
        <Pieces of={block.pieces} />
      </p>
    )
  const List = block.kind === 'steps' ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((pieces, place) => (
        <li key={place}>
          <Pieces of={pieces} />
        </li>
      ))}
    </List>
  )
}

const Pieces = ({ of: pieces }: { of: readonly Piece[] }) =>
  pieces.map((piece, place) => <PieceText key={place} piece={piece} />)

const PieceText = ({ piece }: { piece: Piece }) => {
  switch (piece.kind) {
    case 'words':
      return piece.text
    case 'name':
      return <strong>{piece.text}</strong>
    case 'command':
      return <code>{piece.text}</code>
    case 'topic':
      return (
        <Link to="/falls/help/$topic" params={{ topic: topicTitled(piece.text)?.id ?? '' }}>
          {piece.text}
        </Link>
      )
    case 'guide':
      return (
        <Link to="/falls/help/$topic" params={{ topic: pageOfGuide(piece.id) }}>
          {piece.text}
        </Link>
      )
  }
}

/**
 * A gallery picture shows a screen at three widths, in light above dark mode. This shows the part that matches the
 * reader’s screen; the link opens the whole picture.
 */
const Picture = ({ name, words }: { name: string; words: string }) => {
  const address = guidePictures.get(name)
  return (
    <figure className="sf-guide__picture">
      <img src={address} alt="" loading="lazy" />
      <figcaption>
        {words}{' '}
        <a href={address} target="_blank" rel="noreferrer" className="sf-off-paper">
          Whole picture<span className="nhsuk-u-visually-hidden"> of {words}</span> (opens in a new tab)
        </a>
      </figcaption>
    </figure>
  )
}
