import { Schema } from "effect"
import { LabelText } from "../shared/LabelText.ts"

/** The settings of a code pool that partners control, with their bounds; an archived pool has none to change. */
export const codePoolFields = {
  name: LabelText(100),
  status: Schema.Literals(["active", "paused"]),
  lowStockThreshold: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })))
}
