import {
  addListPart,
  allLists,
  checkList,
  getList,
  loadList,
  sendToTriage,
  startListUpload,
} from '../../../contract/exchange/caseFinding/caseFinding.ts'
import {
  lateLists,
  listedPeople,
  longUnreached,
} from '../../../contract/exchange/caseFinding/listedPeople.ts'
import {
  checked,
  csvOf,
  described,
  loaded,
  somebody,
  uploaded,
} from '../../exchange/testing/caseFindingWorld.ts'
import type { World } from '../world/world.ts'
import { known, type KnownCall } from './knownCall.ts'

const aFile = () => csvOf([somebody(), somebody(), { ...somebody(), dateOfBirth: 'soon' }])
const { legalBasis: _, ...list } = described()

export const aList = ({ service, user }: World) => loaded(service, aFile(), user)

/** An upload that was checked. */
export const anUpload = async ({ service, user }: World): Promise<{ id: number }> => ({
  id: (await checked(service, aFile(), user)).id,
})

/** The calls about case-finding lists. */
export const knownCaseFindingCalls: readonly KnownCall[] = [
  known(allLists, {}),
  known(getList, async (world) => ({ id: (await aList(world)).id })),
  known(startListUpload, {}),
  known(addListPart, async (world) => ({
    id: (await anUpload(world)).id,
    part: 2,
    bytes: Buffer.from('\r\n').toString('base64'),
  })),
  known(checkList, async ({ service, user }) => ({ id: await uploaded(service, aFile(), user), ...list })),
  known(loadList, async (world) => ({ id: (await anUpload(world)).id, ...described() })),
  known(sendToTriage, async (world) => {
    const { id, version } = await aList(world)
    return { id, version, count: 1 }
  }),
  known(listedPeople, async (world) => ({ id: (await aList(world)).id })),
  known(lateLists, {}),
  known(longUnreached, {}),
]
