import { getPointMultiplier, listPointMultipliers } from "../../domain/multipliers/readPointMultipliers.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const MultipliersHandlers = handlersOf(
  PartnerApi,
  "multipliers"
)({
  listPointMultipliers: ({ query }) => listPointMultipliers(query),
  getPointMultiplier: ({ params }) => getPointMultiplier(params.multiplierId)
})
