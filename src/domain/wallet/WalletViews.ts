import { Context, type DateTime, type Effect } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { StayFacts } from "../reservations/StayFacts.ts"
import type { ActivityRecord } from "./ActivityRecord.ts"
import type { TransactionRecord } from "./TransactionRecord.ts"
import type { Wallet, WalletActivity, WalletEntry } from "./Wallet.ts"
import type { ExpiringPoints } from "./WalletBalance.ts"

/** Whether something of a member has ended and is not settled yet, so that what was read is not what they have. */
export interface Unsettled {
  /** Lots whose end has come still have points. */
  readonly hasDueLots: boolean
  /** Open claims have fallen due: they may give points back (MEM-117). */
  readonly hasDueClaims: boolean
}

/** A wallet as one moment shows it. */
export interface WalletView extends Unsettled, Pick<Wallet, "validBalance" | "creditBalance"> {
  /** What ends within the window asked for, soonest first. */
  readonly expiring: ReadonlyArray<ExpiringPoints>
  /** The items that tell of points to come, with what their amounts follow from. */
  readonly pendingEarns: ReadonlyArray<{ readonly activityId: string; readonly facts: StayFacts }>
}

export interface WalletViewQuery {
  readonly memberId: MemberId
  readonly now: DateTime.Utc
  /** The end of the window of expiring points. */
  readonly until: DateTime.Utc
}

/** `from` is the first moment, `to` the first one that no longer counts (MEM-096). */
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
  /** The pending earns that have an amount, by activity id; others are neither listed nor counted. */
  readonly pendingEarns: ReadonlyMap<string, number>
}

interface Page<A> extends Unsettled {
  readonly items: ReadonlyArray<A>
  /** What the filters leave, on all pages. Without filters it is not counted but known. */
  readonly total: number
}

/** Wallets as their members read them. Nothing is locked; each answer is of one moment. Lists are newest first, ties by id. */
export class WalletViews extends Context.Service<
  WalletViews,
  {
    readonly get: (query: WalletViewQuery) => Effect.Effect<WalletView>
    /** The wallet and its newest entries, of the same moment (MEM-090). */
    readonly getWithEntries: (
      query: WalletViewQuery & Pick<Listing, "limit" | "offset">
    ) => Effect.Effect<WalletView & { readonly entries: ReadonlyArray<TransactionRecord> }>
    readonly listEntries: (query: EntriesQuery) => Effect.Effect<Page<TransactionRecord>>
    readonly listActivity: (query: ActivityQuery) => Effect.Effect<Page<ActivityRecord>>
  }
>()("hub/domain/wallet/WalletViews") {}
