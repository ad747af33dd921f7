import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"
import { Asset } from "../wallet/Wallet.ts"

/** The entries and their lot movements add up to different sums: no figure of the report can be relied on. */
export class LedgerDisagrees extends Schema.TaggedError<LedgerDisagrees>()("LedgerDisagrees", {
  asset: Asset,
  byEntries: Schema.Int,
  byLots: Schema.Int
}) {
  static readonly failure: Failure = { kind: "conflict", code: "ledger_disagrees", title: "The ledger disagrees" }
  override get message() {
    return `The ledger disagrees with itself: ${this.byEntries} ${this.asset} by its entries, ${this.byLots} by their lots. Run \`hub verify ledger\`.`
  }
}
