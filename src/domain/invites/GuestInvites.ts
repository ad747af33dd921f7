import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { MemberId } from "../members/Member.ts"
import { Organization } from "../organizations/Organization.ts"
import { Program } from "../programs/Program.ts"
import { GuestInvite } from "./GuestInvite.ts"

/** An invite as its guest sees it. `program` is null when it names none. */
export const InviteRecord = Schema.Struct({
  id: GuestInvite.fields.id,
  status: GuestInvite.fields.status,
  tokenHash: GuestInvite.fields.tokenHash,
  expiresAt: GuestInvite.fields.expiresAt,
  memberId: GuestInvite.fields.memberId,
  organizationName: Organization.fields.name,
  program: Schema.NullOr(
    Schema.Struct({ id: Program.fields.id, xid: Program.fields.xid, status: Program.fields.status })
  )
})
export type InviteRecord = typeof InviteRecord.Type

/** The invites of every organization, for the guests who hold their tokens. */
export class GuestInvites extends Context.Service<
  GuestInvites,
  {
    /** In any status; a replaced token matches nothing. */
    readonly findByToken: (tokenHash: string) => Effect.Effect<Option.Option<InviteRecord>>
    /**
     * Assigns a sent, unexpired invite to the member: compare-and-set on token and status, so that of concurrent
     * callers one succeeds. Answers whether it was this one (DOMAIN 7.1).
     */
    readonly updateAccepted: (of: {
      readonly tokenHash: string
      readonly memberId: MemberId
      readonly now: DateTime.Utc
    }) => Effect.Effect<boolean>
  }
>()("hub/domain/invites/GuestInvites") {}
