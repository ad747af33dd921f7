import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { StoredJson } from "../shared/StoredJson.ts"
import { WalletEntry } from "./Wallet.ts"

/** A ledger entry as its member sees it (MEM-093). `points` is signed and never 0. */
export const TransactionRecord = Schema.Struct({
  id: Schema.String,
  type: WalletEntry.fields.type,
  points: Schema.Int.annotateKey({ description: "Positive for a credit, negative for a debit" }),
  assetType: WalletEntry.fields.asset,
  description: Schema.String,
  createdAt: Instant,
  metadata: Schema.Record(Schema.String, StoredJson)
}).annotate({ identifier: "WalletTransaction" })
export interface TransactionRecord extends Schema.Schema.Type<typeof TransactionRecord> {}
