import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { MemberId } from "../members/Member.ts"
import { Organization, type OrganizationId } from "../organizations/Organization.ts"
import { Program, type ProgramId } from "../programs/Program.ts"
import { Property, type VenueId } from "../properties/Property.ts"
import type { ReservationId } from "../reservations/Reservation.ts"
import type { NotFound } from "../shared/NotFound.ts"
import { GuestInvite, type InviteStatus } from "./GuestInvite.ts"
import type { GuestInviteView } from "./GuestInviteView.ts"

/** An invite as its guest sees it. `program` is null when it names none. */
export const InviteRecord = Schema.Struct({
  id: GuestInvite.fields.id,
  status: GuestInvite.fields.status,
  tokenHash: GuestInvite.fields.tokenHash,
  expiresAt: GuestInvite.fields.expiresAt,
  memberId: GuestInvite.fields.memberId,
  organizationId: GuestInvite.fields.organizationId,
  organizationName: Organization.fields.name,
  program: Schema.NullOr(
    Schema.Struct({ id: Program.fields.id, xid: Program.fields.xid, status: Program.fields.status })
  )
})
export type InviteRecord = typeof InviteRecord.Type

/** What a message to the guest is made of, as stored now. */
export const InviteAddressee = Schema.Struct({
  status: GuestInvite.fields.status,
  tokenHash: GuestInvite.fields.tokenHash,
  expiresAt: GuestInvite.fields.expiresAt,
  email: GuestInvite.fields.email,
  phone: GuestInvite.fields.phone,
  firstName: GuestInvite.fields.firstName,
  locale: GuestInvite.fields.locale,
  propertyName: Property.fields.name,
  timezone: Property.fields.timezone,
  organizationName: Organization.fields.name
})
export type InviteAddressee = typeof InviteAddressee.Type

/** Which invites to list. `search` is folded; null, like no statuses, leaves nothing out. */
export interface InvitesQuery {
  readonly reach: Reach
  readonly now: DateTime.Utc
  readonly statuses: ReadonlyArray<InviteStatus> | null
  readonly search: string | null
  readonly limit: number
  readonly offset: number
}

export interface InvitesPage {
  readonly items: ReadonlyArray<GuestInviteView>
  readonly total: number
}

export interface InviteLocator {
  readonly reach: Reach
  readonly id: number
}

/** External ids that a new invite refers to. */
export interface InviteReferences {
  readonly organizationId: OrganizationId
  readonly propertyId: VenueId
  readonly reservationId: string | null
  readonly programId: string | null
}

/** What a command changes of a locked invite. */
export type InviteChange = Partial<
  Pick<
    GuestInvite,
    | "email"
    | "phone"
    | "firstName"
    | "lastName"
    | "locale"
    | "searchText"
    | "status"
    | "tokenHash"
    | "sentCount"
    | "lastSentAt"
    | "expiresAt"
  >
> &
  Pick<GuestInvite, "updatedAt">

type Identity = Pick<GuestInvite, "id" | "organizationId">

/** The invites of every organization: for the desks whose reach has their venue, and for the guests who hold tokens. */
export class GuestInvites extends Context.Service<
  GuestInvites,
  {
    /** Newest first, then by number descending. Statuses are as of `now`, not as stored. */
    readonly list: (query: InvitesQuery) => Effect.Effect<InvitesPage>
    readonly get: (locator: InviteLocator & { readonly now: DateTime.Utc }) => Effect.Effect<GuestInviteView, NotFound>
    /** The row, locked until the transaction ends. */
    readonly getForUpdate: (locator: InviteLocator) => Effect.Effect<GuestInvite, NotFound>
    /**
     * The stay, of the invite's venue, and the program, of its organization, that a new invite names; undefined where
     * there is no such row, null where none is named.
     */
    readonly findReferences: (of: InviteReferences) => Effect.Effect<{
      readonly reservationId: ReservationId | null | undefined
      readonly programId: ProgramId | null | undefined
    }>
    /** Answers the row with its number. */
    readonly insert: (invite: Omit<GuestInvite, "id">) => Effect.Effect<GuestInvite>
    /** Changes a row that this transaction has locked. */
    readonly update: (of: Identity, change: InviteChange) => Effect.Effect<void>
    readonly findAddressee: (of: Identity) => Effect.Effect<Option.Option<InviteAddressee>>
    /**
     * Records what became of the message with this token: compare-and-set on token and status, so that a late answer
     * to an old message does not change an invite that was sent again (DOMAIN 7.1).
     */
    readonly updateDelivered: (
      of: Identity & {
        readonly tokenHash: string
        readonly from: ReadonlyArray<InviteStatus>
        readonly to: "sent" | "failed"
        readonly now: DateTime.Utc
      }
    ) => Effect.Effect<boolean>
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
