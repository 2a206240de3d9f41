import { useSearch } from '@tanstack/react-router'
import { shownPeopleCodes } from '../../../contract/exchange/caseFinding/listedPeople.ts'
import { useMay } from '../../platform/session/session.ts'
import { ListPage } from './ListPage.tsx'
import { ListsOverview } from './ListsOverview.tsx'
import { LoadList } from './LoadList.tsx'

/** Lists of people who may need the service: all of them, one of them, or loading another. */
export const CaseFindingScreen = () => {
  const { list, step, shown: asked, page = 1 } = useSearch({ from: '/falls/case-finding' })
  const mayLoad = useMay('caseFinding.write')
  if (step === 'load' && mayLoad) return <LoadList />
  const shown = shownPeopleCodes.find((code) => code === asked)
  return list === undefined ? <ListsOverview /> : <ListPage id={list} shown={shown} page={page} />
}
