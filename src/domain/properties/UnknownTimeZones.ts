import { Context, Effect } from "effect"

/**
 * Those of some time zones that the database does not know, although Node may. A statement that asks for the date at
 * such a venue fails, and with it the job that asks for those of all venues. Provided by the layer that talks to the
 * database; by default there are none.
 */
export const UnknownTimeZones = Context.Reference<(zones: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>>>(
  "hub/domain/properties/UnknownTimeZones",
  {
    defaultValue: () => () => Effect.succeed(new Set())
  }
)
