import { Context, type DateTime, type Effect, type Option } from "effect"
import type { ImportOutcome } from "../imports/ImportReport.ts"
import type { MemberId } from "../members/Member.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ReservationId } from "../reservations/Reservation.ts"
import type { GuestIntelligence, InsightRun, InsightSecret } from "./GuestIntelligence.ts"

/**
 * External ids that records refer to: document ids of venues, external ids of stays and members, canonical guest ids.
 */
export interface InsightReferences {
  readonly propertyIds: ReadonlyArray<string>
  readonly reservationIds: ReadonlyArray<string>
  readonly memberIds: ReadonlyArray<string>
  readonly guestIds: ReadonlyArray<string>
}

/**
 * The organization's rows by those ids; missing and foreign ones are absent. A merged account maps to the one that took
 * over.
 */
export interface InsightReferred {
  readonly properties: ReadonlyMap<string, VenueId>
  readonly reservations: ReadonlyMap<string, { readonly id: ReservationId; readonly propertyId: VenueId }>
  readonly members: ReadonlyMap<string, MemberId>
  readonly guests: ReadonlyMap<string, number>
}

/** A record as the pipeline delivers it. */
export type DeliveredRecord = Omit<GuestIntelligence, "id" | "organizationId" | "createdAt" | "updatedAt">

/** A record's hash, and the sealed id that it was made from. */
export type RecordHash = Pick<GuestIntelligence, "id" | "hashedPmsGuestId" | "pmsGuestIdEnc">

/**
 * Writes records and rotates their hashes. Secrets found for share or for update stay locked until the transaction
 * ends, so no record is written under the former secret during a rotation.
 */
export class InsightFeed extends Context.Service<
  InsightFeed,
  {
    readonly findSecretForShare: (organizationId: OrganizationId) => Effect.Effect<Option.Option<InsightSecret>>
    readonly findSecretForUpdate: (organizationId: OrganizationId) => Effect.Effect<Option.Option<InsightSecret>>
    /** Has no effect if the organization has a secret. */
    readonly insertSecret: (secret: InsightSecret) => Effect.Effect<void>
    readonly updateSecret: (secret: InsightSecret) => Effect.Effect<void>
    /** The members are not merged until the transaction ends. */
    readonly listReferences: (
      organizationId: OrganizationId,
      references: InsightReferences
    ) => Effect.Effect<InsightReferred>
    /**
     * Inserts records, or replaces those with the same hash; the hashes must be distinct. Unchanged records are not
     * written. Returns the outcome of each, in order.
     */
    readonly update: (of: {
      readonly organizationId: OrganizationId
      readonly now: DateTime.Utc
      readonly records: ReadonlyArray<DeliveredRecord>
    }) => Effect.Effect<ReadonlyArray<ImportOutcome>>
    /** The organization's record hashes by `id`, after the id `after`. */
    readonly listHashes: (of: {
      readonly organizationId: OrganizationId
      readonly after: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<RecordHash>>
    readonly changeHashes: (of: {
      readonly organizationId: OrganizationId
      readonly records: ReadonlyArray<RecordHash>
    }) => Effect.Effect<void>
    /** Returns the run with its id. */
    readonly insertRun: (run: Omit<InsightRun, "id">) => Effect.Effect<InsightRun>
    readonly updateRun: (run: InsightRun) => Effect.Effect<void>
  }
>()("hub/domain/insight/InsightFeed") {}
