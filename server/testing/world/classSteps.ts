import { closeClass, closingChoices, type ClosingChoice } from '../../../contract/care/classes/closing.ts'
import {
  acceptPlace,
  classesOfPathway,
  classPeople,
  enrol,
  leaveClass,
  offerPlace,
  type ClassPerson,
  type PathwayClasses,
} from '../../../contract/care/classes/place.ts'
import { offerSlot, refuseSlot } from '../../../contract/care/clinics/slot.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { aClass } from '../known/knownClasses.ts'
import { aClinic, slotsOf } from '../known/knownClinics.ts'
import { aClinician, aPathway, type Saved } from './factories.ts'
import { ago, ask, type Step, type StoryWorld } from './storySteps.ts'

const weeks = 12

/** A place in a class of twelve weeks since the first session, so many days ago. */
export const placeFrom =
  (days: number): Step =>
  async (world) => {
    const { service, user, ground } = world
    const { id: classId } = await aClass(service, user, { firstDate: ago(world, days), weeks })
    world.inClass = { classId, otherPlaceId: null }
    const joinedDate = ago(world, days)
    await ask(world, enrol, { pathwayId: ground.pathwayId, classId, transport: 'own', joinedDate })
  }

/** On that day it is decided that the person waits for a full class, which meets today too. */
export const waits =
  (days: number): Step =>
  async (world) => {
    const { service, user, ground, day } = world
    const firstDate = ago(world, 42)
    const { id: classId } = await aClass(service, user, { firstDate, weeks, capacity: 1 })
    const other = await aPathway(service, user, { referralDate: ago(world, 60) })
    const taken = { pathwayId: other.id, classId, transport: 'own', joinedDate: firstDate } as const
    const { id: otherPlaceId } = (await ask(world, enrol, taken)) as Saved
    world.inClass = { classId, otherPlaceId }
    world.setDay(ago(world, days))
    await ask(world, enrol, { pathwayId: ground.pathwayId, classId, transport: 'own' })
    world.setDay(day)
  }

const placeOf = async ({ service, user, ground }: StoryWorld): Promise<{ id: number; version: number }> => {
  const { body } = await service.ask(classesOfPathway, { pathwayId: ground.pathwayId }, user)
  const [place] = (body as PathwayClasses).places
  if (place === undefined) throw new Error('The story has no place in a class yet')
  return { id: place.id, version: place.version }
}

/** The other person goes on at home, and the place is offered. */
export const isOffered: Step = async (world) => {
  const { inClass } = world
  await ask(world, leaveClass, {
    ...{ id: inClass?.otherPlaceId ?? 0, leftDate: world.day },
    ...{ leftReason: 'home', planAnswer: 'goesOn' },
  })
  await ask(world, offerPlace, await placeOf(world))
}

export const accepts: Step = async (world) => {
  await ask(world, acceptPlace, await placeOf(world))
}

/** What is said when the person leaves on that day, or no longer waits. */
export const leaves =
  (
    days: number,
    answer: Pick<InputOf<typeof leaveClass>, 'leftReason' | 'planAnswer' | 'elsewhereTo'>,
  ): Step =>
  async (world) => {
    await ask(world, leaveClass, { ...(await placeOf(world)), leftDate: ago(world, days), ...answer })
  }

/** The class ends on that day, with this answer for the person. */
export const closes =
  (days: number, code: ClosingChoice): Step =>
  async (world) => {
    const { service, user, ground, inClass } = world
    const id = inClass?.classId ?? 0
    const people = (await service.ask(classPeople, { id }, user)).body as ClassPerson[]
    const choice = closingChoices.find((each) => each.code === code)
    if (choice === undefined) throw new Error(`There is no answer ${code}`)
    const { leftReason, planAnswer } = choice
    await ask(world, closeClass, {
      ...{ id, lastDate: ago(world, days) },
      people: people
        .filter(({ pathwayId, state }) => pathwayId === ground.pathwayId && state === 'joined')
        .map((person) => ({ placeId: person.id, version: person.version, leftReason, planAnswer })),
    })
  }

/** A free slot is offered to the person, who says no. */
export const refusesSlot: Step = async (world) => {
  const { service, user, ground } = world
  const clinicianId = await aClinician(service)
  await aClinic(service, user, { clinicianId })
  const [slot] = await slotsOf(service, user, clinicianId)
  const { id, version } = (await ask(world, offerSlot, {
    slotId: slot?.id ?? 0,
    pathwayId: ground.pathwayId,
  })) as Saved
  await ask(world, refuseSlot, { id, version })
}
