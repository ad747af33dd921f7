import { Context, type DateTime, type Effect, type Option, type Stream } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { Program, Tier } from "../programs/Program.ts"
import type { ReservationXid } from "../reservations/Reservation.ts"
import type { StayFacts } from "../reservations/StayFacts.ts"

export type SimulatedProgram = Pick<Program, "id" | "xid" | "organizationId" | "name">

/** The stays of an organization that checked out in the `days` days before today, which is the venue's at `now`. */
export interface EarningPeriod extends Pick<Program, "organizationId"> {
  readonly days: number
  readonly now: DateTime.Utc
}

/**
 * A stay of a member with known spend that is finalised, or may still earn. `facts` has all inputs, also of a finalised
 * stay; `corrected` is the sum of the corrections since (DOMAIN 6.1).
 */
export interface EarningStay {
  readonly externalId: ReservationXid
  readonly memberId: MemberId
  readonly facts: StayFacts
  readonly corrected: number
  /** The member's tier in the program at `now`; null without one. */
  readonly tier: Pick<Tier, "level" | "name"> | null
}

/** What a simulation of earning rules reads; nothing of it writes. */
export class EarningStays extends Context.Service<
  EarningStays,
  {
    /** Runs `read` on one read-only snapshot. Read the stream inside it. */
    readonly snapshot: <A, E, R>(read: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    readonly findProgram: (xid: string) => Effect.Effect<Option.Option<SimulatedProgram>>
    readonly count: (period: EarningPeriod) => Effect.Effect<number>
    /** By check-out, then internal id. `programId`: the program whose tiers are shown. */
    readonly stays: (of: EarningPeriod & { readonly programId: Program["id"] }) => Stream.Stream<EarningStay>
  }
>()("hub/domain/simulation/EarningStays") {}
