import { assert, type Vitest } from "@effect/vitest"
import { Effect } from "effect"
import type { HttpApiEndpoint, OpenApi } from "effect/http-api"
import type { SurfaceRoutes } from "../../../src/http/surface/SurfaceRoutes.ts"
import { isWrite } from "../../../src/http/surface/Verb.ts"
import { type Sample, typeOf } from "../http/Sample.ts"
import * as Service from "../http/service.ts"
import type { Headers, MatrixFacts } from "./MatrixFacts.ts"

/** Adds generated cases to the suite of one service. */
export type Cases = Vitest.MethodsNonLive<Service.Service>

/** A request's deviations from the sample. */
export interface Change {
  readonly headers?: Headers
  readonly body?: unknown
  readonly path?: string
  readonly method?: string
  /** The Idempotency-Key; null for none, a fresh one if left out. */
  readonly key?: string | null
}

type Call = (change?: Change) => Effect.Effect<Service.Answer, never, Service.Service>

/** One endpoint under the matrix. */
export interface Subject {
  readonly facts: MatrixFacts
  readonly endpoint: HttpApiEndpoint.Top
  readonly operation: OpenApi.OpenAPISpecOperation
  readonly id: string
  readonly sample: Sample
  /** The status of the sample's response. */
  readonly status: number
  readonly isWrite: boolean
  /** Whether it uses an Idempotency-Key; if the key is optional, the document declares it. */
  readonly isKeyed: boolean
  readonly takesBody: boolean
  /** Sends the sample with changes and without a credential. */
  readonly call: Call
  /** Like `call`, with the strongest credential. */
  readonly send: Call
  /** Asserts the status, which must be documented, with the documented headers and content type. */
  readonly answers: (answer: Service.Answer, status: number, why: string, isReplay?: boolean) => void
  /** Like `answers`, and asserts a failure in the surface's shape. */
  readonly refused: (answer: Service.Answer, status: number, why: string) => void
}

const isOperation = (part: object): part is OpenApi.OpenAPISpecOperation => "operationId" in part

/** The documented operations of a surface by id. */
export const operationsOf = (surface: SurfaceRoutes): ReadonlyMap<string, OpenApi.OpenAPISpecOperation> =>
  new Map(
    Object.values(surface.specification().paths)
      .flatMap((methods) => Object.values(methods).filter(isOperation))
      .map((operation) => [operation.operationId, operation])
  )

let keys = 0

/** A fresh key. */
export const freshKey = () => `matrix-key-${++keys}`

const without = (rows: ReadonlySet<string>, others: ReadonlySet<string>) => [...rows].filter((row) => !others.has(row))

/** Asserts that the effect changes some row of the service. */
export const changingSomething = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const service = yield* Service.Service
    const before = yield* service.rows
    const result = yield* effect
    const after = yield* service.rows
    assert.isNotEmpty([...without(after, before), ...without(before, after)], "rows that were changed")
    return result
  })

/** Asserts that the effect changes no row of the service. */
export const changingNothing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const service = yield* Service.Service
    const before = yield* service.rows
    const result = yield* effect
    const after = yield* service.rows
    assert.deepStrictEqual(without(after, before), [], "rows that were added or changed")
    assert.deepStrictEqual(without(before, after), [], "rows that were removed or changed")
    return result
  })

/** For an endpoint that its surface's document omits: no response is documented. */
const noOperation: OpenApi.OpenAPISpecOperation = {
  operationId: "",
  parameters: [],
  responses: {},
  security: [],
  tags: ["none"]
}

const replayHeader = "x-idempotent-replay"

/** Headers that belong to one status only, whatever a document says. */
const ofStatus: Readonly<Record<string, number>> = { "www-authenticate": 401, "retry-after": 429 }

/**
 * Checks a response against its operation: the status is documented, with the documented headers and content type, and
 * it is labelled as preview if the operation is (PAR-012).
 */
export const documentedAnswer = (
  operation: OpenApi.OpenAPISpecOperation,
  answer: Service.Answer,
  status: number,
  why: string
) => {
  const { operationId: id, responses } = operation
  assert.strictEqual(answer.status, status, `${why}: ${answer.text}`)
  const response = responses[status]
  assert.isDefined(response, `${status} is not documented for ${id}`)
  for (const name of Object.keys(response?.headers ?? {}).map((header) => header.toLowerCase())) {
    if (name !== replayHeader) assert.isTrue(answer.headers.has(name), `${why}: ${status} of ${id} lacks ${name}`)
  }
  for (const [name, only] of Object.entries(ofStatus)) {
    if (status !== only) assert.isFalse(answer.headers.has(name), `${why}: ${status} of ${id} has ${name}`)
  }
  const label = Service.at(operation, "x-preview") === true ? "true" : null
  assert.strictEqual(answer.headers.get("x-hub-preview"), label, `${why}: preview label of ${status} of ${id}`)
  const [contentType = ""] = (answer.headers.get("content-type") ?? "").split(";")
  const contents = Object.keys(response?.content ?? {})
  assert.deepInclude(contents.length === 0 ? [""] : contents, contentType, `${why}: content type of ${status}`)
}

/** An endpoint of the surface with its sample, for the generated tests. */
export const subjectOf = (
  facts: MatrixFacts,
  operations: ReadonlyMap<string, OpenApi.OpenAPISpecOperation>,
  endpoint: HttpApiEndpoint.Top
): Subject => {
  const id = endpoint.identifier
  const sample = facts.samples[id] ?? { path: "/no-sample" }
  const operation = operations.get(id) ?? noOperation
  const changes = isWrite(endpoint)

  const call: Call = (change = {}) =>
    Effect.gen(function* () {
      const service = yield* Service.Service
      const body = "body" in change ? change.body : sample.body
      const key = change.key === undefined ? freshKey() : change.key
      return yield* service.call(change.method ?? endpoint.method, change.path ?? sample.path, {
        headers: {
          ...(changes && key !== null ? { "idempotency-key": key } : undefined),
          ...typeOf(sample),
          ...facts.headers?.(),
          ...change.headers
        },
        ...(body === undefined ? {} : { body })
      })
    })

  const answers: Subject["answers"] = (answer, status, why, isReplay = false) => {
    documentedAnswer({ ...operation, operationId: id }, answer, status, why)
    if (facts.keys?.replayHeader !== undefined) {
      assert.strictEqual(answer.headers.get(facts.keys.replayHeader), isReplay ? "true" : null, why)
    }
  }

  return {
    facts,
    endpoint,
    operation,
    id,
    sample,
    status: sample.status ?? 200,
    isWrite: changes,
    isKeyed: changes && facts.keys !== undefined && (facts.keys.required || endpoint.headers !== undefined),
    takesBody: endpoint.method !== "GET" && endpoint.payload.size > 0,
    call,
    send: (change = {}) => call({ ...change, headers: { ...facts.strongest, ...change.headers } }),
    answers,
    refused: (answer, status, why) => {
      answers(answer, status, why)
      assert.isTrue(facts.isFailure(answer), `${why}: not the surface's shape: ${answer.text}`)
    }
  }
}
