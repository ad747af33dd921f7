import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Member, MemberId } from "./Member.ts"
import type { Transfer } from "./Transfer.ts"

export type AccountState = Pick<Member, "id" | "xid" | "status" | "mergedInto">

/** What authentication asks of a member. */
export type MemberAccount = Pick<Member, "id" | "xid" | "status">

/** `mergedInto` is whoever took over; null when nobody did. */
export interface Closing {
  readonly id: MemberId
  readonly mergedInto: MemberId | null
  readonly now: DateTime.Utc
}

export interface OwnerChange {
  readonly from: MemberId
  readonly to: MemberId
  readonly now: DateTime.Utc
}

/**
 * The accounts of members: whose a token is, and how accounts are closed and merged (DOMAIN 4.5). Every change happens
 * inside `Atomic`.
 */
export class MemberAccounts extends Context.Service<
  MemberAccounts,
  {
    /** By `sub` of the member's tokens, whatever the account's status; compared as bytes (MEM-003). */
    readonly findByIdentity: (subject: string) => Effect.Effect<Option.Option<MemberAccount>>
    /** Not locked. */
    readonly find: (id: MemberId) => Effect.Effect<Option.Option<AccountState>>
    /** Locked until the transaction ends; after the wallet of the member (DOMAIN 5.1). */
    readonly findForUpdate: (id: MemberId) => Effect.Effect<Option.Option<AccountState>>
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
    readonly listHolding: (closedBefore: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<MemberId>>
  }
>()("hub/domain/members/MemberAccounts") {}
