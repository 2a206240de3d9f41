import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Sorted } from '../../../contract/platform/words/grid.ts'
import type { Paging } from '../../../contract/platform/calls/paging.ts'
import type { ListPage } from '../calls/listPage.ts'
import { useGridMemory } from './gridMemory.ts'

/** Describes a list that is longer than the rows a grid has. */
export interface LongList {
  /** The number of rows, and the number that match the filter, as counted by the server. */
  all: string
  found: string
  /** Requests this filter and order from the server. A typed filter waits until the typing pauses. */
  onArrange: (filter: string, sorted: Sorted) => void
  /** Maximum rows of a page. */
  pageRows: number
  /** Reads the next page; null if all matching rows are loaded. */
  more: (() => void) | null
  isBusy: boolean
  /** Why the rows do not match what was requested. */
  error: Error | null
  retry: () => void
}

/** Rows of a page, if the page is not the whole list. */
const usualPageRows = 200
const typingPauseMs = 250

interface Asked {
  q: string
  sort: string | undefined
}
const askedOf = (filter: string, sorted: Sorted): Asked => ({ q: filter.trim(), sort: sortAsked(sorted) })

/** The order in the form that the server expects. */
export const sortAsked = ({ sortBy, isDescending = false }: Sorted): string | undefined =>
  sortBy === undefined ? undefined : `${isDescending ? '-' : ''}${sortBy}`

interface ListAsked<Row> {
  /** The name of the grid, under which filter and order are remembered. */
  name: string
  queryKey: readonly unknown[]
  read: (paging: Paging) => Promise<ListPage<Row>>
  /** The first page of the list if it is already known, as from a search. */
  first?: ListPage<Row>
  /** Rows of a page, if the server gives fewer than usual. */
  pageRows?: number
}

/**
 * A list for a grid. If all of it arrives in one reply, the grid filters and sorts it. If it is longer, the server
 * filters and sorts it, and sends more on request.
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
          // As below: rows of another narrowing of the list stay until the new ones are loaded.
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
    // The shown rows stay until the next ones are loaded, so that nothing moves meanwhile.
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
    /** Undefined until the list is loaded. */
    rows: data?.pages.flatMap(({ rows }) => rows),
    total: beginning?.total,
    /** How many rows are late, due this week and due later, if the list has due days. */
    counts: beginning?.due,
    long,
    /** Why no part of the list could be loaded. */
    error: whole.data === undefined ? whole.error : null,
    refetch: () => void whole.refetch(),
    readAt: query.dataUpdatedAt,
    /** The rows are still those of the previous request. */
    isOutdated: whole.isPlaceholderData,
  }
}
