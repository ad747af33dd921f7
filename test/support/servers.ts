import { existsSync, globSync } from "node:fs"
import { delimiter, join } from "node:path"
import { describe } from "@effect/vitest"

/** With it nothing may be skipped: a test whose server is missing fails. */
const mayNotSkip = process.env["HUB_REQUIRE_SERVERS"] === "1"

const suites = (...needs: ReadonlyArray<boolean>) => describe.skipIf(!mayNotSkip && needs.includes(false))

const database = process.env["DATABASE_URL"]
/** Servers are often installed where only their administrator looks. */
const places = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"]
const find = (program: string) => places.map((at) => join(at, program)).find((file) => existsSync(file))
export const hasOpenssl = find("openssl") !== undefined
const hasRedis = find("redis-server") !== undefined

/** A name server that tests start by its path. */
export const programs = { dnsmasq: find("dnsmasq") ?? "dnsmasq" }

/** Where Debian and its kin install PostgreSQL, one directory for each version. */
export const clusterBinaries = globSync("/usr/lib/postgresql/*/bin/initdb")

/** A PostgreSQL on which databases can be made, if there is one, and the suites that need it. */
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
