import { assert, layer } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { permissionsOf } from "../../src/http/surface/permission.ts"
import type { SurfaceRoutes } from "../../src/http/surface/SurfaceRoutes.ts"
import * as Service from "./service.ts"

/** A request that succeeds with the surface's strongest credential. */
export interface Sample {
  /** The path with its parameters filled in, and the query if one is needed. */
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
  readonly status?: number
}

export interface MatrixFacts {
  readonly surface: SurfaceRoutes
  /** Ids of the rows that this matrix proves for this surface, by what is checked. */
  readonly proves: {
    readonly credential: string
    readonly permission: string
    readonly requestId: string
    readonly limits: string
    readonly envelope: string
    readonly input: string
  }
  /** By operation id. Every endpoint needs one: an endpoint without is not proven. */
  readonly samples: Readonly<Record<string, Sample>>
  /** Headers of a credential that may do everything; undefined where none is needed. */
  readonly strongest: Record<string, string> | undefined
  /** Headers of a valid credential that holds none of the permissions given. */
  readonly lacking: (permissions: ReadonlyArray<string>) => Record<string, string> | undefined
  /** Credentials of other kinds, broken ones, and ones of other surfaces. */
  readonly foreign: Readonly<Record<string, Record<string, string>>>
  /** Whether a body is a failure in the surface's own shape, for that status. */
  readonly isFailure: (answer: Service.Answer) => boolean
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

const documented = (surface: SurfaceRoutes, id: string): ReadonlySet<string> => {
  for (const item of Object.values(surface.specification().paths)) {
    for (const operation of Object.values(item)) {
      if (Predicate.hasProperty(operation, "operationId") && operation.operationId === id) {
        return new Set(Object.keys(Object(Reflect.get(operation, "responses"))))
      }
    }
  }
  return new Set()
}

const takesBody = (endpoint: HttpApiEndpoint.Top) => endpoint.method !== "GET" && endpoint.payload.size > 0

/** What holds for every endpoint of a surface, proven from its definition (GEN-007 and the rows named by `proves`). */
export const matrix = (facts: MatrixFacts) => {
  const { foreign, isFailure, lacking, proves, samples, strongest, surface } = facts
  const authority = strongest ?? {}

  layer(
    Service.layer({
      environment: {
        HUB_LIMIT_PUBLIC: "100000",
        HUB_LIMIT_HUB_TRANSITION: "10000",
        HUB_LIMIT_MEMBER: "10000",
        HUB_LIMIT_MEMBER_LOOKUP: "10000"
      }
    })
  )(`matrix of the ${surface.name} surface`, (it) => {
    for (const endpoint of surface.endpoints) {
      const id = endpoint.identifier
      const sample = samples[id] ?? { path: "no sample" }
      const statuses = documented(surface, id)
      const { method } = endpoint

      const call = (change: {
        readonly headers?: Record<string, string>
        readonly body?: unknown
        readonly path?: string
      }) =>
        Effect.gen(function* () {
          const service = yield* Service.Service
          const body = "body" in change ? change.body : sample.body
          return yield* service.call(method, change.path ?? sample.path, {
            headers: { ...sample.headers, ...change.headers },
            ...(body === undefined ? {} : { body })
          })
        })

      const refused = (answer: Service.Answer, status: number, why: string) => {
        assert.strictEqual(answer.status, status, `${why}: ${answer.text}`)
        assert.isTrue(statuses.has(String(status)), `${status} is not documented for ${id}`)
        assert.isTrue(isFailure(answer), `${why}: not the surface's shape: ${answer.text}`)
      }

      it.effect(
        `GEN-001, GEN-006, GEN-008, ${proves.limits}: ${id} answers its sample, with its limits, whatever else is in the query`,
        () =>
          Effect.gen(function* () {
            assert.property(samples, id, "every endpoint needs a sample")
            const plain = yield* call({ headers: authority })
            assert.strictEqual(plain.status, sample.status ?? 200, plain.text)
            assert.isTrue(statuses.has(String(plain.status)))
            // 204 has neither a body nor a type of it.
            if (plain.status === 204)
              assert.deepStrictEqual([plain.text, plain.headers.get("content-type")], ["", null])
            else assert.include(plain.headers.get("content-type") ?? "", "application/json")
            for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]) {
              assert.match(plain.headers.get(name) ?? "", /^\d+$/, name)
            }
            assert.match(plain.headers.get("ratelimit-policy") ?? "", /^"[a-z-]+";q=\d+;w=60/)
            assert.match(plain.headers.get("ratelimit") ?? "", /^"[a-z-]+";r=\d+;t=\d+/)
            if (method === "GET") {
              const separator = sample.path.includes("?") ? "&" : "?"
              const more = yield* call({
                headers: authority,
                path: `${sample.path}${separator}foo=bar&organizationId=x`
              })
              assert.strictEqual(more.status, plain.status, more.text)
            }
          })
      )

      it.effect(`GEN-013, ${proves.requestId}: ${id} echoes a valid request id and replaces any other`, () =>
        Effect.gen(function* () {
          const echoed = yield* call({ headers: { ...authority, "x-request-id": "it-42.a:B_c" } })
          assert.strictEqual(echoed.headers.get("x-request-id"), "it-42.a:B_c")
          for (const bad of ["a b", "x".repeat(300), "{}", "é"]) {
            const replaced = yield* call({ headers: { ...authority, "x-request-id": bad } })
            assert.match(replaced.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
            assert.isBelow(replaced.status, 500)
          }
        })
      )

      if (strongest !== undefined) {
        it.effect(`GEN-002, GEN-007, ${proves.credential}: ${id} refuses a missing, broken or foreign credential`, () =>
          Effect.gen(function* () {
            refused(yield* call({}), 401, "no credential")
            for (const [kind, headers] of Object.entries(foreign)) refused(yield* call({ headers }), 401, kind)
          })
        )
      } else {
        it.effect(`GEN-002, ${proves.credential}: ${id} ignores whatever credential is sent`, () =>
          Effect.gen(function* () {
            for (const headers of Object.values(foreign)) {
              assert.strictEqual((yield* call({ headers })).status, sample.status ?? 200)
            }
          })
        )
      }

      const needed = permissionsOf(endpoint)
      const weak = lacking(needed)
      if (needed.length > 0 && weak !== undefined) {
        it.effect(`${proves.permission}: ${id} refuses a credential without ${needed.join(" and ")}`, () =>
          Effect.gen(function* () {
            refused(yield* call({ headers: weak }), 403, "lacking permission")
          })
        )
      }

      it.effect(
        `GEN-006, GEN-007, ${proves.envelope}: the path of ${id} answers other methods with 405 and Allow`,
        () =>
          Effect.gen(function* () {
            const service = yield* Service.Service
            const path = sample.path.split("?")[0] ?? ""
            const here = surface.endpoints.filter((other) => other.path === endpoint.path).map((other) => other.method)
            for (const other of methods.filter((name) => !here.some((known) => known === name))) {
              const answer = yield* service.call(other, path, { headers: authority })
              if (answer.status === 404) continue
              assert.strictEqual(answer.status, 405, `${other} ${path}`)
              for (const allowed of here) assert.include(answer.headers.get("allow") ?? "", allowed)
              assert.isTrue(isFailure(answer), answer.text)
            }
          })
      )

      if (takesBody(endpoint)) {
        it.effect(`GEN-007, ${proves.input}: ${id} refuses bodies that are not usable JSON`, () =>
          Effect.gen(function* () {
            const bodies: Record<string, string> = {
              malformed: "{",
              "a name twice": '{"type":"claim","type":"finish"}',
              "nested too deep": "[".repeat(2000) + "]".repeat(2000),
              NUL: '{"note":"a\\u0000b"}',
              "half a surrogate pair": '{"note":"\\ud800"}',
              array: "[]",
              text: '"x"',
              "over the limit": `{"note":"${"x".repeat(2_000_000)}"}`
            }
            for (const [kind, body] of Object.entries(bodies)) {
              const answer = yield* call({ headers: authority, body })
              assert.isTrue(answer.status === 400 || answer.status === 413, `${kind}: ${answer.status} ${answer.text}`)
              refused(answer, answer.status, kind)
            }
            const text = yield* call({ headers: { ...authority, "content-type": "text/plain" }, body: "hello" })
            assert.isTrue(text.status === 400 || text.status === 415, text.text)
            refused(text, text.status, "text/plain")
          })
        )
      }
    }

    it.effect(`GEN-006, GEN-007, ${proves.envelope}: an unknown route under the surface is 404 in its shape`, () =>
      Effect.gen(function* () {
        const service = yield* Service.Service
        for (const prefix of surface.prefixes) {
          const answer = yield* service.call("GET", `${prefix}/no-such-route`, { headers: authority })
          assert.strictEqual(answer.status, 404)
          assert.isTrue(isFailure(answer), answer.text)
        }
      })
    )
  })
}
