import { HttpApiBuilder } from "effect/http-api"
import { listGroupPerks, listPerks } from "../../domain/benefits/listPerks.ts"
import { getPerkGroup, listPerkGroups } from "../../domain/benefits/readPerkGroups.ts"
import { MemberApi } from "./MemberApi.ts"

export const PerksHandlers = HttpApiBuilder.group(MemberApi, "perks", (handlers) =>
  handlers.handleAll({
    listPerks: ({ query }) => listPerks(query),
    listPerkGroups: () => listPerkGroups(),
    getPerkGroup: ({ params }) => getPerkGroup(params.id),
    listGroupPerks: ({ params, query }) => listGroupPerks(params.id, query)
  })
)
