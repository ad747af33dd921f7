import { Schema } from "effect"

/**
 * A multiplier of the points of stays: a tier, with its current multiplier, or a campaign. A stay's points are
 * multiplied by the member's tier and by the campaigns: the greater of the highest exclusive one and the product of all
 * stackable ones (MEM-047).
 */
export const PointMultiplierView = Schema.Struct({
  multiplierId: Schema.String.annotateKey({ description: "Id of the campaign, or of the tier" }),
  name: Schema.String.annotateKey({ description: "Name of the campaign, or of the tier" }),
  kind: Schema.Literals(["tier", "campaign"]).annotateKey({
    description: "`tier`: for stays of members who hold it; `campaign`: for stays that check in within its period"
  }),
  multiplier: Schema.Finite.annotateKey({ description: "Factor for the base points, with two decimals" }),
  tierId: Schema.NullOr(Schema.String).annotateKey({ description: "Id of the tier; null for a campaign" }),
  propertyId: Schema.NullOr(Schema.String).annotateKey({
    description: "Document id of its venue; null: every venue of the organization"
  }),
  startsAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({
    description: "Start; its UTC date is the first check-in date. Null for a tier"
  }),
  endsAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({
    description: "End; its UTC date is the last check-in date. Null for a tier"
  }),
  active: Schema.Boolean.annotateKey({
    description: [
      "Whether it applies to stays that check in on `activeOn`, by default today's date in UTC; a tier",
      "does unless its program is a draft"
    ].join(" ")
  }),
  stacking: Schema.NullOr(Schema.Literals(["exclusive", "stackable"])).annotateKey({
    description: [
      "For one stay, either the highest `exclusive` campaign or the product of all `stackable` ones applies, whichever is",
      "greater; null for a tier, which multiplies with them"
    ].join(" ")
  })
}).annotate({ identifier: "PointMultiplier" })
export interface PointMultiplierView extends Schema.Schema.Type<typeof PointMultiplierView> {}
