import { HttpApiBuilder } from "effect/http-api"
import { acknowledgeArrival } from "../../domain/arrivals/acknowledgeArrival.ts"
import { getArrival } from "../../domain/arrivals/getArrival.ts"
import { listArrivals } from "../../domain/arrivals/listArrivals.ts"
import { PartnerApi } from "./PartnerApi.ts"
import { replayable } from "./replayable.ts"

export const ArrivalsHandlers = HttpApiBuilder.group(PartnerApi, "arrivals", (handlers) =>
  handlers.handleAll({
    listArrivals: ({ query: { status, ...query } }) => listArrivals({ ...query, statuses: status }),
    getArrival: ({ params }) => getArrival(params.taskId),
    acknowledgeArrival: replayable(({ params, payload }) => acknowledgeArrival(params.taskId, payload.note))
  })
)
