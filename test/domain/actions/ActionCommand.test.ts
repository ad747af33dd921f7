import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { ActionCommand } from "../../../src/domain/actions/ActionCommand.ts"

const isCommand = Schema.is(ActionCommand)
const finish = (evidence: string) => ({ type: "finish", id: "a1", expectedVersion: 1, evidence })

it("HUB-060: evidence has at most 4000 characters, and an emoji counts as one", () => {
  assert.isTrue(isCommand(finish("\u{1F3E8}".repeat(4000))))
  assert.isFalse(isCommand(finish("\u{1F3E8}".repeat(4001))))
})
