import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { partnerScopes } from "../../src/domain/access/partnerScopes.ts"
import { demoValidity, mintOperatorToken } from "../../src/layers/developmentIssuer.ts"
import { createEmpty } from "../support/servers/emptyDatabase.ts"
import { startEmbedded } from "../support/servers/embeddedProcess.ts"
import { hub, root, type Run, temporaryDirectory } from "../support/servers/hub.ts"
import { caller } from "../support/http/service.ts"

// Each run opens the database again, a second or more where the machine is busy.
const example = join(root, "docs/bootstrap.example.yaml")

/** A migrated embedded database without rows; no process has it open between tests. */
class Data extends Context.Service<
  Data,
  { readonly directory: string; readonly run: (...args: ReadonlyArray<string>) => Effect.Effect<Run> }
>()("test/cli/BootstrapData") {}

const data = Layer.effect(
  Data,
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    const run = (...args: ReadonlyArray<string>) => hub({ HUB_DATA_DIR: directory }, ...args)
    yield* createEmpty(directory)
    const before = yield* run("bootstrap", example)
    assert.deepStrictEqual([before.code, before.stderr], [1, "The database is not migrated: run `hub migrate`.\n"])
    assert.strictEqual((yield* run("migrate")).code, 0)
    return Data.of({ directory, run })
  })
)

const fileWith = Effect.fnUntraced(function* (text: string | Uint8Array) {
  const path = join(yield* temporaryDirectory, "file")
  yield* Effect.promise(() => writeFile(path, text))
  return path
})

const serving = Effect.gen(function* () {
  const { directory } = yield* Data
  return caller((yield* startEmbedded(directory)).baseUrl)
})

