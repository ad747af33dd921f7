import { Schema } from "effect"
import { HashedPmsGuestId, MatchConfidence, MatchedBy, SocialData } from "./GuestIntelligence.ts"

/** A record with the external ids of its venue and stay; `memberId` is the numeric id of the linked member. */
export const InsightRecord = Schema.Struct({
  hashedPmsGuestId: HashedPmsGuestId.annotateKey({
    description: "Keyed hash of the guest's PMS id: 64 lower-case hex digits; it changes when the secret is rotated"
  }),
  memberId: Schema.NullOr(Schema.Int).annotateKey({
    description: "Numeric id of the linked member; null if none within reach"
  }),
  social: SocialData.annotateKey({ description: "Enriched social data" }),
  matchConfidence: MatchConfidence.annotateKey({ description: "Confidence of the match, from 0 to 1" }),
  matchedBy: MatchedBy.annotateKey({ description: "What the match is based on, an open set such as `email`" }),
  reservationId: Schema.NullOr(Schema.String).annotateKey({ description: "External id of the stay; null if none" }),
  propertyId: Schema.NullOr(Schema.String).annotateKey({ description: "Document id of the venue; null if none" }),
  enrichedAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({ description: "When it was enriched; null before" }),
  updatedAt: Schema.DateTimeUtc.annotateKey({ description: "When the record last changed" })
})
export interface InsightRecord extends Schema.Schema.Type<typeof InsightRecord> {}
