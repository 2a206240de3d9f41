import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Sorted } from '../../../contract/platform/words/grid.ts'
import type { Paging } from '../../../contract/platform/calls/paging.ts'
import type { ListPage } from '../calls/listPage.ts'
import { useGridMemory } from './gridMemory.ts'

/** What a grid needs to know of a list that is longer than the rows it has. */
export interface LongList {
  /** How many there are, and how many of them the filter finds, as the server counts them. */
  all: string
  found: string
  /** Asks the server for this filter and order; what is typed waits until the typing pauses. */
  onArrange: (filter: string, sorted: Sorted) => void
  /** Rows of a page at most. */
  pageRows: number
  /** Reads the next page; null when all that is found is there. */
  more: (() => void) | null
  isBusy: boolean
  /** Why the rows do not follow what was asked for. */
  error: Error | null
  retry: () => void
}

/** Rows of a page that is not the whole list. */
const usualPageRows = 200
const typingPauseMs = 250

interface Asked {
  q: string
  sort: string | undefined
}
const askedOf = (filter: string, sorted: Sorted): Asked => ({ q: filter.trim(), sort: sortAsked(sorted) })

/** An order as the server is asked for it. */
export const sortAsked = ({ sortBy, isDescending = false }: Sorted): string | undefined =>
  sortBy === undefined ? undefined : `${isDescending ? '-' : ''}${sortBy}`

interface ListAsked<Row> {
  /** The name of the grid, which remembers filter and order. */
  name: string
  queryKey: readonly unknown[]
  read: (paging: Paging) => Promise<ListPage<Row>>
  /** The beginning of the list where it is known already: the answer of a search. */
  first?: ListPage<Row>
  /** Rows of a page, where the server gives fewer than usual. */
  pageRows?: number
}

/**
 * A list for a grid. When it comes whole, the grid filters and sorts it; when it is longer than what one call answers, the
 * server does, and sends more of it when asked.
 */
export const useLongList = <Row>({
  name,
  queryKey,
  read,
  first,
  pageRows = usualPageRows,
}: ListAsked<Row>) => {
  const memory = useGridMemory(name)
  const [asked, setAsked] = useState(() => askedOf(memory.filter, memory.sorted))
  const [isTyping, setTyping] = useState(false)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])

  const pages = { initialPageParam: '', getNextPageParam: ({ next }: ListPage<Row>) => next ?? undefined }
  const whole = useInfiniteQuery({
    ...pages,
    queryKey: [...queryKey, 'whole'],
    queryFn: ({ pageParam: after }) => read(after === '' ? {} : { after, limit: pageRows }),
    ...(first === undefined
      ? {
          refetchOnWindowFocus: 'always' as const,
          staleTime: 0,
          // As below: what another narrowing of the list showed stays until this one is there.
          placeholderData: keepPreviousData,
        }
      : { initialData: { pages: [first], pageParams: [''] }, staleTime: Infinity }),
  })
  const beginning = whole.data?.pages[0]
  const isLong = beginning !== undefined && beginning.total !== String(beginning.rows.length)
  const isArranged = isLong && (asked.q !== '' || asked.sort !== undefined)
  const arranged = useInfiniteQuery({
    ...pages,
    queryKey: [...queryKey, 'arranged', asked],
    queryFn: ({ pageParam: after }) =>
      read({
        limit: pageRows,
        ...(asked.q === '' ? {} : { q: asked.q }),
        ...(asked.sort === undefined ? {} : { sort: asked.sort }),
        ...(after === '' ? {} : { after }),
      }),
    enabled: isArranged,
    // What is there stays until its successor comes, so that nothing moves meanwhile.
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

  const query = isArranged ? arranged : whole
  const data = isArranged ? (arranged.data ?? whole.data) : whole.data
  const isWaiting = isArranged && (arranged.data === undefined || arranged.isPlaceholderData)
  const long: LongList | undefined = isLong
    ? {
        all: beginning.total,
        found: data?.pages[0]?.total ?? beginning.total,
        pageRows,
        onArrange: (filter, sorted) => {
          const next = askedOf(filter, sorted)
          clearTimeout(pause.current)
          setTyping(next.q !== asked.q)
          if (next.q === asked.q) return setAsked(next)
          pause.current = setTimeout(() => {
            setAsked(next)
            setTyping(false)
          }, typingPauseMs)
        },
        more: query.hasNextPage && !isWaiting ? () => void query.fetchNextPage() : null,
        isBusy: isTyping || (isWaiting && arranged.error === null) || query.isFetchingNextPage,
        error: query.error,
        retry: () => void query.refetch(),
      }
    : undefined
  return {
    /** Undefined until the list is there. */
    rows: data?.pages.flatMap(({ rows }) => rows),
    total: beginning?.total,
    /** How many of them are late, for this week and later, where the list says so. */
    counts: beginning?.due,
    long,
    /** Why there is no list at all. */
    error: whole.data === undefined ? whole.error : null,
    refetch: () => void whole.refetch(),
    readAt: query.dataUpdatedAt,
    /** The rows are still those that were asked for before. */
    isOutdated: whole.isPlaceholderData,
  }
}
