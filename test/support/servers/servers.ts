import { existsSync, globSync } from "node:fs"
import { delimiter, join } from "node:path"
import { describe } from "@effect/vitest"

/** If set, nothing may be skipped: a test whose server is missing fails. */
const mayNotSkip = process.env["HUB_REQUIRE_SERVERS"] === "1"

const suites = (...needs: ReadonlyArray<boolean>) => describe.skipIf(!mayNotSkip && needs.includes(false))

const database = process.env["DATABASE_URL"]
/** Servers are often installed in directories that are only on root's PATH. */
const places = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"]
const find = (program: string) => places.map((at) => join(at, program)).find((file) => existsSync(file))
export const hasOpenssl = find("openssl") !== undefined
const hasRedis = find("redis-server") !== undefined

/** The name server that tests start. */
export const programs = { dnsmasq: find("dnsmasq") ?? "dnsmasq" }

/** Where Debian and its derivatives install PostgreSQL, one directory per version. */
export const clusterBinaries = globSync("/usr/lib/postgresql/*/bin/initdb")

/** The PostgreSQL server for test databases, if there is one, and the suites that need it. */
export const postgres = { url: database, describe: suites(database !== undefined) }

/** Suites that stop and start a PostgreSQL of their own. */
export const ownPostgres = { describe: suites(database !== undefined, clusterBinaries.length > 0) }

/** Suites that stop and start a Redis of their own. */
export const ownRedis = {
  describe: suites(database !== undefined, process.env["REDIS_URL"] !== undefined, hasRedis)
}

/** Suites that start a name server, a certificate authority and an edge of their own. */
export const ownEdge = {
  describe: suites(
    database !== undefined,
    ...["dnsmasq", "pebble", "caddy", "openssl"].map((program) => find(program) !== undefined)
  )
}
