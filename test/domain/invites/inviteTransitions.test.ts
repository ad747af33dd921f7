import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { InviteStatus } from "../../../src/domain/invites/GuestInvite.ts"
import {
  findInviteTransition,
  inviteStatusAt,
  inviteTransitions,
  inviteTriggers
} from "../../../src/domain/invites/inviteTransitions.ts"

/** DOMAIN 7.1 after creation: trigger, statuses before, status after. */
const rows = `
  deliver | pending                     | sent
  fail    | pending sent                | failed
  change  | pending sent failed expired | same
  resend  | pending sent failed expired | pending
  accept  | sent                        | accepted
  revoke  | pending sent failed         | revoked
  expire  | pending sent failed         | expired
`

const expected = new Map(
  rows
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [trigger, from = "", to = ""] = line.split("|").map((cell) => cell.trim())
      return from.split(/\s+/).map((status): [string, string] => [`${trigger} ${status}`, to])
    })
)

describe("the state machine of invites", () => {
  it("DOMAIN 7.1: every trigger has in every status the transition of the table, or none", () => {
    let moves = 0
    for (const trigger of inviteTriggers) {
      for (const status of InviteStatus.literals) {
        const key = `${trigger} ${status}`
        const found = findInviteTransition(trigger, status)
        const outcome = found === undefined ? undefined : (found.to ?? "same")
        assert.strictEqual(outcome, expected.get(key), key)
        moves += outcome === undefined ? 0 : 1
      }
    }
    assert.strictEqual(moves, expected.size)
    assert.strictEqual(
      moves,
      inviteTransitions.reduce((sum, { from }) => sum + from.length, 0)
    )
  })

  it("DOMAIN 7.1: an unsettled invite expires exactly at its expiry time", () => {
    const expiresAt = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
    const before = DateTime.subtract(expiresAt, { milliseconds: 1 })
    for (const status of InviteStatus.literals) {
      assert.strictEqual(inviteStatusAt({ status, expiresAt }, before), status, status)
      const ended = expected.has(`expire ${status}`) ? "expired" : status
      assert.strictEqual(inviteStatusAt({ status, expiresAt }, expiresAt), ended, status)
    }
  })
})
