import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { PointMultiplierView } from "../../domain/multipliers/PointMultiplierView.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { QueryIds } from "../surface/schemas/QueryIds.ts"
import { read } from "./verbs.ts"

const MultiplierPage = Schema.Struct(offsetPage(PointMultiplierView)).annotate({ identifier: "PointMultiplierPage" })

const MultipliersQuery = Schema.Struct({
  ...offsetQuery(25),
  propertyIds: Schema.optionalKey(QueryIds).pipe(
    Schema.annotateEncoded({
      description:
        "Limits venue-specific campaigns to these venues; each must be within reach. Multipliers for all venues are " +
        "still listed."
    })
  ),
  activeOn: Schema.optionalKey(CalendarDate).annotateKey({
    description: "Only multipliers that apply to stays checking in on this date, `YYYY-MM-DD`"
  })
})

/** Tier and campaign multipliers. Read-only here: they are configured elsewhere (PAR-113). */
export class MultipliersGroup extends HttpApiGroup.make("multipliers")
  .add(
    read.get("listPointMultipliers", "/point-multipliers", {
      scopes: ["partner-details:read"],
      query: MultipliersQuery,
      success: MultiplierPage,
      summary: "List point multipliers",
      description: [
        "Lists tiers by program and level, then campaigns by start. A stay earns its base points times the multiplier",
        "of the member's tier, times that of the campaigns for its venue and check-in date: the highest exclusive",
        "multiplier or the product of all stackable ones, whichever is higher. The combined multiplier is rounded half",
        "up to two decimals, the points half up to an integer."
      ].join(" ")
    }),
    read.get("getPointMultiplier", "/point-multipliers/:multiplierId", {
      scopes: ["partner-details:read"],
      params: { multiplierId: PathText.pipe(Schema.annotateEncoded({ description: "Id of the campaign or tier" })) },
      success: PointMultiplierView,
      summary: "Get a point multiplier",
      description: "A campaign of a venue outside your reach is not found."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Point multipliers", description: "Multipliers for the points of stays" })
  ) {}
