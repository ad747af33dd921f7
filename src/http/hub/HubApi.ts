import { HttpApi, OpenApi } from "effect/http-api"
import { onDocument } from "../surface/documents/ApiDocument.ts"
import { documented } from "../surface/documents/documented.ts"
import { BrandsGroup } from "./BrandsGroup.ts"
import { hubDocument } from "./hubDocument.ts"
import { MessagingGroup } from "./MessagingGroup.ts"

/** The external API for an organization's integrations (HUB-007, HUB-008). */
export class HubApi extends HttpApi.make("hub")
  .add(BrandsGroup)
  .add(MessagingGroup)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotate(HttpApi.SuccessParseOptions, {})
  .prefix("/api/external/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Hub external API", version: "1.1.0", transform: onDocument(documented(hubDocument)) })
  ) {}
