import { Effect, Schema } from "effect"
import { characters } from "../shared/characters.ts"
import { IsoInstant } from "../shared/IsoInstant.ts"
import { storableText } from "../shared/storableText.ts"
import { IntelligenceStatus, MatchConfidence, MatchedBy, noSocialData, SocialData } from "./GuestIntelligence.ts"

const reference = (maxLength: number, description: string) =>
  Schema.NullOr(Schema.String.check(characters(1, maxLength), storableText))
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
    .annotateKey({ description })

/** A line of a file that `hub import insight` reads: one guest of the organization's PMS. */
export const InsightLine = Schema.Struct({
  pmsGuestId: Schema.String.check(characters(1, 200), storableText).annotateKey({
    description: "The guest's id in the PMS; stored sealed, and exposed only as a keyed hash"
  }),
  guestId: reference(180, "Canonical id of the guest, as integrations use it"),
  memberId: reference(26, "External id of the member that the guest was matched with"),
  reservationId: reference(255, "External id of the stay of the record"),
  propertyId: reference(100, "Document id of the venue of the record; by default that of the stay"),
  status: IntelligenceStatus.annotateKey({ description: "The pipeline's progress" }),
  social: SocialData.pipe(Schema.withDecodingDefaultKey(Effect.succeed(noSocialData))).annotateKey({
    description: "Enrichment data; by default none"
  }),
  matchConfidence: MatchConfidence.pipe(Schema.withDecodingDefaultKey(Effect.succeed(0))).annotateKey({
    description: "Confidence of the match, from 0 to 1; by default 0"
  }),
  matchedBy: MatchedBy.pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))).annotateKey({
    description: "What the match is based on; by default empty"
  }),
  enrichedAt: Schema.NullOr(IsoInstant)
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
    .annotateKey({ description: "When it was enriched, ISO 8601" })
})
export type InsightLine = typeof InsightLine.Type
