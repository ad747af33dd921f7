import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Brand } from "../../domain/brands/Brand.ts"
import { CoreNotReady, CoreUnavailable } from "../../domain/brands/BrandErrors.ts"
import { CursorInvalid } from "../../domain/shared/Cursors.ts"
import { requires } from "../surface/permission.ts"
import { QueryInt } from "../surface/queryParameters.ts"
import { withDefault } from "../surface/withDefault.ts"
import { HubAccess } from "./HubAccess.ts"
import { problem } from "./problem.ts"

const BrandPage = Schema.Struct({
  items: Schema.Array(Brand),
  nextCursor: Schema.NullOr(Schema.String)
}).annotate({ identifier: "BrandPage" })

export class BrandsGroup extends HttpApiGroup.make("brands")
  .add(
    HttpApiEndpoint.get("listBrands", "/brands", {
      query: {
        limit: withDefault(QueryInt(1, 100), 25),
        cursor: Schema.optionalKey(Schema.String.check(Schema.isBetweenLength(1, 512)))
      },
      success: BrandPage,
      error: [problem(CursorInvalid), problem(CoreUnavailable), problem(CoreNotReady)]
    })
      .annotateMerge(requires("hub:api:brands:read"))
      .annotateMerge(
        OpenApi.annotations({
          identifier: "listBrands",
          summary: "Brands and their venues",
          description: "The brands of the key's organization by name, with their venues. Continue with `cursor`."
        })
      )
  )
  .middleware(HubAccess)
  .annotateMerge(OpenApi.annotations({ title: "Brands", description: "Read from the core API" })) {}
