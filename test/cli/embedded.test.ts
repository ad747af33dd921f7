import { assert, layer } from "@effect/vitest"
import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { Context, Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { hubKeys } from "../../src/demo/demoHubKeys.ts"
import { integrationXid } from "../../src/demo/demoIntegrations.ts"
import { organizationXid } from "../../src/demo/demoOrganizations.ts"
import { venueDocumentId } from "../../src/demo/venues.ts"
import { startEmbedded } from "../support/servers/embeddedProcess.ts"
import { hub, type Run, temporaryDirectory } from "../support/servers/hub.ts"
import { at, each } from "../support/http/service.ts"

// Each run opens the database again, a second or more where the machine is busy.
/** A directory with an embedded database that holds the demo data; no process has it open between tests. */
class Data extends Context.Service<
  Data,
  {
    readonly directory: string
    readonly run: (...args: ReadonlyArray<string>) => Effect.Effect<Run>
  }
>()("test/cli/Data") {}

const data = Layer.effect(
  Data,
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    const run = (...args: ReadonlyArray<string>) => hub({ HUB_DATA_DIR: directory }, ...args)
    const seeded = yield* run("seed", "--json")
    assert.deepStrictEqual(seeded.at(""), { loaded: true }, seeded.stderr)
    return Data.of({ directory, run })
  })
)

const serving = Effect.flatMap(Data, ({ directory }) => startEmbedded(directory, ["--store", "embedded", "--demo"]))

/** The rows of api_keys as text, read from the database files directly. */
const dump = Effect.fnUntraced(function* (directory: string) {
  return yield* Effect.promise(async () => {
    const db = await PGlite.create({ dataDir: join(directory, "postgres") })
    const { rows } = await db.query("SELECT api_keys::text AS row FROM api_keys")
    await db.close()
    return JSON.stringify(rows)
  })
})

const organization = organizationXid("A")
const ofHub = ["keys", "create", "--surface", "hub", "--organization", organization]
const ofPartner = ["keys", "create", "--surface", "partner", "--organization", organization]

