import { OrganizationMissing } from "../../domain/access/PartnerCredentialErrors.ts"
import { PermissionMissing } from "../../domain/access/requirePermissions.ts"
import {
  IdempotencyInFlight,
  IdempotencyKeyRequired,
  IdempotencyKeyReused,
  IdempotencyKeyTooLong
} from "../../domain/idempotency/PartnerIdempotencyErrors.ts"
import { VenueOutOfScope } from "../../domain/venues/VenueErrors.ts"
import { BodyMalformed, BodyTooLarge, ContentTypeUnsupported } from "../surface/transportFailures.ts"
import { partnerFailure } from "./partnerFailure.ts"

/** Failures of every route that shows an organization's data. */
export const dataFailures = [partnerFailure(OrganizationMissing), partnerFailure(PermissionMissing)] as const

/** The failure of every route with a venue filter. */
export const venueOutOfScope = partnerFailure(VenueOutOfScope)

/** Failures of every write. */
export const writeFailures = [
  ...dataFailures,
  partnerFailure(IdempotencyKeyRequired),
  partnerFailure(IdempotencyKeyTooLong),
  partnerFailure(IdempotencyKeyReused),
  partnerFailure(IdempotencyInFlight)
] as const

/** Failures of every write with a body. */
export const bodyFailures = [
  partnerFailure(BodyMalformed),
  partnerFailure(BodyTooLarge),
  partnerFailure(ContentTypeUnsupported)
] as const
