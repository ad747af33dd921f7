import { Effect } from "effect"
import { arrivalXid } from "../../src/demo/demoArrivals.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { type VenueName, venueDocumentId } from "../../src/demo/venues.ts"
import { PartnerCaller } from "../../src/domain/access/PartnerCaller.ts"
import type { Reach } from "../../src/domain/access/Reach.ts"
import { ArrivalSnapshots } from "../../src/domain/arrivals/ArrivalSnapshots.ts"
import { acknowledgeArrival } from "../../src/domain/arrivals/acknowledgeArrival.ts"
import { getArrival } from "../../src/domain/arrivals/getArrival.ts"
import { listArrivals } from "../../src/domain/arrivals/listArrivals.ts"
import { rebuildBatch } from "../../src/domain/arrivals/rebuildTasks.ts"
import { setBenefitOverride } from "../../src/domain/benefits/setBenefitOverride.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { demo, now } from "./arrivalServices.ts"
import { atTime } from "./atTime.ts"
import { ofA } from "./reaches.ts"

const { A } = organizationIds

/** A desk of Org A that reaches these venues. */
export const asDesk = (reach: Reach) =>
  Effect.provideService(PartnerCaller, {
    principal: { kind: "key", id: "key", name: "Desk" },
    organization: { id: A, xid: "organization", name: "Organization", slug: "organization" },
    reach,
    permissions: new Set<string>(),
    authLevel: "partner",
    globalScope: false,
    environment: "development",
    emulation: null
  })

export const benefitsOfA = demo.benefits.filter(
  ({ archivedAt, organizationId }) => organizationId === A && archivedAt === null
)

/** Overrides every benefit of Org A at a venue, by the operation of the Partner API. */
export const override = (
  venue: VenueName,
  settings: { readonly overriddenName?: string; readonly enabled?: boolean }
) =>
  Effect.forEach(benefitsOfA, ({ xid }) => atomically(setBenefitOverride(xid, venueDocumentId(venue), settings)), {
    discard: true
  }).pipe(asDesk(ofA), atTime(now))

export const list = (query: Partial<Parameters<typeof listArrivals>[0]> = {}, reach: Reach = ofA) =>
  listArrivals({ limit: 100, offset: 0, ...query }).pipe(asDesk(reach), atTime(now))

export const get = (name: string) => getArrival(arrivalXid(name)).pipe(asDesk(ofA), atTime(now))

export const acknowledge = (name: string) =>
  atomically(acknowledgeArrival(arrivalXid(name), undefined)).pipe(asDesk(ofA), atTime(now))

export type Shown = Effect.Success<ReturnType<typeof getArrival>>

/** The names that a task's benefits have at its venue. */
export const namesIn = ({ benefits }: Pick<Shown, "benefits">) => [
  ...new Set(benefits.map(({ overriddenName }) => overriddenName))
]

/** Counts the tasks of each rebuild; `areMany` pretends that more are affected than a read rebuilds at once. */
export const observed = <Result, E, R>(operation: Effect.Effect<Result, E, R>, areMany = false) =>
  Effect.gen(function* () {
    const snapshots = yield* ArrivalSnapshots
    const rebuilt: Array<number> = []
    const observing = ArrivalSnapshots.of({
      ...snapshots,
      listAffected: (of) =>
        areMany && of.limit !== undefined
          ? Effect.succeed(Array.from({ length: rebuildBatch + 1 }, (_, id) => id))
          : snapshots.listAffected(of),
      update: (of) => {
        rebuilt.push(of.snapshots.length)
        return snapshots.update(of)
      }
    })
    const result = yield* Effect.provideService(operation, ArrivalSnapshots, observing)
    return { result, rebuilt }
  })
