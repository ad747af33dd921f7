import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"
import { Asset } from "../wallet/Wallet.ts"

/** Entries and lot movements add up to different sums, which makes the whole report unreliable. */
export class LedgerDisagrees extends Schema.TaggedError<LedgerDisagrees>()("LedgerDisagrees", {
  asset: Asset,
  byEntries: Schema.Int,
  byLots: Schema.Int
}) {
  static readonly failure: Failure = { kind: "conflict", code: "ledger_disagrees", title: "The ledger is inconsistent" }
  override get message() {
    return `The ledger is inconsistent: ${this.byEntries} ${this.asset} by its entries, ${this.byLots} by their lots. Run \`hub verify ledger\`.`
  }
}
