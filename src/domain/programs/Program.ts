import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/** A loyalty program of an organization. */
export const Program = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  organizationId: RowId,
  name: Schema.NonEmptyString,
  status: Schema.Literals(["draft", "active", "archived"])
})
export type Program = typeof Program.Type

/** A tier of a program; `level` counts from 1, `multiplier` is a decimal with two places. */
export const Tier = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  organizationId: RowId,
  programId: RowId,
  name: Schema.NonEmptyString,
  level: Schema.Int,
  qualifyingPoints: Schema.Int,
  multiplier: Schema.BigDecimal
})
export type Tier = typeof Tier.Type
