import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { exchange, request } from "../../support/http/rawSocket.ts"
import * as Service from "../../support/http/service.ts"
import { anHour } from "../../support/anHour.ts"

const scope = "/v1/partner/scope"
const key = `X-API-Key: ${partnerKeys.PA}`
const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
const chunked = "Transfer-Encoding: chunked"

const plain = request(`GET ${scope}`, [key])
const upgrading = request(`GET ${scope}`, [key, ...upgrade])
const unsupported = (...fields: ReadonlyArray<string>) => request(`POST ${scope}`, [key, ...upgrade, ...fields])

/** Requests that cannot be read, with the status of their refusal. */
const unreadable: Readonly<Record<string, readonly [text: string, status: number]>> = {
  "a target of 40 kB": [request(`GET ${scope}?q=${"a".repeat(40_000)}`, [key]), 431],
  "an unknown method": [request(`FETCH ${scope}`, [key]), 400],
  "a NUL in a header": [request(`GET ${scope}`, ["X-Note: a\0b"]), 400],
  "two lengths": [request(`POST ${scope}`, [key, "Content-Length: 3", chunked], "abc"), 400],
  "two hosts": [request(`GET ${scope}`, [key, "Host: other.test"]), 400],
  "a malformed chunk": [request(`POST ${scope}`, [key, chunked], "ZZ\r\nabc\r\n0\r\n\r\n"), 400]
}

/** The statuses of the responses on one connection, of which `expected` come for certain, and the last response's text. */
const answersTo = (expected: number, pieces: ReadonlyArray<string>, options: Parameters<typeof exchange>[2] = {}) =>
  Effect.gen(function* () {
    const { baseUrl } = yield* Service.Service
    const { answers, closed } = yield* exchange(baseUrl, pieces, { patienceMillis: 500, expected, ...options })
    return { statuses: answers.map(({ status }) => status), closed, last: answers.at(-1) }
  })

layer(Service.layer({ environment: { HUB_REQUEST_TIMEOUT_MS: String(anHour) } }))(
  "requests after one to upgrade",
  (it) => {
    it.effect("GEN-006, GEN-007, GEN-011: one that cannot be read is refused at once, in its surface's envelope", () =>
      Effect.gen(function* () {
        for (const [name, [text, status]] of Object.entries(unreadable)) {
          for (const first of [[upgrading], [plain, upgrading, upgrading]]) {
            const { last, statuses } = yield* answersTo(first.length + 1, [...first, text], { inTurn: true })
            assert.deepStrictEqual(statuses, [...first.map(() => 200), status], name)
            assert.match(last?.text ?? "", /^\{"type":"[a-z_]+","timestamp":"/, name)
          }
          const together = yield* answersTo(1, [upgrading + text])
          const ordinary = yield* answersTo(1, [plain + text])
          assert.deepStrictEqual([together.statuses, together.closed], [ordinary.statuses, true], name)
        }
      })
    )

    it.effect("GEN-011: others are answered on the same connection, sent later or together with it", () =>
      Effect.gen(function* () {
        const isAnswered = Effect.fnUntraced(function* (
          pieces: ReadonlyArray<string>,
          statuses: ReadonlyArray<number>,
          options: Parameters<typeof exchange>[2] = { pauseMillis: 100 }
        ) {
          assert.deepStrictEqual((yield* answersTo(statuses.length, pieces, options)).statuses, statuses)
        })
        yield* isAnswered([upgrading, plain], [200, 200], { inTurn: true })
        yield* isAnswered([upgrading + plain + plain], [200, 200, 200])
        yield* isAnswered([upgrading + plain.slice(0, 20), plain.slice(20)], [200, 200])
        const body = unsupported("Content-Length: 3")
        yield* isAnswered([`${body}abc${plain}`], [405, 200])
        yield* isAnswered([`${body}a`, `bc${plain}`], [405, 200])
        yield* isAnswered([`${unsupported(chunked)}3\r\nabc\r\n0\r\n\r\n${plain}`], [405, 200])
        const malformed = unsupported(chunked)
        yield* isAnswered([`${malformed}ZZ\r\nabc\r\n0\r\n\r\n`], [400])
        const many = [...Array.from({ length: 30 }, () => upgrading), plain]
        const all = many.map(() => 200)
        yield* isAnswered(many, all, { inTurn: true })
      })
    )

    it.effect("GEN-011: one to upgrade that follows unanswered requests is the last of its connection", () =>
      Effect.gen(function* () {
        const { closed, last, statuses } = yield* answersTo(2, [plain + upgrading + plain])
        assert.deepStrictEqual(statuses, [200, 200])
        assert.strictEqual(last?.headers["connection"], "close")
        assert.isTrue(closed)
      })
    )
  }
)
