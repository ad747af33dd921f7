import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Arrival } from "../../domain/arrivals/Arrival.ts"
import { ArrivalStatus } from "../../domain/arrivals/ArrivalTask.ts"
import { characters } from "../../domain/shared/characters.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { orNoBody } from "../surface/orNoBody.ts"
import { PathText } from "../surface/PathText.ts"
import { QueryIds } from "../surface/QueryIds.ts"
import { QueryList } from "../surface/QueryList.ts"
import { QueryBoolean } from "../surface/queryParameters.ts"
import { read, write } from "./verbs.ts"

const date = (description: string) => Schema.optionalKey(CalendarDate).annotateKey({ description })

const ArrivalPage = Schema.Struct({
  ...offsetPage(Arrival),
  window: Schema.Struct({
    from: CalendarDate.annotateKey({ description: "First day, inclusive" }),
    to: CalendarDate.annotateKey({ description: "Last day, inclusive" })
  }).annotateKey({
    description: "First and last check-in date searched"
  })
}).annotate({ identifier: "ArrivalPage" })

const ArrivalsQuery = Schema.Struct({
  ...offsetQuery(25),
  propertyIds: Schema.optionalKey(QueryIds).pipe(
    Schema.annotateEncoded({
      description: "Only these venues, each of which must be within reach"
    })
  ),
  from: date("First check-in date; without it, or earlier than the window's first day, it is that day"),
  to: date("Last check-in date; without it, or later than the window's last day, it is that day"),
  status: Schema.optionalKey(QueryList(ArrivalStatus)).pipe(
    Schema.annotateEncoded({
      description: "Only these statuses; by default all except `withdrawn`"
    })
  ),
  acknowledged: Schema.optionalKey(QueryBoolean).pipe(
    Schema.annotateEncoded({ description: "true: only acknowledged tasks; false: only the others" })
  )
}).check(
  Schema.makeFilter(({ from, to }) =>
    from !== undefined && to !== undefined && from > to
      ? { path: ["from"], issue: "must not be after `to`" }
      : undefined
  )
)

const Acknowledgement = Schema.Struct({
  note: Schema.optionalKey(Schema.String.check(characters(1, 500))).annotateKey({
    description: "Stored with the first acknowledgement only"
  })
})

const params = { taskId: PathText.pipe(Schema.annotateEncoded({ description: "Id of the task" })) }

export class ArrivalsGroup extends HttpApiGroup.make("arrivals")
  .add(
    read.get("listArrivals", "/arrivals", {
      scopes: ["partner:arrivals:read"],
      query: ArrivalsQuery,
      success: ArrivalPage,
      summary: "List the benefits due to arriving members",
      description: [
        "Arrival tasks of stays that check in between 7 days ago and 60 days from now, counted from the venue's local",
        "date; ordered by check-in date, then task id. Poll every 1 to 5 minutes. Benefits of stays within the next 3",
        "days were computed at most 6 hours ago, see `refreshedAt`."
      ].join(" ")
    }),
    read.get("getArrival", "/arrivals/:taskId", {
      scopes: ["partner:arrivals:read"],
      params,
      success: Arrival,
      summary: "Get an arrival task",
      description: "The task may lie outside the window of the list."
    }),
    write.post("acknowledgeArrival", "/arrivals/:taskId/ack", {
      scopes: ["partner:arrivals:write"],
      params,
      payload: orNoBody(Acknowledgement, {}),
      success: Arrival,
      summary: "Acknowledge an arrival task",
      description: [
        "The first acknowledgement is kept. Repeating it, with the same or another credential, clears",
        "`changedSinceAck`. No benefit is redeemed, and a completed or withdrawn task keeps its status."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Arrivals", description: "Benefits due to arriving members" })) {}
