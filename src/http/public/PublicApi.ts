import { HttpApi, OpenApi } from "effect/http-api"
import { onDocument } from "../surface/documents/ApiDocument.ts"
import { documented } from "../surface/documents/documented.ts"
import { LegacyReservationsGroup } from "./LegacyReservationsGroup.ts"
import { PropertiesGroup } from "./PropertiesGroup.ts"
import { publicDocument } from "./publicDocument.ts"

/** The API without credentials (PUB-001). */
export class PublicApi extends HttpApi.make("public")
  .add(PropertiesGroup, LegacyReservationsGroup)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .prefix("/v1/public")
  .annotateMerge(
    OpenApi.annotations({ title: "Public API", version: "1.0.0", transform: onDocument(documented(publicDocument)) })
  ) {}
