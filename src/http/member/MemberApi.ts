import { HttpApi, OpenApi } from "effect/http-api"
import { documented } from "../surface/documents.ts"
import { memberDocument } from "./memberDocument.ts"
import { ProfileGroup } from "./ProfileGroup.ts"

/** The API of one authenticated member: `me` is the subject of the token (MEM-002, MEM-006). */
export class MemberApi extends HttpApi.make("member")
  .add(ProfileGroup)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .prefix("/v1/members")
  .annotateMerge(
    OpenApi.annotations({ title: "Member API", version: "1.0.0", transform: documented(memberDocument) })
  ) {}
