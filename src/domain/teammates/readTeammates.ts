import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { findVenue } from "../venues/findVenues.ts"
import { findFilterVenue } from "../venues/narrowReach.ts"
import { Teammates } from "./Teammates.ts"

/** A page of the teammates visible to the caller, by name then id; a `venueId` out of reach is refused. */
export const listTeammates = Effect.fnUntraced(function* (query: {
  readonly q?: string | undefined
  readonly venueId?: string | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { limit, offset, q } = query
  const { reach } = yield* PartnerCaller
  const venueId = yield* findFilterVenue(query.venueId)
  const teammates = yield* Teammates
  const page = yield* teammates.list({ reach, q, venueId, limit, offset })
  return { items: page.items, total: page.total, limit, offset }
})

/** The teammates who reach one venue; `NotFound` for a venue that is missing, foreign or out of reach. */
export const listVenueTeammates = Effect.fnUntraced(function* (
  venueDocumentId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number }
) {
  const { reach } = yield* PartnerCaller
  const venueId = yield* findVenue(reach, venueDocumentId, undefined)
  const teammates = yield* Teammates
  const page = yield* teammates.list({ reach, q: undefined, venueId, limit, offset })
  return { items: page.items, total: page.total, limit, offset }
})

/** One teammate. */
export const getTeammate = Effect.fnUntraced(function* (teammateId: string) {
  const { reach } = yield* PartnerCaller
  return yield* Teammates.use(({ get }) => get({ reach, teammateId }))
})
