import { HttpApiGroup, OpenApi } from "effect/http-api"
import { MemberProfile } from "../../domain/members/MemberProfile.ts"
import { read } from "./verbs.ts"

export class ProfileGroup extends HttpApiGroup.make("profile")
  .add(
    read.get("getMemberProfile", "/me", {
      success: MemberProfile,
      summary: "Get the profile",
      description:
        "Returns the authenticated member with their tier in every program they are enrolled in, highest level first."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Profile", description: "The authenticated member" })) {}
