import { HttpApi, OpenApi } from "effect/http-api"
import { onDocument } from "../surface/ApiDocument.ts"
import { documented } from "../surface/documented.ts"
import { ArrivalsGroup } from "./ArrivalsGroup.ts"
import { partnerDocument } from "./partnerDocument.ts"
import { ScopeGroup } from "./ScopeGroup.ts"

/** The Partner API, for the staff and systems of one organization (PAR-001, PAR-011). */
export class PartnerApi extends HttpApi.make("partner")
  .add(ScopeGroup)
  .add(ArrivalsGroup)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotate(HttpApi.SuccessParseOptions, {})
  .prefix("/v1/partner")
  .annotateMerge(
    OpenApi.annotations({ title: "Partner API", version: "1.0.0", transform: onDocument(documented(partnerDocument)) })
  ) {}
