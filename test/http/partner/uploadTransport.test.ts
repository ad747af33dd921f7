import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { afterAll } from "vitest"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { eventually } from "../../support/eventually.ts"
import { grownTo, imageForm } from "../../support/http/form.ts"
import { exchange, request } from "../../support/http/rawSocket.ts"
import * as Service from "../../support/http/service.ts"
import { imageOf, padded } from "../../support/pages/testImages.ts"

/** Forms are spooled to the temporary directory: here one that only this file uses. */
const files = mkdtempSync(join(tmpdir(), "hub-uploads-"))
const originalTmpdir = process.env["TMPDIR"]
process.env["TMPDIR"] = files
afterAll(() => {
  if (originalTmpdir === undefined) delete process.env["TMPDIR"]
  else process.env["TMPDIR"] = originalTmpdir
  rmSync(files, { recursive: true, force: true })
})

const untilSpooled = (forms: number) =>
  TestClock.withLive(
    eventually(
      `${forms} forms on the disk`,
      Effect.sync(() => readdirSync(files).length === forms)
    )
  )

const path = `/v1/partner/pages/${demoIds.pages["V1_never_draft"]}/featured-image`
const mebibyte = 1024 * 1024

const head = (key: string, fields: ReadonlyArray<string>) =>
  request(`POST ${path}`, [`X-API-Key: ${partnerKeys.PA}`, `Idempotency-Key: ${key}`, "Connection: close", ...fields])

const fieldsOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

const chunk = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")])

const send = (pieces: ReadonlyArray<string | Uint8Array>) =>
  Effect.flatMap(Service.Service, ({ baseUrl }) =>
    exchange(baseUrl, pieces, { pauseMillis: 1, patienceMillis: 10_000 })
  )

const form = imageForm(new Uint8Array(11 * mebibyte))

const piecesOf = (body: Uint8Array) =>
  Array.from({ length: Math.ceil(body.length / mebibyte) }, (_, index) =>
    body.subarray(index * mebibyte, (index + 1) * mebibyte)
  )
const pieces = piecesOf(form.body)

