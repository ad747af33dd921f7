import { Schema } from "effect"
import { ExternalId } from "../shared/ExternalId.ts"

/** The document ids of at most 1,000 different venues. */
export const VenueIds = Schema.Array(ExternalId).check(Schema.isMaxLength(1000), Schema.isUnique())

/** The document ids of 1 to 1,000 different venues. */
export const SomeVenueIds = VenueIds.check(Schema.isMinLength(1))
