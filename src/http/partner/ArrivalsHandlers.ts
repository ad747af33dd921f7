import { acknowledgeArrival } from "../../domain/arrivals/acknowledgeArrival.ts"
import { getArrival } from "../../domain/arrivals/getArrival.ts"
import { listArrivals } from "../../domain/arrivals/listArrivals.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const ArrivalsHandlers = handlersOf(
  PartnerApi,
  "arrivals"
)({
  listArrivals: ({ query: { status, ...query } }) => listArrivals({ ...query, statuses: status }),
  getArrival: ({ params }) => getArrival(params.taskId),
  acknowledgeArrival: ({ params, payload }) => acknowledgeArrival(params.taskId, payload.note)
})
