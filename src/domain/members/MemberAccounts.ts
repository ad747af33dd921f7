import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Member } from "./Member.ts"
import type { Transfer } from "./Transfer.ts"

export type AccountState = Pick<Member, "id" | "xid" | "status" | "mergedInto">

/** `mergedInto` is whoever took over; null when nobody did. */
export interface Closing {
  readonly id: number
  readonly mergedInto: number | null
  readonly now: DateTime.Utc
}

export interface OwnerChange {
  readonly from: number
  readonly to: number
  readonly now: DateTime.Utc
}

/** The accounts of members, as they are closed and merged (DOMAIN 4.5). Every change happens inside `Atomic`. */
export class MemberAccounts extends Context.Service<
  MemberAccounts,
  {
    /** Not locked. */
    readonly find: (id: number) => Effect.Effect<Option.Option<AccountState>>
    /** Locked until the transaction ends; after the wallet of the member (DOMAIN 5.1). */
    readonly findForUpdate: (id: number) => Effect.Effect<Option.Option<AccountState>>
    /** Closes an account and ends its enrolments. */
    readonly updateClosed: (of: Closing) => Effect.Effect<void>
    /**
     * Makes another member the owner of everything that goes over with a merge: stays and their arrival tasks, points to
     * come, open claims, guests, invites and favorites; a favorite that both have stays the new owner's (DOMAIN 4.5).
     */
    readonly changeOwner: (of: OwnerChange) => Effect.Effect<void>
    readonly findTransfer: (id: string) => Effect.Effect<Option.Option<Transfer>>
    readonly insertTransfer: (transfer: Transfer) => Effect.Effect<void>
    /** Members, ascending, who were closed before a moment and whose wallets hold points. */
    readonly listHolding: (closedBefore: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<number>>
  }
>()("hub/domain/members/MemberAccounts") {}
