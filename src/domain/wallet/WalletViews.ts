import { Context, type DateTime, type Effect } from "effect"
import type { DueClaims } from "../fulfillments/DueClaims.ts"
import type { MemberId } from "../members/Member.ts"
import type { StayFacts } from "../reservations/StayFacts.ts"
import type { Page } from "../shared/Page.ts"
import type { ActivityRecord } from "./ActivityRecord.ts"
import type { TransactionRecord } from "./TransactionRecord.ts"
import type { Wallet, WalletActivity, WalletEntry } from "./Wallet.ts"
import type { ExpiringPoints } from "./WalletBalance.ts"

/** Whether the member has due lots or claims that are not settled, which makes the figures provisional. */
export interface Unsettled extends DueClaims {
  /** Due lots still hold points. */
  readonly hasDueLots: boolean
}

/** A wallet at one moment. */
export interface WalletView extends Unsettled, Pick<Wallet, "validBalance" | "creditBalance"> {
  /** Points that expire within the window, soonest first. */
  readonly expiring: ReadonlyArray<ExpiringPoints>
  /** The pending earns, with the inputs of their amounts. */
  readonly pendingEarns: ReadonlyArray<{ readonly activityId: string; readonly facts: StayFacts }>
}

export interface WalletViewQuery {
  readonly memberId: MemberId
  readonly now: DateTime.Utc
  /** The end of the window for expiring points. */
  readonly until: DateTime.Utc
}

/** `from` is inclusive, `to` exclusive (MEM-096). */
interface Listing {
  readonly memberId: MemberId
  readonly now: DateTime.Utc
  readonly from: DateTime.Utc | undefined
  readonly to: DateTime.Utc | undefined
  readonly limit: number
  readonly offset: number
}

export interface EntriesQuery extends Listing {
  readonly type: WalletEntry["type"] | undefined
}

export interface ActivityQuery extends Listing {
  readonly type: WalletActivity["type"] | undefined
  /** The pending earns with an amount, by activity id; others are neither listed nor counted. */
  readonly pendingEarns: ReadonlyMap<string, number>
}

/** Without filters, the total is taken from the cached counts. */
interface WalletPage<Item> extends Page<Item>, Unsettled {}

/**
 * Wallets as their members read them, without locks; each result is one consistent snapshot. Lists are newest first,
 * ties by id.
 */
export class WalletViews extends Context.Service<
  WalletViews,
  {
    readonly get: (query: WalletViewQuery) => Effect.Effect<WalletView>
    /** The wallet and a page of its newest entries, in one snapshot (MEM-090). */
    readonly getWithEntries: (
      query: WalletViewQuery & Pick<Listing, "limit" | "offset">
    ) => Effect.Effect<WalletView & { readonly entries: ReadonlyArray<TransactionRecord> }>
    readonly listEntries: (query: EntriesQuery) => Effect.Effect<WalletPage<TransactionRecord>>
    readonly listActivity: (query: ActivityQuery) => Effect.Effect<WalletPage<ActivityRecord>>
  }
>()("hub/domain/wallet/WalletViews") {}
