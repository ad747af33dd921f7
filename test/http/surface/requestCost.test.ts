import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { keyHeader } from "../../support/messaging.ts"
import { tokenFor } from "../../support/member.ts"
import { bearer, key } from "../../support/partner.ts"
import { rawCall } from "../../support/http/rawCall.ts"
import * as Service from "../../support/http/service.ts"

const member = bearer(await Effect.runPromise(tokenFor("M1")))

/** The body limit here: sixteen times the default, so that a cost that grows with the values shows. */
const limit = 1_048_576

/** As many copies of a value as fit into a body. */
const many = <A>(value: A): ReadonlyArray<A> =>
  Array.from({ length: Math.floor((limit - 100) / (JSON.stringify(value).length + 1)) }, () => value)

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 1]))

const surfaces = {
  hub: { path: "/api/external/v1/messaging?scope=ws-a-main", headers: keyHeader("KH_all") },
  partner: { path: `/v1/partner/arrivals/${demoIds.arrivals["open"]}/ack`, headers: key("PA") },
  search: { path: "/v1/members/properties/search", headers: member },
  hydrate: { path: "/v1/members/properties/search/hydrate", headers: member },
  map: { path: "/v1/members/properties/map", headers: member },
  suggestions: { path: "/v1/members/properties/suggestions", headers: member }
}
type SurfaceName = keyof typeof surfaces

let keys = 0

const post = (name: SurfaceName, body: unknown) =>
  Service.Service.use(({ call }) => {
    const { headers, path } = surfaces[name]
    return call("POST", path, { headers: { ...headers, "idempotency-key": `cost-key-${++keys}` }, body })
  })

const hostile: ReadonlyArray<readonly [SurfaceName, string, unknown]> = [
  ["search", "wrong items", { tags: many(1) }],
  ["search", "too many items", { tags: many("ab") }],
  [
    "search",
    "wrong items everywhere",
    Object.fromEntries(["tags", "brands", "amenities"].map((name) => [name, many(1).slice(350_000)]))
  ],
  ["hydrate", "wrong items", { documentIds: many(1) }],
  ["map", "wrong items", { filters: { amenities: many({}) } }],
  ["suggestions", "wrong items", { query: "lisb", types: many("x") }],
  ["suggestions", "a long text", { query: "lisb ".repeat(200_000) }],
  ["hub", "fields that are not declared", fields(80_000)],
  ["hub", "a long text", { type: "finish", id: "x", expectedVersion: 1, evidence: "x".repeat(1_000_000) }],
  ["partner", "fields that are not declared", fields(80_000)],
  ["partner", "more than the limit", { note: "x".repeat(4_000_000) }]
]

/** CPU milliseconds of this process for an effect: the least of five runs. */
const processorMillis = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    let least = Number.POSITIVE_INFINITY
    for (let times = 0; times < 5; times++) {
      const before = process.cpuUsage()
      yield* effect
      const { system, user } = process.cpuUsage(before)
      least = Math.min(least, (user + system) / 1000)
    }
    return least
  })

/** A multiple of reading the body: more than a refusal needs, far less than an issue for each value would cost. */
const maxReadings = 25

layer(
  Service.layer({
    environment: { HUB_BODY_LIMIT_BYTES: String(limit), HUB_LIMIT_HUB_KEY: "100000", HUB_LIMIT_MEMBER: "100000" }
  })
)("the cost of one request", (it) => {
  it.effect("HUB-088, PAR-128, MEM-007: an answer lists at most 20 issues and counts the others in details.more", () =>
    Effect.gen(function* () {
      for (const [name, body] of [
        ["search", { tags: many(1).slice(0, 30) }],
        ["hub", fields(27)],
        ["partner", fields(30)]
      ] as const) {
        const { at, each, status, text } = yield* post(name, body)
        assert.strictEqual(status, 400, text)
        assert.lengthOf(each("errors"), 20)
        assert.strictEqual(at("details.more"), 10, text)
      }
      const few = yield* post("search", { tags: many(1).slice(0, 20) })
      assert.lengthOf(few.each("errors"), 20)
      assert.isUndefined(few.at("details"))
    })
  )

  it.effect("GEN-007: the answer to a body full of mistakes is shorter than 2000 characters", () =>
    Effect.gen(function* () {
      for (const [name, what, body] of hostile) {
        assert.isBelow(JSON.stringify(body).length, what === "more than the limit" ? 5_000_000 : limit, what)
        const { status, text } = yield* post(name, body)
        assert.include([400, 413], status, what)
        assert.isBelow(text.length, 2000, what)
      }
      const named = yield* post("hub", { [`${"n".repeat(1_000_000)}`]: 1 })
      assert.isBelow(named.text.length, 2000)
    })
  )

  it.effect("GEN-006: a hostile body costs less than 25 times the CPU of a plain request plus JSON.parse", () =>
    Effect.gen(function* () {
      const plain = yield* processorMillis(
        Service.Service.use(({ call }) => call("GET", "/v1/partner/scope", { headers: key("PA") }))
      )
      for (const [name, what, body] of hostile) {
        const text = JSON.stringify(body)
        const reading = plain + (yield* processorMillis(Effect.sync(() => JSON.parse(text))))
        const millis = yield* processorMillis(post(name, body))
        assert.isBelow(millis / reading, maxReadings, `${name}: ${what}`)
      }
    })
  )

  it.effect("GEN-006: a request that nobody has signed costs no more than that, whatever its form or path", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Service.Service
      const headers = { "content-type": "application/x-www-form-urlencoded" }
      const send = (method: string, path: string, body?: string) =>
        Effect.promise(() => rawCall(baseUrl, { method, path, headers, body }))
      const form = Array.from({ length: 150_000 }, (_, n) => n.toString(36)).join("&")
      const path = `/x/${"%25".repeat(10_000)}/`
      const plain = yield* processorMillis(send("GET", "/nowhere"))
      const reading = plain + (yield* processorMillis(Effect.sync(() => new URLSearchParams(form))))
      const posted = send("POST", "/api/providers/sms/x/deliveries/y", form)
      assert.strictEqual((yield* posted).status, 401)
      assert.isBelow((yield* processorMillis(posted)) / reading, maxReadings)
      assert.strictEqual((yield* send("GET", path)).status, 404)
      assert.isBelow((yield* processorMillis(send("GET", path))) / plain, maxReadings)
      assert.strictEqual((yield* send("GET", `/v1/public/properties/${"%25".repeat(180)}`)).status, 404)
    })
  )
})
