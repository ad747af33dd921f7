import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Program, Tier } from "../programs/Program.ts"
import type { Enrolment, MemberId } from "./Member.ts"

export type EnrolmentKey = Pick<Enrolment, "programId" | "memberId">

/** A place in a program with everything that its tier follows from. */
export interface EnrolmentStanding {
  readonly enrolment: Enrolment
  readonly programName: Program["name"]
  /** All tiers of the program, the lowest first. */
  readonly tiers: ReadonlyArray<Tier>
}

/** Who is in which program, and which tiers they win and lose there (DOMAIN 4.4). */
export class Enrolments extends Context.Service<
  Enrolments,
  {
    /**
     * Puts a member into the lowest tier of a program, with nothing collected yet; one who had left starts over, and
     * one who is in it stays as they are (DOMAIN 8.3, MEM-119). The program has a tier.
     */
    readonly insert: (of: EnrolmentKey & { readonly now: DateTime.Utc }) => Effect.Effect<void>
    /** An active enrolment, locked until the transaction ends. */
    readonly findForUpdate: (key: EnrolmentKey) => Effect.Effect<Option.Option<EnrolmentStanding>>
    /** Replaces everything but when it began. */
    readonly update: (enrolment: Enrolment) => Effect.Effect<void>
    /** The programs that a member is in, ascending. */
    readonly listByMember: (memberId: MemberId) => Effect.Effect<ReadonlyArray<EnrolmentKey>>
    /** Active enrolments whose tier has come to its end at `now`, the longest ended first. */
    readonly listEnded: (now: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<EnrolmentKey>>
  }
>()("hub/domain/members/Enrolments") {}
