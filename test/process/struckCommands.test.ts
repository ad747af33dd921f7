import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { each, recordOf } from "../support/http/service.ts"
import { makeFaultyLine } from "../support/servers/faultyLine.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { hub, root, type Run, temporaryDirectory } from "../support/servers/hub.ts"
import { postgres } from "../support/servers/servers.ts"
import { faults } from "./struck.ts"

/** One message, and not the trace of a defect. */
const assertExplained = ({ code, stderr }: Run, details: string) => {
  if (code !== 0)
    assert.match(stderr, /^The database (?:cannot be reached|reported an error): .+\n$/, `${details}\n${stderr}`)
}

const example = Effect.promise(() => readFile(join(root, "docs/bootstrap.example.yaml"), "utf8"))

/** Each position takes several runs, so only the faults that leave the outcome to the command. */
const struckBy = ["ends with its session", "is executed without an answer"] as const

/** `STRUCK_STEP=1` strikes every statement. */
const stride = Number(process.env["STRUCK_STEP"] ?? "6")

/**
 * Strikes every `stride`th statement, then the last ones one by one, COMMIT among them. `strike` tells whether there was
 * a statement at the position; `turn` counts its calls.
 */
const eachPosition = Effect.fnUntraced(function* <R>(
  strike: (position: number, turn: number) => Effect.Effect<boolean, never, R>
) {
  let position = 1
  let step = stride
  for (let turn = 1; ; turn++) {
    if (yield* strike(position, turn)) position += step
    else if (step === 1) return
    else {
      position -= step - 1
      step = 1
    }
  }
})

postgres.describe("a command one of whose statements fails", () => {
  for (const fault of struckBy) {
    const how = faults[fault]
    it.live(`if a statement ${fault}, hub bootstrap writes everything or nothing, and can be repeated`, () =>
      Effect.gen(function* () {
        const database = yield* demoDatabase
        const line = yield* makeFaultyLine(database.url)
        const directory = yield* temporaryDirectory
        const environment = { DATABASE_URL: line.url, HUB_DATABASE_POOL: "2" }
        const statements: Array<string> = []
        const strike = Effect.fnUntraced(function* (position: number, turn: number) {
          const name = `p${turn}`
          const file = join(directory, `${name}.yaml`)
          const text = (yield* example).replaceAll("example", name).replaceAll("idp-subject", `${name}-subject`)
          yield* Effect.promise(() => writeFile(file, text))
          yield* line.arm(how, position)
          const run = yield* hub(environment, "bootstrap", file, "--json")
          const statement = yield* line.disarm
          const details = `${fault} ${position}: ${statement?.trim().slice(0, 200)}`
          assertExplained(run, details)
          const rows = yield* database.query(
            `SELECT (SELECT count(*)::int FROM properties p WHERE p.organization_id = o.id),
              (SELECT count(*)::int FROM team_members m JOIN operators w ON w.id = m.operator_id WHERE w.organization_id = o.id)
            FROM organizations o WHERE o.slug = $1`,
            [`${name}-hotels`]
          )
          if (rows.length > 0) assert.deepStrictEqual(rows, [[2, 2]], details)
          if (run.code === 0) assert.lengthOf(rows, 1, details)
          if (statement === undefined) return false
          statements.push(statement)
          const again = yield* hub(environment, "bootstrap", file, "--json")
          assert.strictEqual(again.code, 0, `${details}\n${again.stderr}`)
          assert.deepStrictEqual(
            new Set(each(again.at(""), "results").map((row) => recordOf(row)["outcome"])),
            new Set([rows.length > 0 ? "unchanged" : "created"]),
            details
          )
          return true
        })
        yield* eachPosition(strike)
        assert.include(statements.join(), "COMMIT")
      }).pipe(Effect.scoped)
    )

    it.live(
      `PAR-028: if a statement ${fault}, hub rotate secret loses nothing, and completes when it is run again`,
      () =>
        Effect.gen(function* () {
          const database = yield* demoDatabase
          const line = yield* makeFaultyLine(database.url)
          const secrets = [
            "a secret of more than thirty-two characters",
            "another one of thirty-two characters"
          ] as const
          const first = { DATABASE_URL: database.url, HUB_SECRET: secrets[0] }
          assert.strictEqual((yield* hub(first, "rotate", "secret")).code, 0)
          const statements: Array<string> = []
          const strike = Effect.fnUntraced(function* (position: number, turn: number) {
            const [former, present] = turn % 2 === 1 ? secrets : [secrets[1], secrets[0]]
            const environment = { HUB_DATABASE_POOL: "2", HUB_SECRET: present, HUB_FORMER_SECRETS: former }
            yield* line.arm(how, position)
            const run = yield* hub({ ...environment, DATABASE_URL: line.url }, "rotate", "secret", "--json")
            const statement = yield* line.disarm
            const details = `${fault} ${position}: ${statement?.trim().slice(0, 200)}`
            assertExplained(run, details)
            const opens = yield* hub({ ...environment, DATABASE_URL: database.url }, "doctor", "--json")
            assert.strictEqual(opens.code, 0, `${details}\n${opens.stdout}`)
            if (statement === undefined) return false
            statements.push(statement)
            const again = yield* hub({ ...environment, DATABASE_URL: line.url }, "rotate", "secret", "--json")
            assert.deepStrictEqual([again.code, again.at("left")], [0, 0], `${details}\n${again.stderr}`)
            const whole = yield* hub({ DATABASE_URL: database.url, HUB_SECRET: present }, "doctor", "--json")
            assert.strictEqual(whole.code, 0, `${details}\n${whole.stdout}`)
            return true
          })
          yield* eachPosition(strike)
          assert.include(statements.join(), "COMMIT")
        }).pipe(Effect.scoped)
    )
  }
})
