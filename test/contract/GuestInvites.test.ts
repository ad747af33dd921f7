import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { inviteTokens } from "../../src/demo/demoInvites.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { programIds } from "../../src/demo/demoPrograms.ts"
import { sha256 } from "../../src/demo/seeded.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { GuestInvites } from "../../src/domain/invites/GuestInvites.ts"
import * as GuestInvitesLayer from "../../src/layers/repositories/GuestInvitesLayer.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
const demo = demoDataset(now)

type Name = keyof typeof inviteTokens

const hashOf = (name: Name) => sha256(inviteTokens[name])

const find = (name: Name) => GuestInvites.use((invites) => invites.findByToken(hashOf(name)))

const accept = (name: Name, memberId: number = memberIds.M_new, at = now) =>
  GuestInvites.use((invites) =>
    invites.updateAccepted({ tokenHash: hashOf(name), memberId: MemberId.make(memberId), now: at })
  )

const standing = (name: Name) =>
  Effect.map(find(name), (found) => {
    const invite = Option.getOrNull(found)
    return [invite?.status, invite?.memberId]
  })

twins("GuestInvites", GuestInvitesLayer, demo, (it) => {
  it.effect("MEM-119: finds an invite by the hash of its token, whatever its status, with what it invites to", () =>
    Effect.gen(function* () {
      const stored = demo.guestInvites.find(({ tokenHash }) => tokenHash === hashOf("sent_b"))
      assert.deepStrictEqual<unknown>(
        yield* find("sent_b"),
        Option.some({
          id: stored?.id,
          status: "sent",
          tokenHash: hashOf("sent_b"),
          expiresAt: stored?.expiresAt,
          memberId: null,
          organizationName: "Organization B",
          program: {
            id: programIds.B,
            xid: demo.programs.find(({ id }) => id === programIds.B)?.xid,
            status: "active"
          }
        })
      )
      const without = Option.getOrNull(yield* find("sent_without_program"))
      assert.deepStrictEqual([without?.organizationName, without?.program], ["Organization A", null])
      assert.deepStrictEqual(yield* standing("revoked"), ["revoked", null])
      assert.deepStrictEqual(yield* standing("accepted"), ["accepted", memberIds.M1])
    })
  )

  it.effect("MEM-119: finds nothing by a token itself, by another hash or by half of one", () =>
    Effect.gen(function* () {
      const { findByToken } = yield* GuestInvites
      for (const text of [
        inviteTokens.sent,
        sha256("replaced"),
        hashOf("sent").slice(0, 32),
        hashOf("sent").toUpperCase(),
        ""
      ]) {
        assert.deepStrictEqual(yield* findByToken(text), Option.none(), text)
      }
    })
  )

  it.effect("DOMAIN 7.1: accepts a sent invite once, and keeps whose it is", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* accept("sent"))
      assert.deepStrictEqual(yield* standing("sent"), ["accepted", memberIds.M_new])
      assert.isFalse(yield* accept("sent"))
      assert.isFalse(yield* accept("sent", memberIds.M2))
      assert.deepStrictEqual(yield* standing("sent"), ["accepted", memberIds.M_new])
    })
  )

  it.effect("DOMAIN 7.1: accepts none that is not sent, or that time has ended", () =>
    Effect.gen(function* () {
      const refused: ReadonlyArray<Name> = ["pending", "accepted", "lapsed", "expired", "revoked", "failed"]
      for (const name of refused) {
        const before = yield* standing(name)
        assert.isFalse(yield* accept(name), name)
        assert.deepStrictEqual(yield* standing(name), before, name)
      }
      const end = DateTime.add(now, { days: 20 })
      assert.isFalse(yield* accept("sent_without_program", memberIds.M_new, end))
      assert.isTrue(yield* accept("sent_without_program", memberIds.M_new, DateTime.subtract(end, { milliseconds: 1 })))
    })
  )

  it.effect("undoes an acceptance whose transaction fails", () =>
    Effect.gen(function* () {
      yield* accept("sent_b").pipe(Effect.andThen(Effect.fail("later step failed")), atomically, Effect.flip)
      assert.deepStrictEqual(yield* standing("sent_b"), ["sent", null])
    })
  )
})
