import { Schema } from "effect"
import { Selector } from "../messaging/Workspace.ts"
import { characters } from "../shared/characters.ts"
import { maxInt } from "../shared/maxInt.ts"
import { TransitionType } from "./ActionTransition.ts"

/** A transition that an integration requests (HUB-056 to HUB-060). Null evidence counts as absent. */
export const ActionCommand = Schema.Struct({
  type: TransitionType.annotateKey({
    description: "The transition: `claim` an unowned Action, `finish` or `cancel_action` an owned one"
  }),
  id: Selector.annotateKey({ description: "The Action" }),
  expectedVersion: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxInt })).annotateKey({
    description: "The version of the Action that the caller last saw"
  }),
  evidence: Schema.optionalKey(Schema.NullOr(Schema.String.check(characters(1, 4000)))).annotateKey({
    description: "Free text, only with `finish`; stored verbatim"
  })
})
  .check(
    Schema.makeFilter(
      ({ evidence, type }) =>
        type === "finish" || (evidence ?? null) === null
          ? undefined
          : { path: ["evidence"], issue: "Evidence is allowed only with finish" },
      { expected: "evidence only with finish" }
    )
  )
  .annotate({ identifier: "ActionCommand" })
export type ActionCommand = typeof ActionCommand.Type
