import { getMemberProfile } from "../../domain/members/getMemberProfile.ts"
import { handlersOf } from "../surface/handlers.ts"
import { MemberApi } from "./MemberApi.ts"

export const ProfileHandlers = handlersOf(
  MemberApi,
  "profile"
)({
  getMemberProfile: () => getMemberProfile()
})
