import { changeTier } from "../../domain/programs/changeTier.ts"
import { createTier } from "../../domain/programs/createTier.ts"
import { getTier, listTiers } from "../../domain/programs/readPrograms.ts"
import { removeTier } from "../../domain/programs/removeTier.ts"
import { reorderTiers } from "../../domain/programs/reorderTiers.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const TiersHandlers = handlersOf(
  PartnerApi,
  "tiers"
)({
  listTiers: ({ params }) => listTiers(params.programId),
  createTier: ({ params, payload }) => createTier(params.programId, payload),
  reorderTiers: ({ params, payload }) => reorderTiers(params.programId, payload.tierIds),
  getTier: ({ params }) => getTier(params.programId, params.tierId),
  changeTier: ({ params, payload }) => changeTier(params.programId, params.tierId, payload),
  removeTier: ({ params }) => removeTier(params.programId, params.tierId)
})
