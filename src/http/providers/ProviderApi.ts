import { HttpApi, OpenApi } from "effect/http-api"
import { onDocument } from "../surface/documents/ApiDocument.ts"
import { documentedByPath } from "../surface/documents/documentedByPath.ts"
import { ChatGroup } from "./ChatGroup.ts"
import { chatDocument, smsDocument } from "./providerDocuments.ts"
import { SmsGroup } from "./SmsGroup.ts"

/** The callbacks of providers (INT-038 to INT-045). Each kind of provider has its own signature schemes. */
export class ProviderApi extends HttpApi.make("providers")
  .add(ChatGroup)
  .add(SmsGroup)
  .prefix("/api/providers")
  .annotateMerge(
    OpenApi.annotations({
      title: "Provider callbacks",
      version: "1.0.0",
      transform: onDocument(
        documentedByPath({ "/api/providers/chat": chatDocument, "/api/providers/sms": smsDocument })
      )
    })
  ) {}
