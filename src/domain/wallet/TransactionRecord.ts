import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { StoredJson } from "../shared/StoredJson.ts"
import { WalletEntry } from "./Wallet.ts"

/** A ledger entry as its member sees it (MEM-093). `points` is signed and never 0. */
export const TransactionRecord = Schema.Struct({
  id: Schema.String.annotateKey({ description: "Id of the entry, a ULID" }),
  type: WalletEntry.fields.type.annotateKey({ description: "Kind of entry" }),
  points: Schema.Int.annotateKey({ description: "Positive for a credit, negative for a debit" }),
  assetType: WalletEntry.fields.asset.annotateKey({
    description: "`VALID` points expire and count towards tiers, `CREDIT` points are promotional"
  }),
  description: Schema.String.annotateKey({ description: "Text for display" }),
  createdAt: Instant.annotateKey({ description: "When it was booked" }),
  metadata: Schema.Record(Schema.String, StoredJson).annotateKey({
    description: "Additional facts, such as the direction of an adjustment"
  })
}).annotate({ identifier: "WalletTransaction" })
export interface TransactionRecord extends Schema.Schema.Type<typeof TransactionRecord> {}
