import { HttpApiBuilder } from "effect/http-api"
import { getMemberProfile } from "../../domain/members/getMemberProfile.ts"
import { MemberApi } from "./MemberApi.ts"

export const ProfileHandlers = HttpApiBuilder.group(MemberApi, "profile", (handlers) =>
  handlers.handleAll({
    getMemberProfile: () => getMemberProfile()
  })
)
