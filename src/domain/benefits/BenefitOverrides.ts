import { Context, type Effect, type Option } from "effect"
import type { VenueId } from "../properties/Property.ts"
import type { BenefitVenueOverride } from "./Benefit.ts"
import type { BenefitKey, BenefitLocator } from "./Benefits.ts"
import type { BenefitOverrideView } from "./BenefitOverrideView.ts"

/** The venues' overrides of benefits. Write only with the benefit locked. */
export class BenefitOverrides extends Context.Service<
  BenefitOverrides,
  {
    /** Those of the venues within reach, by document id in binary order. */
    readonly list: (locator: BenefitLocator) => Effect.Effect<ReadonlyArray<BenefitOverrideView>>
    readonly find: (key: BenefitKey, venueId: VenueId) => Effect.Effect<Option.Option<BenefitVenueOverride>>
    readonly insert: (row: BenefitVenueOverride) => Effect.Effect<void>
    readonly update: (row: BenefitVenueOverride) => Effect.Effect<void>
    readonly remove: (key: BenefitKey, venueId: VenueId) => Effect.Effect<void>
  }
>()("hub/domain/benefits/BenefitOverrides") {}
