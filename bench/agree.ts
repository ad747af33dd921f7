import { Disagreement } from "./Disagreement.ts"
import { Effect } from "effect"
import type { Claims } from "./claims.ts"
import { parsed } from "./answers.ts"
import type { LoadRequest } from "./load.ts"
import type { Operation } from "./operations/operations.ts"
import type { Subject } from "./subjects.ts"

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Set by node:http itself, or not part of the contract. */
const unshared = new Set(["connection", "date", "keep-alive", "transfer-encoding"])

/** Ids, counts and times, which differ between two requests; so does the number of digits in a body. */
const varying = new Set(["content-length", "x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset"])

/** A header as it is compared. Fastify adds a charset, which means nothing in JSON (RFC 8259 section 11). */
const comparable = (name: string, value: string) => {
  if (varying.has(name)) return "any"
  return name === "ratelimit" ? value.replaceAll(/=\d+/gu, "") : value.replace("; charset=utf-8", "")
}

/** The responses to a request and its follow-up, read from raw bytes so that they are exactly what is measured. */
const responsesOf = async (subject: Subject, { bytes, following }: LoadRequest): Promise<ReadonlyArray<Answer>> => {
  const [head = "", body] = new TextDecoder().decode(bytes).split("\r\n\r\n", 2)
  const [first = "", ...lines] = head.split("\r\n")
  const [method = "GET", path = "/"] = first.split(" ")
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(": ")
    return [line.slice(0, colon), line.slice(colon + 2)]
  })
  const response = await fetch(`http://127.0.0.1:${subject.port}${path}`, {
    method,
    headers: headers.filter(([name]) => name !== "host" && name !== "content-length"),
    ...(body === undefined || body === "" ? undefined : { body })
  })
  const text = await response.text()
  const answer: Answer = {
    status: response.status,
    headers: Object.fromEntries(
      [...response.headers].flatMap(
        ([name, value]): ReadonlyArray<[string, string]> =>
          unshared.has(name) ? [] : [[name, comparable(name, value)]]
      )
    ),
    body: parsed(text) ?? text
  }
  return following === undefined ? [answer] : [answer, ...(await responsesOf(subject, following(text)))]
}

/** The shape of a body: its structure without values. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== "object" || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** The path of the first difference between two values, ignoring the order of names; undefined if there is none. */
const difference = (a: unknown, b: unknown, path = ""): string | undefined => {
  if (!isRecord(a) || !isRecord(b)) {
    return Object.is(a, b) ? undefined : `${path}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`
  }
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const found = difference(a[name], b[name], `${path}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Checks that the peer answers like the service: same status, same headers, same body (for a write, the same shape).
 * Fails naming every operation that differs.
 */
export const agree = Effect.fnUntraced(function* (
  service: Subject,
  peer: Subject,
  operations: ReadonlyArray<Operation>,
  claims: Claims
) {
  const differences: Array<string> = []
  for (const operation of operations) {
    const { takes } = operation
    if (takes !== undefined) yield* claims.prepare(takes, 2)
    const next = () => (takes === undefined ? undefined : claims.next(takes))
    const request = () => operation.request({ connection: 0, serial: next() ?? 0 })
    const answers = yield* Effect.tryPromise(async () => [
      await responsesOf(service, request()),
      await responsesOf(peer, request())
    ])
    const [ours, theirs] = operation.isRepeatable
      ? answers
      : answers.map((all) => all.map(({ body, ...head }) => ({ ...head, body: shapeOf(body) })))
    const found = difference(ours, theirs)
    if (found !== undefined) differences.push(`${operation.name}: service and peer answer differently at ${found}`)
  }
  if (differences.length > 0) return yield* new Disagreement({ message: differences.join("\n") })
})
