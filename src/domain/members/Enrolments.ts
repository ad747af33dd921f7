import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Program, ProgramId, Tier } from "../programs/Program.ts"
import type { Enrolment, MemberId } from "./Member.ts"

export type EnrolmentKey = Pick<Enrolment, "programId" | "memberId">

/** An enrolment with the facts that decide its tier. */
export interface EnrolmentWithTiers {
  readonly enrolment: Enrolment
  readonly programName: Program["name"]
  /** All tiers of the program, lowest first. */
  readonly tiers: ReadonlyArray<Tier>
}

/** Up to `limit` ended tier periods of a program, of the members after `after`. */
export interface EndedOfProgram {
  readonly organizationId: OrganizationId
  readonly programId: ProgramId
  readonly now: DateTime.Utc
  readonly after: MemberId | undefined
  readonly limit: number
}

/** Enrolments in programs, and the tiers held through them (DOMAIN 4.4). */
export class Enrolments extends Context.Service<
  Enrolments,
  {
    /**
     * Enrols a member in the lowest tier of a program, with no qualifying points. The program must have a tier. An
     * ended enrolment starts over; an active one is unchanged. Returns false, without effect, unless the program is
     * active; locks it so that it stays active until the transaction ends (DOMAIN 8.3, MEM-119).
     */
    readonly insert: (of: EnrolmentKey & { readonly now: DateTime.Utc }) => Effect.Effect<boolean>
    /** As `insert`, in a program of any status that is locked, for a merge (DOMAIN 4.5). */
    readonly insertMerged: (of: EnrolmentKey & { readonly now: DateTime.Utc }) => Effect.Effect<void>
    /**
     * An active enrolment, locked until the transaction ends. Its program is locked first: its tiers stay as they are
     * (DOMAIN 8.3).
     */
    readonly findForUpdate: (key: EnrolmentKey) => Effect.Effect<Option.Option<EnrolmentWithTiers>>
    /** Replaces everything but the enrolment's start. */
    readonly update: (enrolment: Enrolment) => Effect.Effect<void>
    /** The programs that a member is enrolled in, ascending. */
    readonly listByMember: (memberId: MemberId) => Effect.Effect<ReadonlyArray<EnrolmentKey>>
    /** Active enrolments whose tier period has ended by `now`, earliest end first. */
    readonly listEnded: (query: {
      readonly now: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<EnrolmentKey>>
    /** As `listEnded`, of one program, in order of the member, locked until the transaction ends. */
    readonly listEndedForUpdate: (query: EndedOfProgram) => Effect.Effect<ReadonlyArray<Enrolment>>
    /** Replaces tiers, ends of periods, and qualifying points and nights. */
    readonly updatePeriods: (of: {
      readonly organizationId: OrganizationId
      readonly programId: ProgramId
      readonly enrolments: ReadonlyArray<Enrolment>
    }) => Effect.Effect<void>
  }
>()("hub/domain/members/Enrolments") {}
