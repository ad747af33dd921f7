import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { inviteTokens } from "../../src/demo/demoInvites.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { sha256 } from "../../src/demo/seeded.ts"
import { eventually } from "../support/eventually.ts"
import type { Call, Reply } from "../support/http/httpCall.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { each } from "../support/http/service.ts"
import { headersOf } from "./claims.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { codes, done, partnerRead, partnerWrite, race, tally, times, withStatus } from "./racing.ts"
import { areWaiting } from "../support/servers/lockWaits.ts"

const rounds = times(50)
const guest = await Effect.runPromise(headersOf("M_new"))
const path = "/loyalty/programs"

const write = (method: Call["method"], of: string, body?: unknown) => partnerWrite(method, `${path}${of}`, body)

/** One field of the items of an answer. */
const listed = (reply: Reply, field: string) => each(reply.at("items"), "", field)

const get = (of: string) => done(partnerRead(`${path}${of}`))

const newTier = (level: number) => ({ name: `Level ${level}`, level, qualifyingPoints: 0, multiplier: 1 })

const addTier = (program: string, level: number) =>
  Effect.map(done(write("POST", `/${program}/tiers`, newTier(level)), 201), ({ at }) => String(at("tierId")))

/** Creates a draft program with tiers at levels 1, 2 and so on. Returns its id and those of the tiers. */
const program = Effect.fnUntraced(function* (tiers: number) {
  const reply = yield* done(write("POST", "", { name: `Race ${crypto.randomUUID()}` }), 201)
  const id = String(reply.at("programId"))
  return { id, tiers: yield* Effect.forEach(times(tiers), (index) => addTier(id, index + 1)) }
})

/** Runs two calls at once, each through its own process. In every other round the second is sent first. */
const versus = Effect.fnUntraced(function* (round: number, first: Call, second: Call) {
  if (round % 2 === 0) return yield* race([first, second])
  const [b, a] = yield* race([second, first])
  return [a, b].flatMap((reply): ReadonlyArray<Reply> => (reply === undefined ? [] : [reply]))
})

const acceptance: Call = {
  method: "POST",
  path: "/v1/members/me/invites/accept",
  headers: guest,
  body: { token: inviteTokens.sent }
}

/** Resets the sent invite to the program, and removes the enrolments of M_new, who accepts it. */
const invite = Effect.fnUntraced(function* (programId: string) {
  const { database } = yield* Pair
  yield* database.query("DELETE FROM enrolments WHERE member_id = $1", [memberIds.M_new])
  yield* database.query(
    `UPDATE guest_invites
    SET status = 'sent', token_hash = $1, last_sent_at = now(), accepted_at = NULL, member_id = NULL,
      program_id = (SELECT id FROM programs WHERE xid = $2)
    WHERE id = $3`,
    [sha256(inviteTokens.sent), programId, demoIds.invites.sent]
  )
})

const enrolledTier = Effect.gen(function* () {
  const { database } = yield* Pair
  return yield* database.value(
    "SELECT t.xid FROM enrolments e JOIN tiers t ON t.id = e.tier_id WHERE e.member_id = $1",
    [memberIds.M_new]
  )
})

