import { Effect } from "effect"
import { LegacyReservations } from "./LegacyReservations.ts"

/** The current id of the stay behind a booking reference in lower case, and nothing else of it (PUB-010, PUB-016). */
export const resolveLegacyReservation = Effect.fnUntraced(function* (documentId: string) {
  const legacy = yield* LegacyReservations
  return { externalReservationId: yield* legacy.getExternalId(documentId) }
})
