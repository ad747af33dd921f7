import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Arrival } from "../../domain/arrivals/Arrival.ts"
import { ArrivalStatus } from "../../domain/arrivals/ArrivalTask.ts"
import { characters } from "../../domain/shared/characters.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { notAfter } from "../surface/schemas/notAfter.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { orNoBody } from "../surface/schemas/orNoBody.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { QueryList } from "../surface/schemas/QueryList.ts"
import { QueryBoolean } from "../surface/schemas/queryParameters.ts"
import { propertyIds } from "./parameters.ts"
import { read, write } from "./verbs.ts"

const date = (description: string) => Schema.optionalKey(CalendarDate).annotateKey({ description })

const ArrivalPage = Schema.Struct({
  ...offsetPage(Arrival),
  window: Schema.Struct({
    from: CalendarDate.annotateKey({ description: "First check-in date, inclusive" }),
    to: CalendarDate.annotateKey({ description: "Last check-in date, inclusive" })
  }).annotateKey({
    description: "Range of check-in dates that was searched"
  })
}).annotate({ identifier: "ArrivalPage" })

const ArrivalsQuery = Schema.Struct({
  ...offsetQuery(25),
  propertyIds,
  from: date("First check-in date; defaults to, and cannot precede, the first day of the window"),
  to: date("Last check-in date; defaults to, and cannot exceed, the last day of the window"),
  status: Schema.optionalKey(QueryList(ArrivalStatus)).pipe(
    Schema.annotateEncoded({
      description: "Only tasks in these statuses; by default all except `withdrawn`"
    })
  ),
  acknowledged: Schema.optionalKey(QueryBoolean).pipe(
    Schema.annotateEncoded({ description: "true: only acknowledged tasks; false: only unacknowledged ones" })
  )
}).check(notAfter("from", "to"))

const Acknowledgement = Schema.Struct({
  note: Schema.optionalKey(Schema.String.check(characters(1, 500))).annotateKey({
    description: "Note for colleagues; stored only with the first acknowledgement"
  })
})

const params = { taskId: PathText.pipe(Schema.annotateEncoded({ description: "Id of the arrival task" })) }

export class ArrivalsGroup extends HttpApiGroup.make("arrivals")
  .add(
    read.get("listArrivals", "/arrivals", {
      scopes: ["partner:arrivals:read"],
      query: ArrivalsQuery,
      success: ArrivalPage,
      summary: "List the benefits due to arriving members",
      description: [
        "Arrival tasks of stays that check in between 7 days ago and 60 days from now, in the venue's local time,",
        "ordered by check-in date, then task id. Poll every 1 to 5 minutes. A change of benefits, overrides,",
        "entitlements or tiers shows in the next response. Tasks of stays within the next 3 days are also refreshed by",
        "age, so that their `refreshedAt` is at most 6 hours old."
      ].join(" ")
    }),
    read.get("getArrival", "/arrivals/:taskId", {
      scopes: ["partner:arrivals:read"],
      params,
      success: Arrival,
      summary: "Get an arrival task",
      description: "Also returns tasks outside the window of the list."
    }),
    write.post("acknowledgeArrival", "/arrivals/:taskId/ack", {
      scopes: ["partner:arrivals:write"],
      params,
      payload: orNoBody(Acknowledgement, {}),
      success: Arrival,
      summary: "Acknowledge an arrival task",
      description: [
        "The first acknowledgement is kept. Acknowledging again, with the same or another credential, clears",
        "`changedSinceAck`. No benefit is redeemed, and a completed or withdrawn task keeps its status."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Arrivals", description: "Benefits due to arriving members" })) {}
