import { Effect } from "effect"
import type { TestProject } from "vitest/node"
import { databaseAt } from "./Database.ts"

/** Names the template databases of a run before its tests, and drops after them those that the tests have created. */
export const setup = (project: TestProject) => {
  const prefix = `hub_test_${crypto.randomUUID().replaceAll("-", "")}`
  project.provide("templates", prefix)
  return async () => {
    const url = process.env["DATABASE_URL"]
    if (url === undefined) return
    const { query } = databaseAt(url)
    const names = query("SELECT datname FROM pg_database WHERE starts_with(datname, $1)", [prefix])
    const drop = Effect.forEach(([name]: ReadonlyArray<unknown>) => query(`DROP DATABASE ${String(name)} WITH (FORCE)`))
    await Effect.runPromise(Effect.flatMap(names, drop))
  }
}
