import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Arrival } from "../../domain/arrivals/Arrival.ts"
import { ArrivalStatus } from "../../domain/arrivals/ArrivalTask.ts"
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
  window: Schema.Struct({ from: CalendarDate, to: CalendarDate }).annotateKey({
    description: "First and last check-in date looked at"
  })
}).annotate({ identifier: "ArrivalPage" })

const ArrivalsQuery = Schema.Struct({
  ...offsetQuery(25),
  propertyIds: Schema.optionalKey(QueryIds).pipe(
    Schema.annotateEncoded({
      description: "Only these venues; each must be within reach"
    })
  ),
  from: date("First check-in date; before the window it means the window's first day"),
  to: date("Last check-in date; after the window it means the window's last day"),
  status: Schema.optionalKey(QueryList(ArrivalStatus)).pipe(
    Schema.annotateEncoded({
      description: "Only these statuses; without it all but withdrawn"
    })
  ),
  acknowledged: Schema.optionalKey(QueryBoolean)
}).check(
  Schema.makeFilter(({ from, to }) =>
    from !== undefined && to !== undefined && from > to
      ? { path: ["from"], issue: "must not be after `to`" }
      : undefined
  )
)

const Acknowledgement = Schema.Struct({
  note: Schema.optionalKey(Schema.String.check(Schema.isBetweenLength(1, 500))).annotateKey({
    description: "Kept with the first acknowledgement"
  })
})

const params = { taskId: PathText }

export class ArrivalsGroup extends HttpApiGroup.make("arrivals")
  .add(
    read.get("listArrivals", "/arrivals", {
      scopes: ["partner:arrivals:read"],
      query: ArrivalsQuery,
      success: ArrivalPage,
      summary: "Benefits due to arriving members",
      description: [
        "Stays that check in between 7 days ago and 60 days from now, today being the date at the venue; by check-in",
        "date, then task id. Poll it every 1 to 5 minutes. What is due 3 days ahead is at most 6 hours old, see",
        "`refreshedAt`."
      ].join(" ")
    }),
    read.get("getArrival", "/arrivals/:taskId", {
      scopes: ["partner:arrivals:read"],
      params,
      success: Arrival,
      summary: "One arrival task",
      description: "In the window or not."
    }),
    write.post("acknowledgeArrival", "/arrivals/:taskId/ack", {
      scopes: ["partner:arrivals:write"],
      params,
      payload: orNoBody(Acknowledgement, {}),
      success: Arrival,
      summary: "Record that a task was seen",
      description: [
        "The first acknowledgement is kept, whoever repeats it; repeating it says that later changes were seen as",
        "well. Nothing is redeemed, and a completed or withdrawn task stays what it is."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Arrivals", description: "Benefits due to arriving members" })) {}
