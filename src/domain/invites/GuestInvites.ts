import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { MemberId } from "../members/Member.ts"
import { Organization, type OrganizationId } from "../organizations/Organization.ts"
import { Program, type ProgramId } from "../programs/Program.ts"
import { Property, type VenueId } from "../properties/Property.ts"
import type { ReservationId } from "../reservations/Reservation.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import { GuestInvite, type InviteStatus } from "./GuestInvite.ts"
import type { GuestInviteView } from "./GuestInviteView.ts"

/** An invite as needed to accept it. `program` is null if it enrols in none. */
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

/** The current data for a message to the guest. */
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

/** Which invites to list. `search` is folded text; null filters do not apply. */
export interface InvitesQuery {
  /** The caller's reach: an invite's stay is named only within it. */
  readonly reach: Reach
  /** `reach` or a part of it: only invites of its venues are listed. */
  readonly within: Reach
  readonly now: DateTime.Utc
  readonly statuses: ReadonlyArray<InviteStatus> | null
  readonly search: string | null
  readonly limit: number
  readonly offset: number
}

export interface InviteLocator {
  readonly reach: Reach
  readonly id: number
}

/** A locked row, and the current venue of its stay, which may have moved to another one than the invite's. */
export interface LockedInvite extends GuestInvite {
  readonly stayVenueId: VenueId | null
}

/** External ids that a new invite refers to. */
export interface InviteReferences {
  readonly organizationId: OrganizationId
  readonly propertyId: VenueId
  readonly reservationId: string | null
  readonly programId: string | null
}

/** A command's change of a locked invite. */
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

/** The invites of every organization, for desks with the venue within reach and for guests with tokens. */
export class GuestInvites extends Context.Service<
  GuestInvites,
  {
    /**
     * Newest first, then by id descending. Statuses are as of `now`, not as stored. A stay that has moved out of reach
     * is not named (PAR-007).
     */
    readonly list: (query: InvitesQuery) => Effect.Effect<Page<GuestInviteView>>
    readonly get: (locator: InviteLocator & { readonly now: DateTime.Utc }) => Effect.Effect<GuestInviteView, NotFound>
    /** The row, locked until the transaction ends. */
    readonly getForUpdate: (locator: InviteLocator) => Effect.Effect<LockedInvite, NotFound>
    /**
     * The stay at the invite's venue and the program of its organization that a new invite refers to; undefined if
     * there is no such row, null if none is given.
     */
    readonly findReferences: (of: InviteReferences) => Effect.Effect<{
      readonly reservationId: ReservationId | null | undefined
      readonly programId: ProgramId | null | undefined
    }>
    /** Returns the row with its id. */
    readonly insert: (invite: Omit<GuestInvite, "id">) => Effect.Effect<GuestInvite>
    /** Updates these fields alone. A change that depends on the row needs it locked by this transaction. */
    readonly update: (of: Identity, change: InviteChange) => Effect.Effect<void>
    /** None while the organization is suspended. */
    readonly findAddressee: (of: Identity) => Effect.Effect<Option.Option<InviteAddressee>>
    /**
     * Records the outcome of the message with this token: compare-and-set on token and status, so that a late result
     * for an old message does not change the status of an invite that was sent again (DOMAIN 7.1). False if it did not
     * match; when the provider accepted such a message is then for the caller to record.
     */
    readonly updateDelivered: (
      of: Identity & {
        readonly tokenHash: string
        readonly from: ReadonlyArray<InviteStatus>
        readonly to: "sent" | "failed"
        readonly now: DateTime.Utc
      }
    ) => Effect.Effect<boolean>
    /** In any status, of active organizations; a replaced token matches nothing. */
    readonly findByToken: (tokenHash: string) => Effect.Effect<Option.Option<InviteRecord>>
    /**
     * Assigns a sent, unexpired invite to the member: compare-and-set on token and status, so that one of several
     * concurrent callers succeeds. Returns whether this one did (DOMAIN 7.1).
     */
    readonly updateAccepted: (of: {
      readonly tokenHash: string
      readonly memberId: MemberId
      readonly now: DateTime.Utc
    }) => Effect.Effect<boolean>
  }
>()("hub/domain/invites/GuestInvites") {}
