import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ActivityRecord } from "../../domain/wallet/ActivityRecord.ts"
import { TransactionRecord } from "../../domain/wallet/TransactionRecord.ts"
import { ActivityType, EntryType } from "../../domain/wallet/Wallet.ts"
import { WalletBalance } from "../../domain/wallet/WalletBalance.ts"
import { clampedOffsetQuery, offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { notReversed, QueryInstant } from "../surface/QueryInstant.ts"
import { read } from "./verbs.ts"

const WalletRecord = Schema.Struct({
  balance: WalletBalance,
  transactions: Schema.Array(TransactionRecord)
}).annotate({ identifier: "Wallet" })

const TransactionPage = Schema.Struct(offsetPage(TransactionRecord)).annotate({ identifier: "WalletTransactionPage" })

const ActivityPage = Schema.Struct(offsetPage(ActivityRecord)).annotate({ identifier: "WalletActivityPage" })

const period = {
  from: Schema.optionalKey(QueryInstant).pipe(
    Schema.annotateEncoded({
      description: "The first moment that counts; a date is its midnight"
    })
  ),
  to: Schema.optionalKey(QueryInstant).pipe(
    Schema.annotateEncoded({
      description: "The first moment that does not count any more; a date is its midnight"
    })
  )
}

const TransactionsQuery = Schema.Struct({
  ...clampedOffsetQuery(20),
  type: Schema.optionalKey(EntryType).annotateKey({ description: "Only transactions of this type" }),
  ...period
}).check(notReversed)

const ActivityQuery = Schema.Struct({
  ...offsetQuery(20),
  activityType: Schema.optionalKey(ActivityType).annotateKey({ description: "Only items of this type" }),
  ...period
}).check(notReversed)

/** What the member has, and how it came about (MEM-090 to MEM-101). */
export class WalletGroup extends HttpApiGroup.make("wallet")
  .add(
    read.get("getWallet", "/me/wallet", {
      query: Schema.Struct(clampedOffsetQuery(20)),
      success: WalletRecord,
      summary: "The wallet: balance and transactions",
      description: "Both are of one moment. Transactions are newest first; all of them add up to `spendablePoints`."
    }),
    read.get("getBalance", "/me/wallet/balance", {
      success: WalletBalance,
      summary: "The balance",
      description: "As in the wallet. Points whose end has come are expired before it is shown."
    }),
    read.get("listTransactions", "/me/wallet/transactions", {
      query: TransactionsQuery,
      success: TransactionPage,
      summary: "The transactions",
      description: "As in the wallet, newest first. `total` counts what the filters leave."
    }),
    read.get("listActivity", "/me/wallet/activity", {
      query: ActivityQuery,
      success: ActivityPage,
      summary: "What happened to the member's points, and what will",
      description:
        "Newest first. Points that stays will earn are `pending` with the amount that they would earn now. Completed items " +
        "and pending spends add up to `spendablePoints`, pending earns to `pendingPoints`."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Wallet", description: "What the member has" })) {}