layer(data, { excludeTestServices: true })("hub bootstrap", (it) => {
  it.effect("shows its plan, applies it once, and then reports that everything is unchanged", () =>
    Effect.gen(function* () {
      const { run } = yield* Data
      const dry = yield* run("bootstrap", "--dry-run", example)
      assert.deepStrictEqual([dry.code, dry.stderr], [0, ""])
      assert.include(dry.stdout, "Nothing was written: this was a dry run.")
      assert.strictEqual((yield* run("organizations", "list")).stdout, "There are no organizations.\n")

      const first = yield* run("bootstrap", example)
      assert.deepStrictEqual([first.code, first.stderr], [0, ""])
      assert.match(first.stdout, /^created +venue +example-grand-lisbon$/m)
      assert.match(first.stdout, /^kind +created +updated +unchanged$/m)
      assert.match(first.stdout, /^tier +3 +0 +0$/m)

      const second = yield* run("bootstrap", example)
      assert.notInclude(second.stdout, "example-grand-lisbon")
      assert.match(second.stdout, /^tier +0 +0 +3$/m)
      assert.match(second.stdout, /^Everything is unchanged in organization [0-9a-f-]{36}\.$/m)
      const asJson = yield* run("bootstrap", example, "--json")
      assert.deepInclude(asJson.at("kinds.1"), { kind: "identity", created: 0, updated: 0, unchanged: 1 })
    })
  )

  it.effect("imports rows that the hub, partner and public surfaces then serve", () =>
    Effect.gen(function* () {
      const { run } = yield* Data
      const organization = String((yield* run("bootstrap", example, "--json")).at("organization"))
      const made = ["keys", "create", "--organization", organization, "--all", "--json"]
      const hubKey = yield* run(...made, "--surface", "hub", "--integration", "example-hotels-assistant")
      const partnerKey = yield* run(...made, "--surface", "partner", "--all-venues")
      const call = yield* serving
      const asHub = { headers: { authorization: `Bearer ${String(hubKey.at("secret"))}` } }
      const asPartner = { headers: { "x-api-key": String(partnerKey.at("secret")) } }

      const brands = yield* call("GET", "/api/external/v1/brands", asHub)
      assert.deepStrictEqual(brands.each("items", "slug"), ["example-bay", "example-grand"])
      assert.strictEqual(brands.at("items.1.venues.0.slug"), "example-grand-lisbon")
      for (const view of ["actions", "events&after=0"]) {
        const read = yield* call("GET", `/api/external/v1/messaging?scope=example-hotels-main&view=${view}`, asHub)
        assert.strictEqual(read.status, 200, read.text)
      }

      const scope = yield* call("GET", "/v1/partner/scope", asPartner)
      assert.strictEqual(scope.status, 200, scope.text)
      assert.include(scope.text, "Example Grand Lisbon")
      assert.strictEqual((yield* call("GET", "/v1/partner/arrivals", asPartner)).status, 200)
      const token = yield* mintOperatorToken({
        subject: "idp-subject-of-the-lisbon-desk",
        organization: "org_example_hotels",
        permissions: partnerScopes,
        ...demoValidity
      })
      const desk = yield* call("GET", "/v1/partner/scope", { headers: { authorization: `Bearer ${token}` } })
      assert.strictEqual(desk.status, 200, desk.text)
      assert.notInclude(desk.text, "Example Bay Valletta")

      const venue = yield* call("GET", "/v1/public/properties/by-slug/example-grand-lisbon")
      assert.deepStrictEqual([venue.status, venue.at("brand.name")], [200, "Example Grand"])
    })
  )

  it.effect("refuses a time zone that Node knows and the database does not", () =>
    Effect.gen(function* () {
      const { run } = yield* Data
      const text = yield* Effect.promise(() => readFile(example, "utf8"))
      // Withdrawn from the time zone database in 2017; Node still knows it.
      const unknown = yield* fileWith(text.replace("Europe/Malta", "Canada/East-Saskatchewan"))
      const refused = yield* run("bootstrap", unknown)
      assert.deepStrictEqual(
        [refused.code, refused.stderr],
        [
          1,
          "The file cannot be used:\n  venues[1].timezone: Canada/East-Saskatchewan is unknown to the database; update its tzdata\n"
        ]
      )
      const known = yield* fileWith(text.replace("Europe/Malta", "europe/malta"))
      assert.strictEqual((yield* run("bootstrap", "--dry-run", known)).code, 0)
    })
  )

  it.effect("refuses a file that it cannot read or parse, and reports every mistake", () =>
    Effect.gen(function* () {
      const { run } = yield* Data
      const wrong = yield* fileWith("organization: { slug: One, name: One }\nbrand: []\n")
      const yaml = yield* fileWith("organization: [\n")
      const bomb = yield* fileWith(
        [
          "a: &a [x,x,x,x,x,x,x,x,x,x]",
          "b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]",
          "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]",
          "d: [*c,*c,*c]"
        ].join("\n")
      )
      const unknown = yield* fileWith("a: *nothing\n")
      const latin1 = yield* fileWith(Buffer.from("organization: { slug: one, name: H\u00f4tel }\n", "latin1"))
      const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
        [wrong, ["The file cannot be used:\n", "\n  organization.slug: ", "\n  brand: "]],
        [yaml, [`${yaml} is neither YAML nor JSON`, "line 2"]],
        [bomb, [`${bomb} cannot be used: `, "alias"]],
        [unknown, [`${unknown} cannot be used: Unresolved alias`]],
        [latin1, [`${latin1} is not encoded in UTF-8\n`]],
        ["/dev/zero", ["/dev/zero is larger than 16777216 bytes"]],
        ["/nowhere/file", ["/nowhere/file cannot be read: there is no such file\n"]],
        [root, [`${root} cannot be read: `]]
      ]
      for (const [file, messages] of cases) {
        const { code, stderr, stdout } = yield* run("bootstrap", file)
        assert.deepStrictEqual([code, stdout], [1, ""], file)
        for (const message of messages) assert.include(stderr, message)
        assert.notMatch(stderr, /NotFound|FileSystem|    at /)
      }
    })
  )

  it.effect("is not needed to create an organization", () =>
    Effect.gen(function* () {
      const { run } = yield* Data
      const create = ["organizations", "create", "--slug", "alone", "--name", "Alone"]
      const made = yield* run(...create, "--identity", "https://login.example.com=org_1", "--json")
      assert.deepStrictEqual([made.code, made.stderr], [0, ""])
      const again = yield* run(...create)
      assert.strictEqual(again.code, 1)
      assert.strictEqual(again.stderr, `The organization alone already exists: ${String(made.at("id"))}\n`)
      const listed = yield* run("organizations", "list")
      assert.match(listed.stdout, /^id +slug +status +name\n/)
      assert.match(listed.stdout, new RegExp(`^${String(made.at("id"))} +alone +active +Alone$`, "m"))
      const bad = yield* run(
        "organizations",
        "create",
        "--slug",
        "Alone",
        "--name",
        "",
        "--identity",
        `i=${"o".repeat(999)}`
      )
      assert.strictEqual(bad.code, 1)
      assert.match(bad.stderr, /^--slug: .+\n--name: .+\n--identity: .+\n$/)
      const taken = yield* run(
        "organizations",
        "create",
        "--slug",
        "two",
        "--name",
        "Two",
        "--id",
        String(made.at("id"))
      )
      assert.strictEqual(taken.stderr, "--id: is already taken, possibly by another organization\n")

      const key = yield* run("keys", "create", "--surface", "hub", "--organization", "nope", "--all")
      assert.include(key.stderr, "There is no organization nope\n")
      assert.include(key.stderr, `alone (${String(made.at("id"))})`)
    })
  )
})