layer(data, { excludeTestServices: true })("the embedded store", (it) => {
  it.effect("has nothing to migrate or load the second time", () =>
    Effect.gen(function* () {
      const { run } = yield* Data
      assert.deepStrictEqual((yield* run("migrate", "--json")).at(""), { ran: [] })
      assert.strictEqual((yield* run("migrate")).stdout, "The database is up to date.\n")
      assert.deepStrictEqual((yield* run("seed", "--json")).at(""), { loaded: false })
    })
  )

  it.effect("is unreadable for other users, even if an earlier release left it open", () =>
    Effect.gen(function* () {
      const { directory, run } = yield* Data
      const modes = Effect.promise(async () => {
        const entries = await readdir(join(directory, "postgres"), { recursive: true, withFileTypes: true })
        const found = entries.map(async (entry) => {
          const { mode } = await stat(join(entry.parentPath, entry.name))
          return `${entry.isDirectory() ? "directory" : "file"} ${(mode & 0o777).toString(8)}`
        })
        return [...new Set(await Promise.all(found))].toSorted()
      })
      const closed = ["directory 700", "file 600"]
      assert.deepStrictEqual(yield* modes, closed)
      yield* Effect.promise(() => chmod(join(directory, "postgres"), 0o755))
      yield* Effect.promise(() => chmod(join(directory, "postgres", "PG_VERSION"), 0o644))
      assert.strictEqual((yield* run("migrate")).code, 0)
      assert.deepStrictEqual(yield* modes, closed)
      assert.strictEqual((yield* Effect.promise(() => stat(join(directory, "postgres")))).mode & 0o777, 0o700)
    })
  )

  it.effect("GEN-009: shows the secret of a new key once; it is in no list and not in the database", () =>
    Effect.gen(function* () {
      const { directory, run } = yield* Data
      const made = yield* run(...ofHub, "--integration", integrationXid("brands"), "--all", "--name", "Once", "--json")
      const secret = String(made.at("secret"))
      assert.match(secret, /^hub_dev_org_[0-9A-Za-z]{43}$/)
      assert.strictEqual(made.at("prefix"), "hub_dev_org_")
      assert.strictEqual(made.at("lastFour"), secret.slice(-4))
      assert.strictEqual(made.at("expiresAt"), null)

      const listed = yield* run("keys", "list", "--organization", organization, "--json")
      const items = each(listed.at("items"), "")
      const item: unknown = items.find((one: unknown) => at(one, "id") === made.at("id"))
      assert.strictEqual(at(item, "state"), "active")
      assert.strictEqual(at(item, "integration"), integrationXid("brands"))
      const bySlug = yield* run("keys", "list", "--organization", "organization-a", "--json")
      assert.deepStrictEqual(bySlug.at("items"), listed.at("items"))
      const unknown = yield* run("keys", "list", "--organization", "nobody")
      assert.strictEqual(unknown.code, 1)
      assert.include(unknown.stderr, "There is no organization nobody")
      const text = yield* run("keys", "list")
      assert.match(text.stdout, /^id +state +key +organization +expires +used +name\n/)
      assert.include(text.stdout, `hub_dev_org_...${secret.slice(-4)}`)
      const stored = yield* dump(directory)
      assert.include(stored, secret.slice(-4))
      for (const place of [listed.stdout, text.stdout, stored]) {
        assert.notInclude(place, secret)
        assert.notInclude(place, hubKeys.KH_all)
      }
      for (const place of [listed.stdout, text.stdout]) assert.notMatch(place, /[0-9a-f]{64}/)
    })
  )

  it.effect("makes a partner key that reaches the named venues and expires at the given time", () =>
    Effect.gen(function* () {
      const { run } = yield* Data
      const bySlug = ["keys", "create", "--surface", "partner", "--organization", "organization-a"]
      const rights = ["--permission", "partner:arrivals:read", "--permission", "partner:access:read"]
      const reach = ["--venue", venueDocumentId("V1"), "--venue", venueDocumentId("V3")]
      const made = yield* run(...bySlug, ...rights, ...reach, "--auth-level", "admin", "--expires-in", "90d", "--json")
      assert.match(String(made.at("secret")), /^hub_dev_ptr_[0-9A-Za-z]{43}$/)
      assert.deepStrictEqual(made.at("permissions"), ["partner:arrivals:read", "partner:access:read"])
      assert.deepStrictEqual([made.at("venues"), made.at("authLevel")], [2, "admin"])
      const lifetime = Date.parse(String(made.at("expiresAt"))) - Date.parse(String(made.at("createdAt")))
      assert.strictEqual(lifetime, 90 * 86_400_000)
    })
  )

  it.effect("reports everything that is wrong with a keys command", () =>
    Effect.gen(function* () {
      const { run } = yield* Data
      const cases: ReadonlyArray<readonly [ReadonlyArray<string>, ReadonlyArray<string>]> = [
        [
          [...ofHub, "--all"],
          ["A hub key acts for one integration", integrationXid("main"), "Integration Main"]
        ],
        [
          [...ofHub, "--integration", integrationXid("main"), "--permission", "partner:arrivals:read"],
          ["partner:arrivals:read is not a permission of the hub API", "hub:api:brands:read"]
        ],
        [[...ofPartner, "--all", "--venue", venueDocumentId("W1")], [`${venueDocumentId("W1")} is not a venue`]],
        [
          [...ofPartner, "--all", "--permission", "a", "--all-venues", "--venue", "b", "--integration", "c"],
          ["--all and --permission", "--all-venues and --venue", "--integration is for hub keys"]
        ],
        [
          ["keys", "create", "--surface", "hub", "--organization", "nope", "--all"],
          ["There is no organization nope\n", `organization-a (${organization})`]
        ],
        [["keys", "rotate", "nothing"], ["No key nothing"]],
        [["keys", "revoke", "nothing"], ["No key nothing"]]
      ]
      for (const [args, messages] of cases) {
        const { code, stderr, stdout } = yield* run(...args)
        assert.deepStrictEqual([code, stdout], [1, ""], args.join(" "))
        for (const message of messages) assert.include(stderr, message)
        assert.notInclude(stderr, "    at ")
      }
    })
  )

  it.effect("PAR-100: rotates a key with an overlap, and revokes it", () =>
    Effect.gen(function* () {
      const { run } = yield* Data
      const made = yield* run(...ofPartner, "--all", "--all-venues", "--name", "Desk", "--expires-in", "30d", "--json")
      const id = String(made.at("id"))
      const rotated = yield* run("keys", "rotate", id, "--overlap", "2h", "--json")
      assert.notStrictEqual(rotated.at("secret"), made.at("secret"))
      for (const right of ["permissions", "venues", "authLevel", "name", "environment", "prefix"]) {
        assert.deepStrictEqual(rotated.at(right), made.at(right))
      }
      assert.strictEqual(rotated.at("replaces.id"), id)
      const overlap = Date.parse(String(rotated.at("replaces.expiresAt"))) - Date.parse(String(rotated.at("createdAt")))
      assert.strictEqual(overlap, 2 * 3_600_000)

      const revoked = yield* run("keys", "revoke", id, "--json")
      assert.strictEqual(revoked.at("state"), "revoked")
      assert.strictEqual((yield* run("keys", "revoke", id, "--json")).at("revokedAt"), revoked.at("revokedAt"))
      const again = yield* run("keys", "rotate", id)
      assert.deepStrictEqual([again.code, again.stderr], [1, `Key ${id} has expired or was revoked\n`])
      const text = yield* run("keys", "rotate", String(rotated.at("id")))
      assert.match(text.stdout, /^secret +hub_dev_ptr_[0-9A-Za-z]{43}$/m)
    })
  )

  it.effect("belongs to one process; others are refused with its id until it has ended", () =>
    Effect.gen(function* () {
      const { directory, run } = yield* Data
      const { child, pid } = yield* serving
      for (const verb of [["migrate"], ["keys", "list", "--json"], ["seed"], ["serve", "--store", "embedded"]]) {
        const { code, stderr, stdout } = yield* run(...verb)
        assert.deepStrictEqual([code, stdout], [1, ""])
        assert.include(stderr, `${directory} is in use by process ${pid}.`)
        assert.include(stderr, "HUB_DATA_DIR")
      }
      const doctor = yield* run("doctor")
      assert.strictEqual(doctor.code, 0)
      assert.include(doctor.stdout, `in use by process ${pid}`)

      yield* child.signal("SIGTERM")
      assert.strictEqual(yield* child.ended, 0)
      assert.isFalse(existsSync(join(directory, "hub.pid")))
      assert.strictEqual((yield* run("migrate")).code, 0)
    })
  )

  it.effect("is taken over from a process that was killed", () =>
    Effect.gen(function* () {
      const { directory, run } = yield* Data
      const { child, pid } = yield* serving
      yield* child.signal("SIGKILL")
      yield* child.ended
      assert.include(yield* Effect.promise(() => readFile(join(directory, "hub.pid"), "utf8")), String(pid))
      assert.strictEqual((yield* run("keys", "list")).code, 0)
      assert.isFalse(existsSync(join(directory, "hub.pid")))
    })
  )

  it.effect("is refused by every command when a newer release has migrated it, or an older one", () =>
    Effect.gen(function* () {
      const { directory, run } = yield* Data
      const change = (text: string) =>
        Effect.promise(async () => {
          const db = await PGlite.create({ dataDir: join(directory, "postgres"), extensions: { pg_trgm } })
          await db.exec(text)
          await db.close()
        })
      yield* change("INSERT INTO effect_sql_migrations VALUES (9001, now(), 'later')")
      const commands = [["keys", "list"], ["organizations", "list"], ["verify", "ledger"], ["audit"]]
      for (const command of [["serve"], ["migrate"], ...commands]) {
        const { code, stderr } = yield* run(...command)
        assert.strictEqual(code, 1)
        assert.match(stderr, /^A newer release has migrated this database: it has 9001_later,.*\nRun that release/)
      }
      const doctor = yield* run("doctor")
      assert.strictEqual(doctor.code, 1)
      assert.match(doctor.stdout, /^fail +migrations +A newer release has migrated this database/m)
      yield* change("DELETE FROM effect_sql_migrations WHERE migration_id IN (46, 9001)")
      for (const command of commands) {
        const { code, stderr, stdout } = yield* run(...command)
        assert.deepStrictEqual([code, stdout], [1, ""])
        assert.strictEqual(stderr, "The database lacks the migrations from 0046_pending_rebuilds: run `hub migrate`.\n")
      }
      yield* change("INSERT INTO effect_sql_migrations VALUES (46, now(), 'pending_rebuilds')")
    })
  )

  it.effect("is checked by `hub doctor`, which fails on problems that keep the service from working", () =>
    Effect.gen(function* () {
      const { directory, run } = yield* Data
      const healthy = yield* run("doctor", "--json")
      assert.deepStrictEqual([healthy.code, healthy.at("ok")], [0, true])
      assert.deepStrictEqual(
        each(healthy.at("checks"), "")
          .map((check) => `${at(check, "name")} ${at(check, "status")}`)
          .slice(0, 5),
        ["node ok", "configuration ok", "database ok", "migrations ok", "clock ok"]
      )

      const away = yield* hub(
        {
          DATABASE_URL: "postgres://hub@127.0.0.1:9/hub",
          REDIS_URL: "redis://127.0.0.1:9",
          CORE_API_URL: "http://127.0.0.1:9",
          HUB_MEMBER_ISSUER: "https://login.example.com/",
          HUB_MEMBER_AUDIENCE: "members",
          HUB_MEMBER_JWKS_URL: "http://127.0.0.1:9/jwks",
          HUB_ASSISTANT_URL: "http://127.0.0.1:9/v1",
          HUB_ASSISTANT_MODEL: "model-1"
        },
        "doctor",
        "--json"
      )
      assert.strictEqual(away.code, 1)
      assert.deepStrictEqual(
        each(away.at("checks"), "").map((check) => `${at(check, "name")} ${at(check, "status")}`),
        [
          "node ok",
          "configuration ok",
          "database fail",
          "redis warn",
          "member issuer fail",
          "operator issuer ok",
          "assistant issuer ok",
          "core API fail",
          "identity provider ok",
          "e-mail ok",
          "sms ok",
          "assistant warn"
        ]
      )
      assert.strictEqual(away.stderr, "3 of 12 checks failed.\n")

      const bad = yield* hub({ HUB_DATA_DIR: directory, PORT: "none", HUB_ENV: "prod" }, "doctor")
      assert.strictEqual(bad.code, 1)
      assert.match(bad.stdout, /^fail +configuration +PORT must be /m)
      assert.match(bad.stdout, /^fail +configuration +HUB_ENV must be /m)

      yield* Effect.promise(() => writeFile(join(directory, "hub.pid"), "not a number"))
      assert.strictEqual((yield* run("doctor")).code, 0)
    })
  )
})
