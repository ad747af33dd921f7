import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { DemoClock } from "./DemoClock.ts"
import { memberIds } from "./demoMembers.ts"
import { venues } from "./venues.ts"

/** M1 has V1, V3 and D2, which lacks all optional fields; M2 has V2 (MEM-110, MEM-111). */
const plan = [
  { member: "M1", venue: "V1", days: 3 },
  { member: "M1", venue: "V3", days: 12 },
  { member: "M1", venue: "D2", days: 40 },
  { member: "M2", venue: "V2", days: 5 }
] as const

export const demoFavorites = (clock: DemoClock): Pick<Dataset, "favorites"> => ({
  favorites: plan.map(({ days, member, venue }) => ({
    memberId: memberIds[member],
    propertyId: venues[venue].id,
    createdAt: clock.ago({ days })
  }))
})
