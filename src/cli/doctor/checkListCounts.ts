import { Effect } from "effect"
import { wrongListCounts } from "../../sql/statements/wrongListCounts.ts"
import { ok, warn } from "./Check.ts"

/** Checks that the totals of lists, which triggers count, are those of the rows. */
export const checkListCounts = Effect.map(wrongListCounts, (wrong) =>
  wrong.length === 0
    ? ok("totals of lists", "are those of the rows")
    : warn(
        "totals of lists",
        `${wrong.join(", ")} differ from the rows: count them again, see "Totals of lists" in docs/operations.md`
      )
)
