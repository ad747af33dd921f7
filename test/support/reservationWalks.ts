import { Effect } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { PartnerCaller, type PartnerCallerShape } from "../../src/domain/access/PartnerCaller.ts"
import type { Reach } from "../../src/domain/access/Reach.ts"
import { listVenueReservations } from "../../src/domain/reservations/listVenueReservations.ts"

type Query = Parameters<typeof listVenueReservations>[0]

/** A caller of organization A. */
const callerOf = (reach: Reach): PartnerCallerShape => ({
  principal: { kind: "key", id: "desk", name: "Desk" },
  organization: { id: organizationIds.A, xid: "a", name: "A", slug: "a" },
  reach,
  permissions: new Set(["partner:reservations:read"]),
  authLevel: "partner",
  globalScope: false,
  environment: "development",
  emulation: null
})

/** A page of a desk's list. */
export const pageOf = (reach: Reach, query: Partial<Query>) =>
  listVenueReservations({ limit: 7, offset: 0, ...query }).pipe(
    Effect.provideService(PartnerCaller, callerOf(reach)),
    Effect.map(({ items, nextCursor }) => ({
      ids: items.map(({ reservationId }): string => reservationId),
      nextCursor
    }))
  )

/** The pages after a cursor up to the last; `between` runs before each. */
export const restOf = Effect.fnUntraced(function* <R, R2>(
  page: (
    cursor: string
  ) => Effect.Effect<{ readonly ids: ReadonlyArray<string>; readonly nextCursor: string | null }, unknown, R>,
  first: string | null,
  between: Effect.Effect<void, never, R2>
) {
  const ids: Array<string> = []
  let cursor = first
  while (cursor !== null) {
    yield* between
    const next = yield* page(cursor)
    ids.push(...next.ids)
    cursor = next.nextCursor
  }
  return ids
})
