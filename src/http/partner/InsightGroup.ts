import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { GuestIntelligenceView } from "../../domain/insight/GuestIntelligenceView.ts"
import { maxRecordsOfMember } from "../../domain/insight/InsightRecords.ts"
import { InsightStats } from "../../domain/insight/InsightStats.ts"
import { PathNumber } from "../surface/PathNumber.ts"
import { PathText } from "../surface/PathText.ts"
import { PathUuid } from "../surface/PathUuid.ts"
import { read } from "./verbs.ts"

/** Personal data: either scope alone is refused (PAR-060, PAR-108). */
const scopes = ["partner:guests:read", "partner:guests:pii:read"] as const

const reach =
  "A record is within reach if its venue is; one without a venue needs a credential that reaches all venues."

export class InsightGroup extends HttpApiGroup.make("insight")
  .add(
    read.get("getGuestInsight", "/insight/guests/:hashedPmsGuestId", {
      scopes,
      params: {
        hashedPmsGuestId: PathText.pipe(
          Schema.annotateEncoded({
            description: "Keyed hash of the guest's PMS id, 64 lower-case hex digits, as another record shows it"
          })
        )
      },
      success: GuestIntelligenceView,
      summary: "Get guest intelligence by keyed hash",
      description: [
        "The hash is an HMAC-SHA256 under a secret of the organization, which stays on the server: it is taken from",
        `another record, never computed. Anything else, such as a PMS id, names no record. ${reach}`
      ].join(" ")
    }),
    read.get("getReservationInsight", "/insight/reservations/:reservationId", {
      scopes,
      params: {
        reservationId: PathUuid.pipe(Schema.annotateEncoded({ description: "UUID of the stay, in any case" }))
      },
      success: GuestIntelligenceView,
      summary: "Get guest intelligence by reservation",
      description: [
        "Of several guests of the stay, the best match. Stays whose id is no UUID, such as a ULID or the PMS's own id, are",
        `not found by it. ${reach}`
      ].join(" ")
    }),
    read.get("listMemberInsight", "/insight/members/:memberId", {
      scopes,
      params: {
        memberId: PathNumber.pipe(
          Schema.annotateEncoded({ description: "Internal number of the member, as records show it" })
        )
      },
      success: Schema.Array(GuestIntelligenceView),
      summary: "List guest intelligence of a member",
      description: [
        `The best match first, ${maxRecordsOfMember} at most; an empty array if no guest was matched with the member.`,
        `${reach}`
      ].join(" ")
    }),
    read.get("getInsightStats", "/insight/stats", {
      scopes,
      success: InsightStats,
      summary: "Get statistics of the pipeline",
      description: [
        "Counts over the records of the venues within reach; records without a venue count for credentials that reach all",
        "venues. Times are those of the organization's pipeline."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Guest intelligence", description: "What enrichment found about guests" })
  ) {}
