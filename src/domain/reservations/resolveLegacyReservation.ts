import { Effect } from "effect"
import { LegacyReservations } from "./LegacyReservations.ts"

/** The current external id for a booking reference in lower case, and nothing else (PUB-010, PUB-016). */
export const resolveLegacyReservation = Effect.fnUntraced(function* (documentId: string) {
  const legacy = yield* LegacyReservations
  return { externalReservationId: yield* legacy.getExternalId(documentId) }
})
