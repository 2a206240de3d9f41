import { contactHazards } from './hazards/contact.ts'
import { disclosureHazards } from './hazards/disclosure.ts'
import { factHazards } from './hazards/facts.ts'
import { identityHazards } from './hazards/identity.ts'
import { listHazards } from './hazards/lists.ts'
import { missedHazards } from './hazards/missed.ts'
import { workHazards } from './hazards/work.ts'
import type { Hazard } from './hazard.ts'

const numberOf = ({ id }: Hazard): number => Number(id.slice('CS-'.length))

/** Every hazard that is known, by its number. docs/safety/hazards.md is made from it. */
export const hazardLog: readonly Hazard[] = [
  ...identityHazards,
  ...factHazards,
  ...listHazards,
  ...missedHazards,
  ...contactHazards,
  ...workHazards,
  ...disclosureHazards,
].sort((one, other) => numberOf(one) - numberOf(other))
