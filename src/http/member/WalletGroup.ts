import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ActivityRecord } from "../../domain/wallet/ActivityRecord.ts"
import { TransactionRecord } from "../../domain/wallet/TransactionRecord.ts"
import { ActivityType, EntryType } from "../../domain/wallet/Wallet.ts"
import { WalletBalance } from "../../domain/wallet/WalletBalance.ts"
import { notAfter } from "../surface/schemas/notAfter.ts"
import { clampedOffsetQuery, offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { QueryInstant } from "../surface/schemas/QueryInstant.ts"
import { read } from "./verbs.ts"

const WalletRecord = Schema.Struct({
  balance: WalletBalance.annotateKey({ description: "Current balance" }),
  transactions: Schema.Array(TransactionRecord).annotateKey({ description: "Transactions, newest first" })
}).annotate({ identifier: "Wallet" })

const TransactionPage = Schema.Struct(offsetPage(TransactionRecord)).annotate({ identifier: "WalletTransactionPage" })

const ActivityPage = Schema.Struct(offsetPage(ActivityRecord)).annotate({ identifier: "WalletActivityPage" })

const period = {
  from: Schema.optionalKey(QueryInstant).pipe(
    Schema.annotateEncoded({
      description: "Start of the period, inclusive; a date means midnight UTC"
    })
  ),
  to: Schema.optionalKey(QueryInstant).pipe(
    Schema.annotateEncoded({
      description: "End of the period, exclusive; a date means midnight UTC"
    })
  )
}

const TransactionsQuery = Schema.Struct({
  ...clampedOffsetQuery(20),
  type: Schema.optionalKey(EntryType).annotateKey({ description: "Only transactions of this type" }),
  ...period
}).check(notAfter("from", "to"))

const ActivityQuery = Schema.Struct({
  ...offsetQuery(20),
  activityType: Schema.optionalKey(ActivityType).annotateKey({ description: "Only items of this type" }),
  ...period
}).check(notAfter("from", "to"))

/** The member's points: balance, transactions and activity (MEM-090 to MEM-101). */
export class WalletGroup extends HttpApiGroup.make("wallet")
  .add(
    read.get("getWallet", "/me/wallet", {
      query: Schema.Struct(clampedOffsetQuery(20)),
      success: WalletRecord,
      summary: "Get balance and transactions",
      description:
        "Both come from one snapshot. Transactions are newest first; all pages together add up to `spendablePoints`."
    }),
    read.get("getBalance", "/me/wallet/balance", {
      success: WalletBalance,
      summary: "Get the balance",
      description: "Same balance as in the wallet. Points that are due to expire are expired first."
    }),
    read.get("listTransactions", "/me/wallet/transactions", {
      query: TransactionsQuery,
      success: TransactionPage,
      summary: "List transactions",
      description: "Same transactions as in the wallet, newest first. `total` counts those that match the filters."
    }),
    read.get("listActivity", "/me/wallet/activity", {
      query: ActivityQuery,
      success: ActivityPage,
      summary: "List past and pending activity",
      description:
        "Newest first. Points of upcoming stays are `pending`, with the amount they would currently earn. Completed " +
        "items and pending spends add up to `spendablePoints`, pending earns to `pendingPoints`."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Wallet", description: "The member's points" })) {}
