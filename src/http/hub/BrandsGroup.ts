import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { brandsPermission } from "../../domain/access/hubPermissions.ts"
import { Brand } from "../../domain/brands/Brand.ts"
import { CoreNotReady, CoreUnavailable } from "../../domain/brands/BrandErrors.ts"
import { CursorInvalid } from "../../domain/shared/Cursors.ts"
import { QueryInt } from "../surface/schemas/queryParameters.ts"
import { withDefault } from "../surface/schemas/withDefault.ts"
import { problem } from "./problem.ts"
import { read } from "./verbs.ts"

const BrandPage = Schema.Struct({
  items: Schema.Array(Brand).annotateKey({ description: "Brands on this page, ordered by name, then id" }),
  nextCursor: Schema.NullOr(Schema.String).annotateKey({
    description: "Pass it as `cursor` to get the next page; null on the last page"
  })
}).annotate({ identifier: "BrandPage" })

export class BrandsGroup extends HttpApiGroup.make("brands")
  .add(
    read.get("listBrands", "/brands", {
      permission: { inOperation: brandsPermission },
      query: {
        limit: withDefault(QueryInt(1, 100), 25).pipe(Schema.annotateEncoded({ description: "Brands per page" })),
        cursor: Schema.optionalKey(Schema.String.check(Schema.isBetweenLength(1, 512))).annotateKey({
          description: "`nextCursor` of the previous page"
        })
      },
      success: BrandPage,
      errors: [problem(CursorInvalid), problem(CoreUnavailable), problem(CoreNotReady)],
      summary: "List brands and their venues",
      description:
        "Brands of the key's organization with their venues, ordered by name. Pass `nextCursor` as `cursor` to get " +
        "the next page."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Brands", description: "Brands and venues, read from the core API" })) {}
