import { Schema } from "effect"
import { MemberId } from "../members/Member.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { ReservationId } from "../reservations/Reservation.ts"
import { characters } from "../shared/characters.ts"
import { RowId } from "../shared/Scalars.ts"
import { storableText } from "../shared/storableText.ts"

/** The pipeline's progress with a guest. */
export const IntelligenceStatus = Schema.Literals(["enriched", "pending", "failed"])
export type IntelligenceStatus = typeof IntelligenceStatus.Type

const Text = (maxLength: number) => Schema.String.check(characters(1, maxLength), storableText)

const nullableText = (maxLength: number, description: string) =>
  Schema.NullOr(Text(maxLength)).annotateKey({ description })

export const SocialProfile = Schema.Struct({
  network: Text(60).annotateKey({ description: "Name of the network; an open set" }),
  handle: nullableText(200, "The guest's handle there; null when unknown"),
  url: nullableText(2000, "URL of the profile; null when unknown"),
  followers: Schema.NullOr(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9_007_199_254_740_991 }))
  ).annotateKey({
    description: "Number of followers when it was enriched; null when unknown"
  })
}).annotate({ identifier: "SocialProfile" })

/** The enrichment data of a guest (PAR-066). Personal data. */
export const SocialData = Schema.Struct({
  profiles: Schema.Array(SocialProfile).check(Schema.isMaxLength(50)).annotateKey({
    description: "Profiles on social networks"
  }),
  interests: Schema.Array(Text(100))
    .check(Schema.isMaxLength(100))
    .annotateKey({ description: "Interests, as free text" }),
  employer: nullableText(200, "Name of the employer; null when unknown"),
  jobTitle: nullableText(200, "Profession or position; null when unknown"),
  location: nullableText(200, "Place of residence, as free text; null when unknown"),
  photoUrl: nullableText(2000, "URL of a photo; null when unknown")
}).annotate({ identifier: "SocialData" })
export type SocialData = typeof SocialData.Type

/** No data found yet. */
export const noSocialData: SocialData = {
  profiles: [],
  interests: [],
  employer: null,
  jobTitle: null,
  location: null,
  photoUrl: null
}

/** Confidence of a match, from 0 to 1. */
export const MatchConfidence = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

export const MatchedBy = Schema.Array(Text(60)).check(Schema.isMaxLength(20))

/** Lower-case hex of 32 bytes. */
export const HashedPmsGuestId = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))

/**
 * The stored intelligence record of a guest in an organization's PMS (DOMAIN 7). `hashedPmsGuestId`, the keyed hash of
 * the PMS id, is stored only here; `pmsGuestIdEnc` is the sealed id, so that it can be rehashed under a new secret.
 * Without a venue the record is visible only to callers with all venues (DOMAIN 1.7).
 */
export const GuestIntelligence = Schema.Struct({
  id: RowId,
  organizationId: OrganizationId,
  guestId: Schema.NullOr(RowId),
  hashedPmsGuestId: HashedPmsGuestId,
  pmsGuestIdEnc: Schema.NonEmptyString,
  propertyId: Schema.NullOr(VenueId),
  reservationId: Schema.NullOr(ReservationId),
  memberId: Schema.NullOr(MemberId),
  status: IntelligenceStatus,
  social: SocialData,
  matchConfidence: MatchConfidence,
  matchedBy: MatchedBy,
  enrichedAt: Schema.NullOr(Schema.DateTimeUtc),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type GuestIntelligence = typeof GuestIntelligence.Type

/** The secret under which an organization's PMS guest ids are hashed, sealed (PAR-062). */
export const InsightSecret = Schema.Struct({
  organizationId: OrganizationId,
  secretEnc: Schema.NonEmptyString,
  createdAt: Schema.DateTimeUtc
})
export type InsightSecret = typeof InsightSecret.Type

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/**
 * A run of the pipeline: an import of its records. `finishedAt` is null while it runs, and stays null if it was
 * interrupted.
 */
export const InsightRun = Schema.Struct({
  id: RowId,
  organizationId: OrganizationId,
  startedAt: Schema.DateTimeUtc,
  finishedAt: Schema.NullOr(Schema.DateTimeUtc),
  /** When the next run is planned; null if not stated. */
  nextRunAt: Schema.NullOr(Schema.DateTimeUtc),
  counters: Schema.Struct({ lines: Count, created: Count, updated: Count, unchanged: Count, rejected: Count })
})
export type InsightRun = typeof InsightRun.Type
