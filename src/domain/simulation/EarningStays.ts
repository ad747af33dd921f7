import { Context, type DateTime, type Effect, type Option, type Stream } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { Program, Tier } from "../programs/Program.ts"
import type { ReservationXid } from "../reservations/Reservation.ts"
import type { StayFacts } from "../reservations/StayFacts.ts"

export type SimulatedProgram = Pick<Program, "id" | "xid" | "organizationId" | "name">

/**
 * Selects the stays of an organization that checked out in the `days` days before today, local to the venue at `now`.
 */
export interface EarningPeriod extends Pick<Program, "organizationId"> {
  readonly days: number
  readonly now: DateTime.Utc
}

/**
 * A member's stay with known spend that may still earn, or was finalised other than for lack of member or spend. `facts`
 * includes all inputs even for a finalised stay; `corrected` is the sum of later corrections (DOMAIN 6.1).
 */
export interface EarningStay {
  readonly externalId: ReservationXid
  readonly memberId: MemberId
  readonly facts: StayFacts
  readonly corrected: number
  /** The member's tier in the program at `now`; null without one. */
  readonly tier: Pick<Tier, "level" | "name"> | null
}

/** Read-only data for the simulation of earning rules. */
export class EarningStays extends Context.Service<
  EarningStays,
  {
    /** Runs `read` on one read-only snapshot. Read the stream inside it. */
    readonly snapshot: <A, E, R>(read: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    readonly findProgram: (xid: string) => Effect.Effect<Option.Option<SimulatedProgram>>
    readonly count: (period: EarningPeriod) => Effect.Effect<number>
    /** By check-out, then internal id. `programId`: the program whose tiers are returned. */
    readonly stays: (of: EarningPeriod & { readonly programId: Program["id"] }) => Stream.Stream<EarningStay>
  }
>()("hub/domain/simulation/EarningStays") {}
