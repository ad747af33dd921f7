import { assert } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import * as Service from "../http/service.ts"
import { type Cases, freshKey, type Subject } from "./Subject.ts"

const prefix = "auditLog "

const entriesIn = (rows: ReadonlySet<string>): ReadonlyArray<unknown> =>
  [...rows].filter((row) => row.startsWith(prefix)).map((row): unknown => JSON.parse(row.slice(prefix.length)))

/** Request fields that an audit log must not contain: contacts, names, codes, free text about a person. */
const personal = new Set(["email", "phone", "firstName", "lastName", "verificationCode", "codes", "token", "note"])

const secretsOf = (body: unknown): ReadonlyArray<string> =>
  Predicate.isObject(body)
    ? Object.entries(body).flatMap(([name, value]: readonly [string, unknown]) =>
        !personal.has(name)
          ? secretsOf(value)
          : (Array.isArray(value) ? value : [value]).filter((entry): entry is string => typeof entry === "string")
      )
    : []

/** Every write leaves one entry in the audit log, with its actor and request and nothing personal. */
export const audit = (it: Cases, subject: Subject) => {
  const { id, facts, isKeyed, isWrite, sample, send, status } = subject
  if (!isWrite) return
  it.effect(
    `${id} writes one audit entry with its actor kind and request id${isKeyed ? ", and none on a replay" : ""}`,
    () =>
      Effect.gen(function* () {
        const service = yield* Service.Service
        yield* service.reset
        const added = (before: ReadonlySet<string>) =>
          Effect.map(service.rows, (after) => entriesIn(new Set([...after].filter((row) => !before.has(row)))))
        const before = yield* service.rows
        const key = freshKey()
        const answer = yield* send({ key })
        assert.strictEqual(answer.status, status, answer.text)
        const entries = yield* added(before)
        assert.lengthOf(entries, 1, JSON.stringify(entries))
        const [entry] = entries
        assert.strictEqual(Service.at(entry, "requestId"), answer.headers.get("x-request-id"))
        assert.strictEqual(Service.at(entry, "actor.kind"), facts.actor)
        assert.match(String(Service.at(entry, "action")), /^[a-z_]+(\.[a-z_]+)?$/)
        assert.match(String(Service.at(entry, "subject")), /^[a-z_]+:.+$/)
        for (const secret of secretsOf(sample.body)) assert.notInclude(JSON.stringify(entry), secret)
        if (!isKeyed) return
        const settled = yield* service.rows
        yield* send({ key })
        assert.deepStrictEqual(yield* added(settled), [], "the replay")
      })
  )
}
