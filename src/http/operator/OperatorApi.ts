import { HttpApi, OpenApi } from "effect/http-api"
import { onDocument } from "../surface/documents/ApiDocument.ts"
import { documented } from "../surface/documents/documented.ts"
import { CollaborationGroup } from "./CollaborationGroup.ts"
import { ChatLinksGroup } from "./ChatLinksGroup.ts"
import { MessagingGroup } from "./MessagingGroup.ts"
import { operatorDocument } from "./operatorDocument.ts"
import { SessionGroup } from "./SessionGroup.ts"
import { SettingsGroup } from "./SettingsGroup.ts"

/** The API of the platform's own operator client, authenticated by a session (INT-001). */
export class OperatorApi extends HttpApi.make("operator")
  .add(MessagingGroup)
  .add(CollaborationGroup)
  .add(SettingsGroup)
  .add(ChatLinksGroup)
  .add(SessionGroup)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotate(HttpApi.SuccessParseOptions, {})
  .prefix("/api/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Operator routes",
      version: "1.0.0",
      transform: onDocument(documented(operatorDocument))
    })
  ) {}
