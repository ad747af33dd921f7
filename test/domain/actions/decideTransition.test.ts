import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { IntegrationId } from "../../../src/domain/access/ApiKey.ts"
import { ActionNotOwned } from "../../../src/domain/actions/ActionErrors.ts"
import { type ActionOwner, ownerColumns } from "../../../src/domain/actions/ActionOwner.ts"
import { transitions } from "../../../src/domain/actions/transitions.ts"
import { OperatorId } from "../../../src/domain/operators/Operator.ts"
import type { ActionState } from "../../../src/domain/actions/Action.ts"
import type { TransitionType } from "../../../src/domain/actions/ActionTransition.ts"
import { decideTransition } from "../../../src/domain/actions/decideTransition.ts"

const self: ActionOwner = { kind: "integration", id: IntegrationId.make(1) }

type Owner = "nobody" | "self" | "another integration" | "an operator"
const owners: Readonly<Record<Owner, ActionOwner | null>> = {
  nobody: null,
  self,
  "another integration": { kind: "integration", id: IntegrationId.make(2) },
  "an operator": { kind: "operator", id: OperatorId.make(1) }
}

/** DOMAIN 3.1, "For external callers", and the moves A2, A4, A5. */
const matrix: ReadonlyArray<
  readonly [state: ActionState, owner: Owner, claim: string, finish: string, cancel: string]
> = [
  ["unowned", "nobody", "owned", "ActionNotOwned", "ActionNotOwned"],
  ["owned", "self", "ActionAlreadyOwned", "finished", "cancelled"],
  ["owned", "another integration", "ActionAlreadyOwned", "ActionNotOwned", "ActionNotOwned"],
  ["owned", "an operator", "ActionAlreadyOwned", "ActionNotOwned", "ActionNotOwned"],
  ["finished", "self", "ActionClosed", "ActionClosed", "ActionClosed"],
  ["finished", "another integration", "ActionClosed", "ActionClosed", "ActionClosed"],
  ["finished", "an operator", "ActionClosed", "ActionClosed", "ActionClosed"],
  ["cancelled", "self", "ActionClosed", "ActionClosed", "ActionClosed"],
  ["cancelled", "nobody", "ActionClosed", "ActionClosed", "ActionClosed"]
]

const decide = (type: TransitionType, state: ActionState, owner: Owner, expectedVersion: number) =>
  Result.match(
    decideTransition({ type, expectedVersion }, { state, version: 4, ...ownerColumns(owners[owner]) }, self),
    { onSuccess: () => transitions[type].to, onFailure: (error) => error._tag }
  )

const byOperator: ActionOwner = { kind: "operator", id: OperatorId.make(2) }

const decideAs = (mover: ActionOwner, type: "cancel_action" | "finish" | "release" | "hand_off", owner: Owner) => {
  const state = owner === "nobody" ? "unowned" : "owned"
  const action = { state, version: 4, ...ownerColumns(owners[owner]) } as const
  return Result.match(decideTransition({ type, expectedVersion: 4 }, action, mover), {
    onSuccess: () => "moves",
    onFailure: (error) => error._tag
  })
}

describe("decideTransition", () => {
  it("INT-014: an operator may cancel an unowned Action, which an integration may not, and finish none", () => {
    assert.strictEqual(decideAs(byOperator, "cancel_action", "nobody"), "moves")
    assert.strictEqual(decideAs(self, "cancel_action", "nobody"), "ActionNotOwned")
    assert.strictEqual(decideAs(byOperator, "cancel_action", "an operator"), "ActionNotOwned")
    assert.strictEqual(decideAs(byOperator, "finish", "nobody"), "ActionNotOwned")
  })

  it("INT-014: an Action of any owner may be released or handed off; only one without an owner cannot be released", () => {
    for (const owner of ["self", "another integration", "an operator"] as const) {
      assert.strictEqual(decideAs(byOperator, "release", owner), "moves")
      assert.strictEqual(decideAs(byOperator, "hand_off", owner), "moves")
    }
    assert.strictEqual(decideAs(byOperator, "release", "nobody"), "ActionNotOwned")
    assert.strictEqual(decideAs(byOperator, "hand_off", "nobody"), "moves")
    const unowned = { state: "unowned", version: 4, ...ownerColumns(owners.nobody) } as const
    assert.deepStrictEqual(
      decideTransition({ type: "release", expectedVersion: 4 }, unowned, byOperator),
      Result.fail(new ActionNotOwned({ move: "release" }))
    )
  })

  for (const [state, owner, ...ends] of matrix) {
    it(`HUB-065, HUB-066, HUB-067, HUB-077: ${state}, owner ${owner}: claim, finish, cancel give ${ends.join(", ")}`, () => {
      const types = ["claim", "finish", "cancel_action"] as const
      assert.deepStrictEqual<ReadonlyArray<string>>(
        types.map((type) => decide(type, state, owner, 4)),
        ends
      )
      for (const version of [3, 5, 1, 2_147_483_647]) {
        const stale = types.map((type) => decide(type, state, owner, version))
        const refused = ends.map((end) => (/^[A-Z]/.test(end) ? end : "VersionConflict"))
        assert.deepStrictEqual<ReadonlyArray<string>>(stale, refused, `HUB-068 at version ${version}`)
      }
    })
  }
})
