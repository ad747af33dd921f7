import { getGuestInsight } from "../../domain/insight/getGuestInsight.ts"
import { getInsightStats } from "../../domain/insight/getInsightStats.ts"
import { getReservationInsight } from "../../domain/insight/getReservationInsight.ts"
import { listMemberInsight } from "../../domain/insight/listMemberInsight.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const InsightHandlers = handlersOf(
  PartnerApi,
  "insight"
)({
  getGuestInsight: ({ params }) => getGuestInsight(params.hashedPmsGuestId),
  getReservationInsight: ({ params }) => getReservationInsight(params.reservationId),
  listMemberInsight: ({ params }) => listMemberInsight(params.memberId),
  getInsightStats: () => getInsightStats()
})
