import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { PointMultiplierView } from "../../domain/multipliers/PointMultiplierView.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { PathText } from "../surface/PathText.ts"
import { QueryIds } from "../surface/QueryIds.ts"
import { read } from "./verbs.ts"

const MultiplierPage = Schema.Struct(offsetPage(PointMultiplierView)).annotate({ identifier: "PointMultiplierPage" })

const MultipliersQuery = Schema.Struct({
  ...offsetQuery(25),
  propertyIds: Schema.optionalKey(QueryIds).pipe(
    Schema.annotateEncoded({
      description: "Of venues only these, each of which must be within reach; what counts at every venue stays"
    })
  ),
  activeOn: Schema.optionalKey(CalendarDate).annotateKey({
    description: "Only what multiplies the points of stays that check in on this day, `YYYY-MM-DD`"
  })
})

/** What multiplies points; it is configured elsewhere, so there is nothing to write (PAR-113). */
export class MultipliersGroup extends HttpApiGroup.make("multipliers")
  .add(
    read.get("listPointMultipliers", "/point-multipliers", {
      scopes: ["partner-details:read"],
      query: MultipliersQuery,
      success: MultiplierPage,
      summary: "List what multiplies points",
      description: [
        "The tiers by program and level, then the campaigns by start. The points of a stay are its base points, times",
        "the multiplier of the member's tier, times that of the campaigns for its venue and check-in day: the highest",
        "exclusive one, or all stackable ones multiplied, whichever is more. The product of the multipliers is rounded",
        "half up to two decimals, the points half up to an integer."
      ].join(" ")
    }),
    read.get("getPointMultiplier", "/point-multipliers/:multiplierId", {
      scopes: ["partner-details:read"],
      params: { multiplierId: PathText.pipe(Schema.annotateEncoded({ description: "Id of the campaign or tier" })) },
      success: PointMultiplierView,
      summary: "Get what multiplies points",
      description: "A campaign of a venue out of reach is not found."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Point multipliers", description: "What multiplies the points of stays" })
  ) {}
