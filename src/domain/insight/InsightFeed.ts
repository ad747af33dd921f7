import { Context, type DateTime, type Effect, type Option } from "effect"
import type { ImportOutcome } from "../imports/ImportReport.ts"
import type { MemberId } from "../members/Member.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ReservationId } from "../reservations/Reservation.ts"
import type { GuestIntelligence, InsightRun, InsightSecret } from "./GuestIntelligence.ts"

/** External ids that records refer to: document ids of venues, external ids of stays and members, canonical guest ids. */
export interface InsightReferences {
  readonly propertyIds: ReadonlyArray<string>
  readonly reservationIds: ReadonlyArray<string>
  readonly memberIds: ReadonlyArray<string>
  readonly guestIds: ReadonlyArray<string>
}

/** The rows of an organization by those ids; what is missing or another organization's is not among them. */
export interface InsightReferred {
  readonly properties: ReadonlyMap<string, VenueId>
  readonly reservations: ReadonlyMap<string, { readonly id: ReservationId; readonly propertyId: VenueId }>
  readonly members: ReadonlyMap<string, MemberId>
  readonly guests: ReadonlyMap<string, number>
}

/** A record as the pipeline delivers it. */
export type DeliveredRecord = Omit<GuestIntelligence, "id" | "organizationId" | "createdAt" | "updatedAt">

/** A record's hash, and what it is of, sealed. */
export type RecordHash = Pick<GuestIntelligence, "id" | "hashedPmsGuestId" | "pmsGuestIdEnc">

/**
 * How records get in, and how their hashes change. Secrets found for share or for update stay locked until the
 * transaction ends: while a rotation hashes again, no record is written under the former secret.
 */
export class InsightFeed extends Context.Service<
  InsightFeed,
  {
    readonly findSecretForShare: (organizationId: OrganizationId) => Effect.Effect<Option.Option<InsightSecret>>
    readonly findSecretForUpdate: (organizationId: OrganizationId) => Effect.Effect<Option.Option<InsightSecret>>
    /** Has no effect if the organization has a secret. */
    readonly insertSecret: (secret: InsightSecret) => Effect.Effect<void>
    readonly updateSecret: (secret: InsightSecret) => Effect.Effect<void>
    readonly listReferences: (organizationId: OrganizationId, of: InsightReferences) => Effect.Effect<InsightReferred>
    /**
     * Adds records, or replaces those with the same hash; each hash occurs once. A record that would stay the same is
     * not written. Answers what became of each, in their order.
     */
    readonly update: (of: {
      readonly organizationId: OrganizationId
      readonly now: DateTime.Utc
      readonly records: ReadonlyArray<DeliveredRecord>
    }) => Effect.Effect<ReadonlyArray<ImportOutcome>>
    /** Of the organization, by `id`, those after `after`. */
    readonly listHashes: (of: {
      readonly organizationId: OrganizationId
      readonly after: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<RecordHash>>
    readonly changeHashes: (of: {
      readonly organizationId: OrganizationId
      readonly records: ReadonlyArray<RecordHash>
    }) => Effect.Effect<void>
    /** Answers the run with its number. */
    readonly insertRun: (run: Omit<InsightRun, "id">) => Effect.Effect<InsightRun>
    readonly updateRun: (run: InsightRun) => Effect.Effect<void>
  }
>()("hub/domain/insight/InsightFeed") {}