layer(Service.layer())("upload transport", (it) => {
  it.effect("PAR-083: a body above the limit is 413, chunked or with Content-Length, and leaves no file", () =>
    Effect.gen(function* () {
      const chunked = [
        head("chunked", [...fieldsOf(form.headers), "Transfer-Encoding: chunked"]),
        ...pieces.map(chunk),
        "0\r\n\r\n"
      ]
      const whole = [head("whole", [...fieldsOf(form.headers), `Content-Length: ${form.body.length}`]), ...pieces]
      for (const upload of [chunked, whole]) {
        const { answers, wire } = yield* send(upload)
        assert.strictEqual(answers.length, 1, wire)
        const [answer] = answers
        assert.deepStrictEqual([answer?.status, answer?.at("code")], [413, "payload_too_large"], wire)
        assert.strictEqual(answer?.headers["x-hub-preview"], "true")
      }
      yield* untilSpooled(0)
    })
  )

  it.effect("PAR-083: a form of 10 MiB + 64 KiB is taken; one byte more is 413, chunked or with Content-Length", () =>
    Effect.gen(function* () {
      const limit = 10 * mebibyte + 64 * 1024
      const largest = imageForm(padded(yield* imageOf("png"), 10 * mebibyte))
      for (const [size, expected] of [
        [limit, [200, undefined]],
        [limit + 1, [413, limit]]
      ] as const) {
        const { body, headers } = grownTo(largest, size)
        const headOf = (framing: string) => head(`${size} ${framing}`, [...fieldsOf(headers), framing])
        for (const upload of [
          [headOf("Transfer-Encoding: chunked"), ...piecesOf(body).map(chunk), "0\r\n\r\n"],
          [headOf(`Content-Length: ${size}`), ...piecesOf(body)]
        ]) {
          const { answers, wire } = yield* send(upload)
          const [answer] = answers
          assert.deepStrictEqual([answer?.status, answer?.at("details.limitBytes")], [...expected], wire)
        }
      }
    })
  )

  it.effect("PAR-083: a refused body is read to its end, and the connection serves the next request", () =>
    Effect.gen(function* () {
      const long = imageForm(new Uint8Array(40 * mebibyte))
      const parts = piecesOf(long.body)
      const next = request("GET /v1/partner/scope", [`X-API-Key: ${partnerKeys.PA}`, "Connection: close"])
      const longHead = (fields: ReadonlyArray<string>, target = path) =>
        request(`POST ${target}`, [`Idempotency-Key: long`, ...fieldsOf(long.headers), ...fields])
      const length = `Content-Length: ${long.body.length}`
      const key = `X-API-Key: ${partnerKeys.PA}`
      for (const [status, upload] of [
        [413, [longHead([key, "Transfer-Encoding: chunked"]), ...parts.map(chunk), "0\r\n\r\n"]],
        [413, [longHead([key, length]), ...parts]],
        [401, [longHead([length]), ...parts]],
        [404, [longHead([length], `${path}/other`), ...parts]],
        [404, [longHead([length], path.replace("pages", "%70ages")), ...parts]]
      ] as const) {
        const { answers, wire } = yield* send([...upload, next])
        assert.deepStrictEqual(
          answers.map((answer) => answer.status),
          [status, 200],
          wire
        )
      }
    })
  )

  it.effect("PAR-083: a client that stalls in the middle of a refused body still gets its 401", () =>
    Effect.gen(function* () {
      const fields = [...fieldsOf(form.headers), `Content-Length: ${form.body.length}`]
      const ticking = TestClock.adjust("50 millis").pipe(
        Effect.andThen(Effect.promise(() => setImmediate())),
        Effect.forever
      )
      const { answers, wire } = yield* Effect.raceFirst(
        send([request(`POST ${path}`, fields), ...pieces.slice(0, 1)]),
        ticking
      )
      assert.deepStrictEqual(
        answers.map((answer) => answer.status),
        [401],
        wire
      )
    })
  )

  it.effect("PAR-083: a refused body of 65 MiB is not read: 413 with Connection: close", () =>
    Effect.gen(function* () {
      const fields = [...fieldsOf(form.headers), `Content-Length: ${65 * mebibyte}`]
      const { answers, closed, wire } = yield* send([
        request(`POST ${path}`, [`X-API-Key: ${partnerKeys.PA}`, "Idempotency-Key: endless", ...fields]),
        ...pieces.slice(0, 1)
      ])
      assert.deepStrictEqual([answers.map((answer) => answer.status), closed], [[413], true], wire)
      assert.strictEqual(answers[0]?.headers["connection"], "close")
    })
  )

  it.effect("PAR-083: accepts a form in chunks of one byte", () =>
    Effect.gen(function* () {
      const { body, headers } = imageForm(yield* imageOf("png", { width: 20, height: 20 }))
      const bytes = Array.from(body, (byte) => chunk(Uint8Array.of(byte)))
      const { answers, wire } = yield* send([
        head("small chunks", [...fieldsOf(headers), "Transfer-Encoding: chunked"]),
        Buffer.concat(bytes),
        "0\r\n\r\n"
      ])
      assert.strictEqual(answers[0]?.status, 200, wire)
    })
  )

  it.effect("PAR-008: a Content-Type other than multipart/form-data with a boundary is 415", () =>
    Effect.gen(function* () {
      for (const type of [
        "text/plain",
        "application/json",
        "image/png",
        "multipart/mixed; boundary=x",
        "multipart/form-data"
      ]) {
        const { answers, wire } = yield* send([head(type, [`Content-Type: ${type}`, "Content-Length: 2"]), "{}"])
        assert.deepStrictEqual([answers[0]?.status, answers[0]?.at("code")], [415, "unsupported_media_type"], wire)
      }
    })
  )

  it.effect("PAR-125: a client that hangs up in the middle of its file leaves no file, and its key free", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Service.Service
      const { hostname, port } = new URL(baseUrl)
      const socket = connect(Number(port), hostname)
      socket.on("error", () => undefined)
      socket.write(head("hangs up", [...fieldsOf(form.headers), `Content-Length: ${5 * mebibyte}`]))
      socket.write(form.body.subarray(0, mebibyte))
      yield* untilSpooled(1)
      socket.destroy()
      yield* untilSpooled(0)
      const { body, headers } = imageForm(yield* imageOf("png"))
      const { answers, wire } = yield* send([
        head("hangs up", [...fieldsOf(headers), `Content-Length: ${body.length}`]),
        body
      ])
      assert.strictEqual(answers[0]?.status, 200, wire)
      assert.isUndefined(answers[0]?.headers["x-idempotent-replay"])
    })
  )

  it.effect("PAR-083: a completed upload leaves no file", () =>
    Effect.gen(function* () {
      const { body, headers } = imageForm(yield* imageOf("png"))
      const { answers } = yield* send([
        head("leaves none", [...fieldsOf(headers), `Content-Length: ${body.length}`]),
        body
      ])
      assert.strictEqual(answers[0]?.status, 200)
      yield* untilSpooled(0)
      assert.deepStrictEqual(readdirSync(files), [])
    })
  )
})
