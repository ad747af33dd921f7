import { Effect } from "effect"
import { SqlError } from "effect/sql"
import { wrongListCounts } from "../../sql/statements/wrongListCounts.ts"
import { ok, warn } from "./Check.ts"

const name = "totals of lists"

const tooSlow: ReadonlySet<string> = new Set(["StatementTimeoutError", "LockTimeoutError"])

/** Checks that the totals of lists, which triggers count, are those of the rows. */
export const checkListCounts = wrongListCounts.pipe(
  Effect.map((wrong) =>
    wrong.length === 0
      ? ok(name, "are those of the rows")
      : warn(
          name,
          `${wrong.join(", ")} differ from the rows: count them again, see "Totals of lists" in docs/operations.md`
        )
  ),
  Effect.catchIf(
    (error) => SqlError.isSqlError(error) && tooSlow.has(error.reason._tag),
    () => Effect.succeed(warn(name, "not compared: counting takes longer than HUB_DATABASE_TIMEOUT_MS"))
  )
)