postgres.describe("programs, two processes over one database", () => {
  layer(pair({ HUB_JOBS: "0" }), { excludeTestServices: true })((it) => {
    it.effect(
      "PAR-131: of four tiers created at one level at once exactly one is, the others are duplicate_resource",
      () =>
        Effect.gen(function* () {
          const { id } = yield* program(0)
          for (const round of times(25)) {
            const level = round + 1
            const replies = yield* race(times(4).map(() => write("POST", `/${id}/tiers`, newTier(level))))
            assert.deepStrictEqual(tally(replies), { 201: 1, 409: 3 })
            for (const { at } of withStatus(replies, 409)) assert.strictEqual(at("code"), "duplicate_resource")
          }
          assert.deepStrictEqual(
            listed(yield* get(`/${id}/tiers`), "level"),
            times(25).map((n) => n + 1)
          )
        })
    )

    it.effect(
      "DOMAIN 8.3: two concurrent orders of tiers apply one after the other, and each answers with its own order",
      () =>
        Effect.gen(function* () {
          const { id, tiers } = yield* program(4)
          for (const round of rounds) {
            const orders = [tiers.toReversed(), [...tiers.slice(1), ...tiers.slice(0, 1)]] as const
            const put = (tierIds: ReadonlyArray<string>) => write("PUT", `/${id}/tiers/order`, { tierIds })
            yield* done(put(tiers))
            const replies = yield* versus(round, put(orders[0]), put(orders[1]))
            assert.deepStrictEqual(tally(replies), { 200: 2 })
            replies.forEach((reply, index) => assert.deepStrictEqual(listed(reply, "tierId"), orders[index]))
            const left = yield* get(`/${id}/tiers`)
            assert.deepStrictEqual(listed(left, "level"), [1, 2, 3, 4])
            assert.include([orders[0], orders[1]].map(String), String(listed(left, "tierId")))
          }
          const { database } = yield* Pair
          const broken = yield* database.query(
            `SELECT id FROM (
              SELECT id, before, lag(after) OVER (ORDER BY id) AS previous FROM audit_log
              WHERE subject = $1 AND action = 'program.tiers_reordered'
            ) entry WHERE previous IS NOT NULL AND previous::text <> before::text`,
            [`program:${id}`]
          )
          assert.deepStrictEqual(broken, [])
        })
    )

    it.effect(
      "PAR-131: a tier that is removed while a member enrols is resource_in_use, or the member is in the next tier",
      () =>
        Effect.gen(function* () {
          const { id, tiers } = yield* program(2)
          let lowest = tiers[0] ?? ""
          yield* done(write("POST", `/${id}/activate`))
          for (const round of rounds) {
            yield* invite(id)
            const replies = yield* versus(round, write("DELETE", `/${id}/tiers/${lowest}`), acceptance)
            const outcome = replies.map(({ status }) => status).join()
            assert.include(["409,200", "204,200"], outcome, replies.map(({ text }) => text).join())
            const isKept = outcome === "409,200"
            if (isKept) assert.deepStrictEqual(codes(replies.slice(0, 1)), ["409 resource_in_use"])
            assert.strictEqual(yield* enrolledTier, isKept ? lowest : tiers[1])
            if (isKept) continue
            yield* invite(id)
            lowest = yield* addTier(id, 1)
          }
        })
    )

    it.effect("DOMAIN 8.3: nobody enrols in a program once it is archived", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        const { id } = yield* program(1)
        for (const round of rounds) {
          yield* invite(id)
          yield* done(write("POST", `/${id}/activate`))
          const replies = yield* versus(round, write("POST", `/${id}/archive`), acceptance)
          const [archived, accepted] = replies.map(({ status }) => status)
          assert.strictEqual(archived, 200)
          assert.include([200, 404], accepted)
          assert.strictEqual((yield* enrolledTier) !== undefined, accepted === 200)
          const status = yield* database.value("SELECT status FROM guest_invites WHERE id = $1", [demoIds.invites.sent])
          assert.strictEqual(status, accepted === 200 ? "accepted" : "sent")
        }
      })
    )

    it.effect(
      "DOMAIN 8.3: a program that is activated while its last tier is removed is active or without a tier, never both",
      () =>
        Effect.gen(function* () {
          for (const round of rounds) {
            const { id, tiers } = yield* program(1)
            const remove = write("DELETE", `/${id}/tiers/${tiers[0]}`)
            const replies = yield* versus(round, write("POST", `/${id}/activate`), remove)
            const [activated, removed] = replies
            assert.include(["200,409", "409,204"], `${activated?.status},${removed?.status}`)
            const refused = withStatus(replies, 409)[0]
            assert.deepStrictEqual(
              [refused?.at("code"), refused?.at("details.reason")],
              ["invalid_state_transition", "tier_required"]
            )
            const left = yield* get(`/${id}`)
            assert.deepStrictEqual(
              [left.at("status"), left.at("tierCount")],
              activated?.status === 200 ? ["active", 1] : ["draft", 0]
            )
          }
        })
    )

    it.effect("concurrent replacements of earning rules become consecutive versions", () =>
      Effect.gen(function* () {
        const { id } = yield* program(0)
        const rules = [{ category: "stay", pointsPerUnit: 1, currency: "EUR" }]
        for (const round of times(25)) {
          const replies = yield* race(
            times(4).map(() => write("PUT", `/${id}/earning-rules`, { effectiveFrom: "2999-01-01", rules }))
          )
          assert.deepStrictEqual(tally(replies), { 200: 4 })
          const versions = replies.map(({ at }) => Number(at("version"))).toSorted((a, b) => a - b)
          assert.deepStrictEqual(
            versions,
            times(4).map((n) => round * 4 + n + 1)
          )
        }
      })
    )

    it.effect("PAR-131: of two changes of one version exactly one is made, the other is version_conflict", () =>
      Effect.gen(function* () {
        const { id } = yield* program(0)
        for (const version of times(50).map((n) => n + 1)) {
          const replies = yield* race([
            write("PATCH", `/${id}`, { name: `A ${version}`, expectedVersion: version }),
            write("PATCH", `/${id}`, { name: `B ${version}`, expectedVersion: version })
          ])
          assert.deepStrictEqual(codes(replies).toSorted(), ["200 undefined", "409 version_conflict"])
          assert.strictEqual(withStatus(replies, 409)[0]?.at("details.currentVersion"), version + 1)
        }
      })
    )

    it.effect("PAR-131, PAR-140: removing a tier while it is entitled is resource_in_use, or the grant is a 404", () =>
      Effect.gen(function* () {
        const { id } = yield* program(1)
        const benefitId = demoIds.benefits["lounge"]
        for (const round of rounds) {
          const tierId = yield* addTier(id, round + 2)
          const grant: Call = partnerWrite("POST", "/loyalty/entitlements", { programId: id, tierId, benefitId })
          const replies = yield* versus(round, write("DELETE", `/${id}/tiers/${tierId}`), grant)
          const [, granted] = replies
          if (granted?.status === 201) assert.deepStrictEqual(codes(replies.slice(0, 1)), ["409 resource_in_use"])
          else {
            assert.deepStrictEqual(codes(replies), ["204 undefined", "404 not_found"])
            assert.strictEqual(granted?.at("details.field"), "tierId")
          }
        }
      })
    )

    it.effect("PAR-131: removing a tier waits for its grant, and is then resource_in_use", () =>
      Effect.gen(function* () {
        const { database, one, other } = yield* Pair
        const { id, tiers } = yield* program(1)
        const benefitId = demoIds.benefits["lounge"]
        const held = yield* holdRows(database, "SELECT 1 FROM benefits WHERE xid = $1 FOR UPDATE", [benefitId])
        const granting = yield* Effect.forkChild(
          one.call(partnerWrite("POST", "/loyalty/entitlements", { programId: id, tierId: tiers[0], benefitId }))
        )
        yield* eventually("the grant waits for its benefit", areWaiting(database, 1))
        const removing = yield* Effect.forkChild(other.call(write("DELETE", `/${id}/tiers/${tiers[0]}`)))
        yield* eventually("the removal waits for the grant", areWaiting(database, 2))
        yield* held.release
        assert.deepStrictEqual(codes([yield* Fiber.join(granting), yield* Fiber.join(removing)]), [
          "201 undefined",
          "409 resource_in_use"
        ])
      }).pipe(Effect.scoped)
    )
  })
})
