import { describe } from "@effect/vitest"

/** With it nothing may be skipped: a test whose server is missing fails. */
const mayNotSkip = process.env["HUB_REQUIRE_SERVERS"] === "1"

const suite = (name: string) => {
  const url = process.env[name]
  return { url: url ?? `${name} is not set`, describe: describe.skipIf(url === undefined && !mayNotSkip) }
}

/** A PostgreSQL on which databases can be made, and the suites that need one. */
export const postgres = suite("DATABASE_URL")

/** A machine with a Redis, and the suites that need one. */
export const redis = suite("REDIS_URL")
