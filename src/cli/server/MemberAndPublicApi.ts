import { HttpApi, OpenApi } from "effect/http-api"
import { MemberApi } from "../../http/member/MemberApi.ts"
import { memberDocument } from "../../http/member/memberDocument.ts"
import { PublicApi } from "../../http/public/PublicApi.ts"
import { publicDocument } from "../../http/public/publicDocument.ts"
import { onDocument } from "../../http/surface/documents/ApiDocument.ts"
import { documentedByPath } from "../../http/surface/documents/documentedByPath.ts"

/** The member and public API in one document (PUB-019). Each operation keeps its own security scheme and failures. */
export const MemberAndPublicApi = HttpApi.make("memberAndPublic")
  .addHttpApi(MemberApi)
  .addHttpApi(PublicApi)
  .annotateMerge(
    OpenApi.annotations({
      title: "Member and public API",
      version: "1.0.0",
      transform: onDocument(documentedByPath({ "/v1/members": memberDocument, "/v1/public": publicDocument }))
    })
  )
