import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { WalletActivity } from "./Wallet.ts"

/**
 * A past or pending change of a member's points (MEM-097 to MEM-100): `amount` is positive for a credit, negative for a
 * debit, never 0. A pending earn has the amount that its stay would earn now.
 */
export const ActivityRecord = Schema.Struct({
  id: Schema.String,
  type: WalletActivity.fields.type,
  amount: Schema.Int.annotateKey({ description: "Positive for a credit, negative for a debit" }),
  assetType: WalletActivity.fields.asset,
  description: Schema.String,
  sourceType: Schema.String,
  sourceId: Schema.String,
  propertyName: Schema.optionalKey(Schema.String),
  reservationConfirmationCode: Schema.optionalKey(Schema.String),
  createdAt: Instant,
  status: WalletActivity.fields.status
}).annotate({ identifier: "WalletActivity" })
export interface ActivityRecord extends Schema.Schema.Type<typeof ActivityRecord> {}
