import { listMemberEntitlements } from "../../domain/members/listMemberEntitlements.ts"
import { getMember, listMembers } from "../../domain/members/readMembers.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const MembersHandlers = handlersOf(
  PartnerApi,
  "members"
)({
  listMembers: ({ query }) => listMembers(query),
  getMember: ({ params }) => getMember(params.externalId),
  listMemberEntitlements: ({ params, query }) => listMemberEntitlements(params.externalId, query)
})
