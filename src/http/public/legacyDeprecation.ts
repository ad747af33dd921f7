import { DateTime } from "effect"
import { legacyIdsDeprecatedAt } from "../../domain/reservations/Reservation.ts"

/** The `Deprecation` header value: when legacy ids were deprecated (PUB-017, RFC 9745). */
export const legacyDeprecation = `@${DateTime.toEpochMillis(legacyIdsDeprecatedAt) / 1000}`
