import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import type { MemberName } from "../../../src/demo/demoMembers.ts"
import { stays } from "../../../src/demo/stays.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { noRow } from "../../../src/domain/shared/Scalars.ts"
import { bearer, isFailure, tokenFor } from "../../support/member.ts"
import { key } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const { arrivals, benefits, inviteTokens } = demoIds
const path = "/v1/members/me/invites/accept"

const send = Effect.fnUntraced(function* (name: MemberName, body: unknown) {
  const { call } = yield* Service.Service
  return yield* call("POST", path, { headers: bearer(yield* tokenFor(name)), body })
})

const accept = (name: MemberName, invite: keyof typeof inviteTokens) => send(name, { token: inviteTokens[invite] })

const get = Effect.fnUntraced(function* (name: MemberName, at: string) {
  const { call } = yield* Service.Service
  return yield* call("GET", `/v1/members/me${at}`, { headers: bearer(yield* tokenFor(name)) })
})

const tiersOf = (name: MemberName) => Effect.map(get(name, ""), (answer) => answer.each("tiers", "programName"))

layer(Service.layer())("acceptInvite", (it) => {
  it.effect("MEM-119: enrols the member in the lowest tier of the invite's program, whose perks they then see", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* tiersOf("M_new"), [])
      const answer = yield* accept("M_new", "sent")
      assert.strictEqual(answer.status, 200, answer.text)
      const profile = yield* get("M_new", "")
      assert.deepStrictEqual(answer.body, {
        organizationName: "Organization A",
        programId: profile.at("tier.programId"),
        status: "accepted"
      })
      assert.deepStrictEqual([profile.at("tier.level"), profile.at("tier.qualifyingPoints")], [1, 0])
      const perks = yield* get("M_new", "/loyalty/entitlements/perks")
      assert.include(perks.each("globalPerks", "perkId"), benefits.welcome_drink)
    })
  )

  it.effect("MEM-119: accepting again changes nothing; for another member the invite is 404", () =>
    Effect.gen(function* () {
      const first = yield* accept("M_new", "sent")
      const again = yield* accept("M_new", "sent")
      assert.deepStrictEqual([again.status, again.body], [200, first.body])
      assert.deepStrictEqual(yield* tiersOf("M_new"), ["Program A"])
      const other = yield* accept("M9", "sent")
      assert.strictEqual(other.status, 404)
      assert.deepStrictEqual(yield* tiersOf("M9"), ["Program B"])
      const earlier = yield* accept("M1", "accepted")
      assert.deepStrictEqual([earlier.status, earlier.body], [200, first.body])
    })
  )

  it.effect("MEM-119: an invite without a program returns programId null and enrols the member in nothing", () =>
    Effect.gen(function* () {
      const answer = yield* accept("M9", "sent_without_program")
      assert.deepStrictEqual(answer.body, {
        organizationName: "Organization A",
        programId: null,
        status: "accepted"
      })
      assert.deepStrictEqual(yield* tiersOf("M9"), ["Program B"])
      assert.deepStrictEqual((yield* accept("M9", "sent_without_program")).body, answer.body)
    })
  )

  it.effect("MEM-119: unknown, altered, unsent, expired, revoked and accepted invites are the same 404", () =>
    Effect.gen(function* () {
      const unknown = yield* send("M2", { token: "inv_unknown" })
      assert.strictEqual(unknown.status, 404)
      assert.isTrue(isFailure(unknown), unknown.text)
      for (const invite of ["pending", "lapsed", "expired", "revoked", "failed", "accepted"] as const) {
        assert.strictEqual((yield* accept("M2", invite)).text, unknown.text, invite)
        assert.strictEqual((yield* accept("M2", invite)).text, unknown.text, `${invite} again`)
      }
      const { sent } = inviteTokens
      for (const token of [sent.toUpperCase(), `${sent}x`, sent.slice(0, -1)]) {
        assert.strictEqual((yield* send("M2", { token })).text, unknown.text, token)
      }
    })
  )

  it.effect("MEM-119: an invite of another organization adds its program to the member's others", () =>
    Effect.gen(function* () {
      const before = yield* get("M1", "")
      assert.strictEqual((yield* accept("M1", "sent_b")).at("organizationName"), "Organization B")
      const after = yield* get("M1", "")
      assert.deepStrictEqual(after.each("tiers", "programName"), ["Program A", "Program B"])
      assert.deepStrictEqual(after.at("tiers.0"), before.at("tiers.0"))
    })
  )

  it.effect("MEM-119, MEM-007: a malformed or missing token is 400", () =>
    Effect.gen(function* () {
      for (const body of [
        {},
        { token: "" },
        { token: 1 },
        { token: null },
        { token: "a b" },
        { token: "x".repeat(201) }
      ]) {
        const answer = yield* send("M1", body)
        assert.strictEqual(answer.status, 400, JSON.stringify(body))
        assert.isTrue(isFailure(answer), answer.text)
      }
      const { call } = yield* Service.Service
      const headers = { ...bearer(yield* tokenFor("M1")), "content-type": "application/json" }
      assert.strictEqual((yield* call("POST", path, { headers })).status, 400)
    })
  )
})

/** Index of a stay at B that is linked below to M_new, who is in no program of B: its task is withdrawn. */
const stay = stays.findIndex(({ name }) => name === "w1_m2")

layer(
  Service.layer({
    dataset: (now) => {
      const dataset = demoDataset(now)
      const memberId =
        dataset.members.find(({ identitySubject }) => identitySubject === "demo-member-m_new")?.id ??
        MemberId.make(noRow)
      const reservationId = dataset.reservations[stay]?.id
      return {
        ...dataset,
        reservations: dataset.reservations.map((row) => (row.id === reservationId ? { ...row, memberId } : row)),
        arrivalTasks: dataset.arrivalTasks.map((row) =>
          row.reservationId === reservationId
            ? { ...row, memberId, tierLevel: null, benefits: [], status: "withdrawn" as const }
            : row
        )
      }
    }
  })
)("acceptInvite before a stay", (it) => {
  it.effect("MEM-119, DOMAIN 6.2: accepting reopens the stay's arrival task at once, with the benefits due", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const task = () => call("GET", `/v1/partner/arrivals/${arrivals["w1_m2"]}`, { headers: key("PB") })
      const before = yield* task()
      assert.deepStrictEqual([before.at("status"), before.at("benefits")], ["withdrawn", []])
      yield* accept("M_new", "sent_b")
      const after = yield* task()
      assert.strictEqual(after.at("status"), "open")
      assert.sameMembers([...after.each("benefits", "benefitId")], [benefits.welcome_drink_b, benefits.harbour_tour_b])
      assert.strictEqual(after.at("member.tierLevel"), 1)
    })
  )
})
