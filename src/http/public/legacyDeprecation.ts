import { DateTime } from "effect"
import { legacyIdsDeprecatedAt } from "../../domain/reservations/Reservation.ts"

/** When legacy ids were deprecated, as the value of a `Deprecation` header (PUB-017, RFC 9745). */
export const legacyDeprecation = `@${DateTime.toEpochMillis(legacyIdsDeprecatedAt) / 1000}`
