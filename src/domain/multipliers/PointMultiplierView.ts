import { Schema } from "effect"

/**
 * What multiplies the points of stays: a tier, by the multiplier it has now, or a campaign. Of a stay, the member's tier
 * multiplies by its own, and campaigns by the greater of the highest exclusive one and of all stackable ones multiplied
 * (MEM-047).
 */
export const PointMultiplierView = Schema.Struct({
  multiplierId: Schema.String.annotateKey({ description: "Id of the campaign, or of the tier" }),
  name: Schema.String.annotateKey({ description: "Name of the campaign, or of the tier" }),
  kind: Schema.Literals(["tier", "campaign"]).annotateKey({
    description: "`tier`: for stays of members who hold it; `campaign`: for stays that check in within its days"
  }),
  multiplier: Schema.Finite.annotateKey({ description: "Times the base points, with two decimals" }),
  tierId: Schema.NullOr(Schema.String).annotateKey({ description: "Id of the tier; null for a campaign" }),
  propertyId: Schema.NullOr(Schema.String).annotateKey({
    description: "Document id of the only venue it is for; null for every venue of the organization"
  }),
  startsAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({
    description: "Its day in UTC is the first check-in day; null for a tier"
  }),
  endsAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({
    description: "Its day in UTC is the last check-in day; null for a tier"
  }),
  active: Schema.Boolean.annotateKey({
    description: [
      "Whether it multiplies the points of stays that check in on `activeOn`, without it on today's date in UTC; a tier",
      "does unless its program is a draft"
    ].join(" ")
  }),
  stacking: Schema.NullOr(Schema.Literals(["exclusive", "stackable"])).annotateKey({
    description: [
      "Of campaigns for one stay count either the highest `exclusive` one or all `stackable` ones multiplied, whichever",
      "is more; null for a tier, which multiplies with them"
    ].join(" ")
  })
}).annotate({ identifier: "PointMultiplier" })
export interface PointMultiplierView extends Schema.Schema.Type<typeof PointMultiplierView> {}
