import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { ProgramId } from "../programs/Program.ts"
import type { VenueId } from "../properties/Property.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { InviteLink } from "./InviteLink.ts"

/** An active link. `programId` is the only active program of its organization; null if there is none or several. */
export interface OpenLink extends Pick<InviteLink, "id" | "organizationId" | "propertyId" | "tokenHash"> {
  readonly programId: ProgramId | null
}

/** The invite links of venues, one each (DOMAIN 7). */
export class InviteLinks extends Context.Service<
  InviteLinks,
  {
    /** Only active links of active organizations; a replaced token matches nothing. */
    readonly findByToken: (tokenHash: string) => Effect.Effect<Option.Option<OpenLink>>
    /** The venue with this document id. */
    readonly getVenue: (
      documentId: string
    ) => Effect.Effect<
      { readonly organizationId: OrganizationId; readonly id: VenueId; readonly name: string },
      NotFound
    >
    /** Replaces the token of a venue's link and activates it; creates the link if there is none. */
    readonly updateToken: (of: {
      readonly organizationId: OrganizationId
      readonly propertyId: VenueId
      readonly tokenHash: string
      readonly now: DateTime.Utc
    }) => Effect.Effect<void>
  }
>()("hub/domain/invites/InviteLinks") {}
