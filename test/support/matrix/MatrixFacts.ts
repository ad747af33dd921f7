import { assert } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import type { SurfaceRoutes } from "../../../src/http/surface/SurfaceRoutes.ts"
import { isWrite } from "../../../src/http/surface/Verb.ts"
import type { Sample } from "../Sample.ts"
import * as Service from "../service.ts"

type Headers = Readonly<Record<string, string>>

/** What a surface does with the keys of its writes. */
export interface KeyFacts {
  readonly required: boolean
  /** Codes of its refusals. */
  readonly codes: { readonly missing?: string; readonly reused: string; readonly inFlight: string }
  /** The header of an answer that is given again, where there is one. */
  readonly replayHeader?: string
}

/** What is known of a surface, from which the promises that hold for all of its endpoints are generated. */
export interface MatrixFacts {
  readonly surface: SurfaceRoutes
  /** Ids of the rows that this matrix proves for this surface, by what is checked. */
  readonly proves: Readonly<
    Record<"credential" | "permission" | "requestId" | "limits" | "envelope" | "input" | "keys" | "reach", string>
  >
  /** By operation id. Every endpoint needs one: an endpoint without is not proven. */
  readonly samples: Readonly<Record<string, Sample>>
  /** Headers of a credential that may do everything; undefined where none is needed. */
  readonly strongest: Headers | undefined
  /** Headers of a valid credential with these permissions alone; undefined where there are none. */
  readonly holding: ((permissions: ReadonlyArray<string>) => Effect.Effect<Headers>) | undefined
  /** All permissions of the surface. */
  readonly permissions: ReadonlyArray<string>
  /** A credential of the same organization that reaches fewer rows than `strongest`. */
  readonly narrow?: Headers
  /** Credentials of other kinds, broken ones, and ones of other surfaces. */
  readonly foreign: Readonly<Record<string, Headers>>
  readonly keys?: KeyFacts
  /** Whether a body with a field that is not declared is refused (GEN-008). */
  readonly strictBodies: boolean
  /** Headers that every request of the surface's samples needs besides. */
  readonly headers?: () => Headers
  /** Whether a body is a failure in the surface's own shape, for that status. */
  readonly isFailure: (answer: Service.Answer) => boolean
}

/** What a request changes of the sample. */
export interface Change {
  readonly headers?: Headers
  readonly body?: unknown
  readonly path?: string
  readonly method?: string
}

/** One endpoint under the matrix. */
export interface Subject {
  readonly facts: MatrixFacts
  readonly endpoint: HttpApiEndpoint.Top
  readonly id: string
  readonly sample: Sample
  readonly isWrite: boolean
  readonly takesBody: boolean
  /** Statuses of its document, each with the names of the headers it promises, in lower case. */
  readonly documented: ReadonlyMap<string, ReadonlyArray<string>>
  /** Sends the sample, changed, with a key of its own unless the change brings one; `key: ""` sends none. */
  readonly call: (change: Change) => Effect.Effect<Service.Answer, never, Service.Service>
  /** As `call`, with the strongest credential. */
  readonly send: (change?: Change) => Effect.Effect<Service.Answer, never, Service.Service>
  /** The answer is this failure: documented, and in the surface's shape. */
  readonly refused: (answer: Service.Answer, status: number, why: string) => void
}

const responsesOf = (surface: SurfaceRoutes, id: string): Readonly<Record<string, unknown>> => {
  for (const item of Object.values(surface.specification().paths)) {
    for (const operation of Object.values(item)) {
      if (Predicate.hasProperty(operation, "operationId") && operation.operationId === id) {
        return Predicate.hasProperty(operation, "responses") && Predicate.isObject(operation.responses)
          ? operation.responses
          : {}
      }
    }
  }
  return {}
}

const headersOf = (response: unknown): ReadonlyArray<string> =>
  Predicate.hasProperty(response, "headers") && Predicate.isObject(response.headers)
    ? Object.keys(response.headers).map((name) => name.toLowerCase())
    : []

let keys = 0

/** A key that no request has had. */
export const freshKey = () => `matrix-key-${++keys}`

/** An endpoint of the surface with its sample, for the generated tests. */
export const subjectOf = (facts: MatrixFacts, endpoint: HttpApiEndpoint.Top): Subject => {
  const id = endpoint.identifier
  const sample = facts.samples[id] ?? { path: "no sample" }
  const changes = isWrite(endpoint)
  const documented = new Map(
    Object.entries(responsesOf(facts.surface, id)).map(([status, response]) => [status, headersOf(response)])
  )

  const call = (change: Change) =>
    Effect.gen(function* () {
      const service = yield* Service.Service
      const body = "body" in change ? change.body : sample.body
      return yield* service.call(change.method ?? endpoint.method, change.path ?? sample.path, {
        headers: {
          ...(changes ? { "idempotency-key": freshKey() } : undefined),
          ...facts.headers?.(),
          ...change.headers
        },
        ...(body === undefined ? {} : { body })
      })
    })

  return {
    facts,
    endpoint,
    id,
    sample,
    isWrite: changes,
    takesBody: endpoint.method !== "GET" && endpoint.payload.size > 0,
    documented,
    call,
    send: (change = {}) => call({ ...change, headers: { ...facts.strongest, ...change.headers } }),
    refused: (answer, status, why) => {
      assert.strictEqual(answer.status, status, `${why}: ${answer.text}`)
      assert.isTrue(documented.has(String(status)), `${status} is not documented for ${id}`)
      assert.isTrue(facts.isFailure(answer), `${why}: not the surface's shape: ${answer.text}`)
    }
  }
}
