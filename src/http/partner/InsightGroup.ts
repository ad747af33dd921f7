import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { GuestIntelligenceView } from "../../domain/insight/GuestIntelligenceView.ts"
import { maxRecordsOfMember } from "../../domain/insight/InsightRecords.ts"
import { InsightStats } from "../../domain/insight/InsightStats.ts"
import { PathNumber } from "../surface/schemas/PathNumber.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { PathUuid } from "../surface/schemas/PathUuid.ts"
import { read } from "./verbs.ts"

/** Personal data: both scopes are required (PAR-060, PAR-108). */
const scopes = ["partner:guests:read", "partner:guests:pii:read"] as const

const reach =
  "A record is within reach if its venue is; a record without a venue requires a credential that reaches all venues."

export class InsightGroup extends HttpApiGroup.make("insight")
  .add(
    read.get("getGuestInsight", "/insight/guests/:hashedPmsGuestId", {
      scopes,
      params: {
        hashedPmsGuestId: PathText.pipe(
          Schema.annotateEncoded({
            description: "Keyed hash of the guest's PMS id, as 64 lower-case hex digits, taken from another record"
          })
        )
      },
      success: GuestIntelligenceView,
      summary: "Get guest intelligence by keyed hash",
      description: [
        "The hash is an HMAC-SHA256 under a secret of the organization that never leaves the server: take it from",
        `another record, since clients cannot compute it. Any other value, such as a PMS id, gets a 404. ${reach}`
      ].join(" ")
    }),
    read.get("getReservationInsight", "/insight/reservations/:reservationId", {
      scopes,
      params: {
        reservationId: PathUuid.pipe(
          Schema.annotateEncoded({ description: "UUID of the stay, in upper or lower case" })
        )
      },
      success: GuestIntelligenceView,
      summary: "Get guest intelligence by reservation",
      description: [
        "If the stay has several guests, the best match is returned. A stay whose id is not a UUID, such as a ULID or",
        `a PMS id, is not found here. ${reach}`
      ].join(" ")
    }),
    read.get("listMemberInsight", "/insight/members/:memberId", {
      scopes,
      params: {
        memberId: PathNumber.pipe(
          Schema.annotateEncoded({ description: "Numeric id of the member, as in the records" })
        )
      },
      success: Schema.Array(GuestIntelligenceView),
      summary: "List guest intelligence of a member",
      description: [
        `Best match first, at most ${maxRecordsOfMember}; an empty array if no guest was matched to the member.`,
        reach
      ].join(" ")
    }),
    read.get("getInsightStats", "/insight/stats", {
      scopes,
      success: InsightStats,
      summary: "Get enrichment statistics",
      description: [
        "Counts the records of venues within reach, and for credentials that reach all venues also those without a",
        "venue. Times refer to the organization's enrichment pipeline."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Guest intelligence", description: "Enriched information about guests" })
  ) {}
