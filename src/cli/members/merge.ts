import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import type { MergeRefused } from "../../domain/members/MemberErrors.ts"
import { mergeMembers } from "../../domain/members/mergeMembers.ts"
import { json } from "../flags.ts"
import { importServices } from "../importServices.ts"
import { printJson } from "../printJson.ts"
import { Refused } from "../Refused.ts"
import { accountOf } from "./accountOf.ts"

const refusals: { readonly [Reason in MergeRefused["reason"]]: string } = {
  same_member: "Source and target are the same member.",
  source_closed: "The account of the source is closed.",
  target_closed: "The account of the target is closed.",
  too_many_points: "The source holds more points of one kind than one entry of the ledger can."
}

/** Merges the account of one member into that of another (DOMAIN 4.5). */
export const merge = Command.make(
  "merge",
  {
    source: Argument.String("source").pipe(Argument.withDescription("External id of the member whose account ends")),
    target: Argument.String("target").pipe(Argument.withDescription("External id of the member who takes over")),
    json
  },
  Effect.fn("members merge")(function* (options) {
    const source = yield* accountOf(options.source)
    const target = yield* accountOf(options.target)
    const changed = source.mergedInto !== target.id
    if (changed) {
      // An account ends once, so its id identifies the merge.
      yield* mergeMembers({ mergeId: source.xid, sourceId: source.id, targetId: target.id }).pipe(
        Effect.catchTag("MergeRefused", ({ reason }) => new Refused({ message: refusals[reason] }))
      )
    }
    yield* options.json
      ? printJson({ memberId: source.xid, mergedInto: target.xid, changed })
      : Console.log(`${source.xid} ${changed ? "is" : "was already"} merged into ${target.xid}.`)
  }, Effect.provide(importServices))
).pipe(
  Command.withDescription(
    "Merge two accounts of one person: stays, open claims, points and tiers move to the target, and the source is closed"
  ),
  Command.withExamples([
    { command: "hub members merge SOURCE TARGET", description: "Let one account take over from another" }
  ])
)
