import { assert, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { chatUsers } from "../../src/demo/demoProviders.ts"
import { poolXids } from "../../src/demo/demoOfferCodes.ts"
import { grant } from "../support/memberServices.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { type Environment, hubProcess } from "../support/servers/hub.ts"
import { type ServerProcess, startServer } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import type { Call, Reply } from "../support/http/httpCall.ts"
import { command, report } from "./callbacks.ts"
import { claim, claimFor, headersOf, readFulfillment } from "./claims.ts"
import { coreEvents } from "./coreEvents.ts"
import { fulfill } from "./desk.ts"
import { withKey } from "./messaging.ts"

// Not the secret of development, which counts as a former one there.
const [old, present] = ["the former secret of thirty-two characters", "the present secret of thirty-two characters"]

const secrets = (secret: string, ...former: ReadonlyArray<string>): Environment => ({
  HUB_SECRET: secret,
  ...(former.length === 0 ? {} : { HUB_FORMER_SECRETS: former.join(",") })
})

const member = await Effect.runPromise(headersOf("M1"))
const desk = { "x-api-key": partnerKeys.PA }

const upload = (code: string): Call => ({
  method: "POST",
  path: `/v1/partner/offer-code-pools/${poolXids.museum}/codes`,
  headers: { ...desk, "idempotency-key": `upload-${code}` },
  body: { codes: [code] }
})

/** What was written before, to be read again later. */
interface Kept {
  readonly name: string
  readonly claimed: Reply
  readonly redeemable: string
  readonly code: unknown
  readonly cursor: string
}

const answered = Effect.fnUntraced(function* (server: ServerProcess, call: Call, status: number) {
  const reply = yield* server.call(call)
  assert.strictEqual(reply.status, status, `${call.method} ${call.path}: ${reply.text}`)
  return reply
})

const brands = (more = "") =>
  ({ method: "GET", path: `/api/external/v1/brands?limit=1${more}`, headers: withKey("KH_all") }) as const

/** One of each write that stores something under the secret. */
const write = Effect.fnUntraced(function* (server: ServerProcess, name: string) {
  const claimed = yield* answered(server, claim(member, name), 201)
  const redeemable = yield* answered(server, claimFor(member, "late_checkout", { key: `${name}-late` }), 201)
  const redeemableId = String(redeemable.at("fulfillmentId"))
  const read = yield* answered(server, readFulfillment(member, redeemableId), 200)
  assert.strictEqual((yield* answered(server, upload(name), 200)).at("added"), 1)
  yield* answered(
    server,
    command({ command: "ask", text: `Question ${name}`, userId: chatUsers.linked, userName: "A" }),
    200
  )
  yield* answered(server, report(server, "delivered"), 200)
  const page = yield* answered(server, brands(), 200)
  return {
    name,
    claimed,
    redeemable: redeemableId,
    code: read.at("verificationCode"),
    cursor: String(page.at("nextCursor"))
  } satisfies Kept
})

/** Everything that was stored can be read: stored responses, codes, and cursors unless `isCut`. */
const readAgain = Effect.fnUntraced(function* (
  server: ServerProcess,
  { claimed, code, cursor, name, redeemable }: Kept
) {
  const replay = yield* answered(server, claim(member, name), 201)
  assert.strictEqual(replay.text, claimed.text)
  const read = yield* answered(server, readFulfillment(member, redeemable), 200)
  assert.strictEqual(read.at("verificationCode"), code)
  const repeated = yield* answered(
    server,
    { ...upload(name), headers: { ...desk, "idempotency-key": crypto.randomUUID() } },
    200
  )
  assert.strictEqual(repeated.at("added"), 0, name)
  yield* answered(server, brands(`&cursor=${encodeURIComponent(cursor)}`), 200)
})

postgres.describe("the rotation of the secret in the documented order", () => {
  it.live("PAR-028, MEM-088: every request is answered, and nothing is unreadable afterwards", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      yield* Effect.provide(grant(memberIds.M1, 1_000_000), coreEvents(database))
      const rotate = (environment: Environment) =>
        hubProcess({ DATABASE_URL: database.url, ...environment }, "rotate", "secret", "--json")
      assert.strictEqual((yield* rotate(secrets(old))).code, 0)
      const kept: Array<Kept> = []
      let round = 0
      const serve = Effect.fnUntraced(function* (environment: Environment) {
        const scope = yield* Scope.make()
        const server = yield* Scope.provide(startServer(database, { HUB_JOBS: "0", ...environment }), scope)
        yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
        return {
          server,
          stop: Effect.andThen(Effect.andThen(server.signal("SIGTERM"), server.ended), Scope.close(scope, Exit.void))
        }
      })
      /** Each process reads what both have written. */
      const load = Effect.fnUntraced(function* (...servers: ReadonlyArray<ServerProcess>) {
        round++
        kept.push(
          ...(yield* Effect.forEach(servers, (server, n) => write(server, `ROUND-${round}-${n}`), { concurrency: 2 }))
        )
        yield* Effect.forEach(
          servers,
          (server) => Effect.forEach(kept, (one) => readAgain(server, one), { concurrency: 4 }),
          { concurrency: 2 }
        )
      })

      let one = yield* serve(secrets(old))
      let other = yield* serve(secrets(old))
      yield* load(one.server, other.server)
      for (const environment of [secrets(old, present), secrets(present, old)]) {
        yield* one.stop
        one = yield* serve(environment)
        yield* load(one.server, other.server)
        yield* other.stop
        other = yield* serve(environment)
        yield* load(one.server, other.server)
      }
      const rotating = yield* Effect.forkChild(rotate(secrets(present, old)))
      while (rotating.pollUnsafe() === undefined) yield* load(one.server, other.server)
      const rotated = yield* Fiber.join(rotating)
      assert.deepStrictEqual([rotated.code, rotated.at("left")], [0, 0], rotated.stderr)
      yield* load(one.server, other.server)

      const doctor = yield* hubProcess({ DATABASE_URL: database.url, ...secrets(present) }, "doctor", "--json")
      assert.strictEqual(doctor.code, 0, doctor.stdout)
      yield* one.stop
      one = yield* serve(secrets(present))
      for (const { claimed, code, name, redeemable } of kept) {
        assert.strictEqual((yield* answered(one.server, claim(member, name), 201)).text, claimed.text)
        yield* answered(one.server, fulfill(redeemable, { verificationCode: code }), 200)
      }
    }).pipe(Effect.scoped)
  )
})
