import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Member, MemberId } from "./Member.ts"
import type { Transfer } from "./Transfer.ts"

export type AccountState = Pick<Member, "id" | "xid" | "status" | "mergedInto">

/** The facts of a member that authentication needs. */
export type MemberAccount = Pick<Member, "id" | "xid" | "status">

/** `mergedInto` is the member who takes over; null when the account is just closed. */
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
 * The accounts of members: looked up for authentication, closed and merged (DOMAIN 4.5). Every change happens inside
 * `Atomic`.
 */
export class MemberAccounts extends Context.Service<
  MemberAccounts,
  {
    /** By the `sub` of the member's tokens, compared as bytes, whatever the account's status (MEM-003). */
    readonly findByIdentity: (subject: string) => Effect.Effect<Option.Option<MemberAccount>>
    /** By external id, in upper case. Not locked. */
    readonly findByXid: (xid: string) => Effect.Effect<Option.Option<AccountState>>
    /** Not locked. */
    readonly find: (id: MemberId) => Effect.Effect<Option.Option<AccountState>>
    /** Locked until the transaction ends; lock the member's wallet first (DOMAIN 5.1). */
    readonly findForUpdate: (id: MemberId) => Effect.Effect<Option.Option<AccountState>>
    /** Closes an account and ends its enrolments. */
    readonly updateClosed: (of: Closing) => Effect.Effect<void>
    /**
     * Transfers everything that moves with a merge: stays and their arrival tasks, pending points, open claims,
     * guests, invites and favorites; if both have a favorite, the new owner's is kept. Accounts merged into the old
     * owner before name the new one as their successor (DOMAIN 4.5).
     */
    readonly changeOwner: (of: OwnerChange) => Effect.Effect<void>
    readonly findTransfer: (id: string) => Effect.Effect<Option.Option<Transfer>>
    readonly insertTransfer: (transfer: Transfer) => Effect.Effect<void>
    /** Members, ascending, whose accounts closed before a moment and whose wallets hold points. */
    readonly listHolding: (closedBefore: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<MemberId>>
  }
>()("hub/domain/members/MemberAccounts") {}
