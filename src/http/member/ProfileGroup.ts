import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { MemberProfile } from "../../domain/members/MemberProfile.ts"
import { MemberAccess } from "./MemberAccess.ts"

export class ProfileGroup extends HttpApiGroup.make("profile")
  .add(
    HttpApiEndpoint.get("getMemberProfile", "/me", { success: MemberProfile }).annotateMerge(
      OpenApi.annotations({
        identifier: "getMemberProfile",
        summary: "The member's profile",
        description: "Who the token's member is, with the tier in every program he is enrolled in, highest level first."
      })
    )
  )
  .middleware(MemberAccess)
  .annotateMerge(OpenApi.annotations({ title: "Profile", description: "The authenticated member" })) {}
