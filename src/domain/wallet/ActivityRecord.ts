import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { WalletActivity } from "./Wallet.ts"

/**
 * A past or pending change of a member's points (MEM-097 to MEM-100): `amount` is positive for a credit, negative for a
 * debit, never 0. The amount of a pending earn is what its stay would earn now.
 */
export const ActivityRecord = Schema.Struct({
  id: Schema.String.annotateKey({ description: "Id of the item, a ULID" }),
  type: WalletActivity.fields.type.annotateKey({ description: "Kind of change" }),
  amount: Schema.Int.annotateKey({ description: "Positive for a credit, negative for a debit" }),
  assetType: WalletActivity.fields.asset.annotateKey({
    description: "`VALID` points expire and count towards tiers, `CREDIT` points are promotional"
  }),
  description: Schema.String.annotateKey({ description: "Text for display" }),
  sourceType: Schema.String.annotateKey({ description: "Kind of source; an open set" }),
  sourceId: Schema.String.annotateKey({ description: "External id of the source" }),
  propertyName: Schema.optionalKey(Schema.String).annotateKey({ description: "Name of the property it comes from" }),
  reservationConfirmationCode: Schema.optionalKey(Schema.String).annotateKey({
    description: "The hotel's code for the stay it comes from"
  }),
  createdAt: Instant.annotateKey({ description: "When it was created" }),
  status: WalletActivity.fields.status.annotateKey({
    description: "`pending` while the points are held or not yet credited"
  })
}).annotate({ identifier: "WalletActivity" })
export interface ActivityRecord extends Schema.Schema.Type<typeof ActivityRecord> {}
