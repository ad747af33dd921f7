import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { EarningRules, Program } from "./Program.ts"
import type { ParticipatingVenue, ProgramView } from "./ProgramView.ts"
import type { TierView } from "./TierView.ts"

/** Which programs to list: by status, and by names that contain `q`. */
export interface ProgramsQuery {
  readonly reach: Reach
  readonly statuses: ReadonlyArray<Program["status"]> | undefined
  readonly q: string | undefined
  readonly limit: number
  readonly offset: number
}

export type RulesVersion = Pick<EarningRules, "version" | "effectiveFrom" | "rules">

/** A program by its external id, among those of the organizations within reach. */
export interface ProgramLocator {
  readonly reach: Reach
  readonly programId: string
}

/**
 * Programs of organizations as partners see them: visible organization-wide, with their venues cut to the reach (DOMAIN
 * 1.7).
 */
export class ProgramViews extends Context.Service<
  ProgramViews,
  {
    /** By name then id, both in binary order. `q` matches literally, ignoring case and accents. */
    readonly list: (query: ProgramsQuery) => Effect.Effect<Page<ProgramView>>
    readonly get: (locator: ProgramLocator) => Effect.Effect<ProgramView, NotFound>
    /** Lowest first, with the number of enrolments in each at `now`; empty for an unknown program. */
    readonly listTiers: (
      locator: ProgramLocator & { readonly now: DateTime.Utc }
    ) => Effect.Effect<ReadonlyArray<TierView>>
    /** By name then id, both in binary order; empty for an unknown program. */
    readonly listVenues: (locator: ProgramLocator) => Effect.Effect<ReadonlyArray<ParticipatingVenue>>
    /** The newest version for stays that check in on `day`, if there is one. */
    readonly findRules: (
      locator: ProgramLocator & { readonly day: string }
    ) => Effect.Effect<Option.Option<RulesVersion>>
  }
>()("hub/domain/programs/ProgramViews") {}
