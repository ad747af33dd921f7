import { HttpApiGroup, OpenApi } from "effect/http-api"
import { MemberProfile } from "../../domain/members/MemberProfile.ts"
import { read } from "./verbs.ts"

export class ProfileGroup extends HttpApiGroup.make("profile")
  .add(
    read.get("getMemberProfile", "/me", {
      success: MemberProfile,
      summary: "The member's profile",
      description: "Who the token's member is, with the tier in every program he is enrolled in, highest level first."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Profile", description: "The authenticated member" })) {}
