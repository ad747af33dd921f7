import { Effect } from "effect"
import { LegacyReservations } from "./LegacyReservations.ts"

/** Resolves a lower-case booking reference to the current external id, and returns nothing else (PUB-010, PUB-016). */
export const resolveLegacyReservation = Effect.fnUntraced(function* (documentId: string) {
  const legacy = yield* LegacyReservations
  return { externalReservationId: yield* legacy.getExternalId(documentId) }
})
