import { listGroupPerks, listPerks } from "../../domain/perks/listPerks.ts"
import { getPerkGroup, listPerkGroups } from "../../domain/perks/readPerkGroups.ts"
import { handlersOf } from "../surface/handlers.ts"
import { MemberApi } from "./MemberApi.ts"

export const PerksHandlers = handlersOf(
  MemberApi,
  "perks"
)({
  listPerks: ({ query }) => listPerks(query),
  listPerkGroups: () => listPerkGroups(),
  getPerkGroup: ({ params }) => getPerkGroup(params.id),
  listGroupPerks: ({ params, query }) => listGroupPerks(params.id, query)
})
