import { assert, describe, it } from "@effect/vitest"
import { validate } from "dockerfile-utils"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { allocator, nodeFlags } from "../../bench/subjects.ts"
import { variables } from "../../src/layers/configuration/variables.ts"
import { production, root } from "../support/hub.ts"
import { at, keysOf } from "../support/service.ts"

const read = (path: string) => readFileSync(join(root, path), "utf8")

/** Read by the libraries below: Node's, and glibc's allocator. */
const below = ["NODE_ENV", "NODE_COMPILE_CACHE", ...Object.keys(allocator)]

const known = new Set([...below, ...Object.values(variables).map(({ name }) => name)])

/** What a production start refuses to do without. */
const required = Object.keys(production)

const unknownIn = (names: ReadonlyArray<string>) => names.filter((name) => !known.has(name))

describe("Dockerfile", () => {
  const text = read("Dockerfile")

  it("passes a linter", () => {
    assert.deepStrictEqual(validate(text), [])
  })

  it("sets variables of the configuration only, and asks /readyz for its health, not as root", () => {
    const set = [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = ""]) => line.split(" "))
    assert.include(set, "HUB_ENV=production")
    assert.deepStrictEqual(unknownIn(set.map((one) => one.split("=")[0] ?? "")), [])
    const last = text.slice(text.lastIndexOf("\nFROM "))
    assert.match(last, /^HEALTHCHECK [^]*\/readyz/m)
    assert.match(last, /^USER node$/m)
  })

  it("copies nothing that .dockerignore excludes", () => {
    const [first, ...allowed] = read(".dockerignore").trim().split("\n")
    assert.strictEqual(first, "*")
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, line = ""]) => line.split(" "))
    assert.sameMembers([...new Set(copied.map((path) => `!${path.replace("./", "")}`))], allowed)
  })
})

describe("compose.yaml", () => {
  const compose: unknown = parse(read("compose.yaml"), { merge: true })
  const processes = ["hub-1", "hub-2"].map((name) => at(compose, `services.${name}`))

  it("configures two processes alike, with all that production requires and nothing that the service does not read", () => {
    for (const process of processes) {
      const names = keysOf(at(process, "environment"))
      assert.deepStrictEqual(unknownIn(names), [])
      assert.includeMembers([...names], required)
      assert.deepStrictEqual(at(process, "environment"), at(processes[0], "environment"))
    }
  })

  it("takes every secret and every issuer from the environment, under the name of its variable", () => {
    for (const name of required.filter((one) => one !== "HUB_ENV")) {
      const value = String(at(processes[0], `environment.${name}`))
      assert.include(value, name === "DATABASE_URL" ? "${POSTGRES_PASSWORD:?" : `\${${name}:?`)
    }
  })

  it("gives them a read-only root, no capabilities and ports of their own, and starts them after their stores", () => {
    const ports = processes.map((process) => at(process, "ports.0"))
    assert.strictEqual(new Set(ports).size, 2)
    for (const process of processes) {
      assert.deepStrictEqual([at(process, "read_only"), at(process, "cap_drop")], [true, ["ALL"]])
      for (const store of keysOf(at(process, "depends_on"))) {
        assert.strictEqual(at(process, `depends_on.${store}.condition`), "service_healthy")
        assert.isDefined(at(compose, `services.${store}.healthcheck.test`))
      }
    }
  })
})

describe("deploy/hub.service", () => {
  const text = read("deploy/hub.service")

  it("sets variables of the configuration only, and names those that its file must hold", () => {
    const set = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = ""]) => line.split(" "))
    const names = set.map((one) => one.split("=")[0] ?? "")
    assert.deepStrictEqual(unknownIn(names), [])
    const mentioned =
      text
        .match(/^#.*$/gm)
        ?.join(" ")
        .match(/\b(?:HUB|DATABASE)_[A-Z_]+/g) ?? []
    assert.deepStrictEqual(unknownIn(mentioned), [])
    assert.includeMembers([...names, ...mentioned], required)
  })
})

describe("what is measured", () => {
  const settings = Object.entries(allocator).map(([name, value]) => `${name}=${value}`)

  it("is what the Dockerfile runs and has compiled", () => {
    const text = read("Dockerfile")
    assert.include(text, `\nENV ${settings.join(" ")}\n`)
    assert.include(
      text,
      `\nENTRYPOINT ${JSON.stringify(["node", ...nodeFlags, "dist/hub.js"]).replaceAll(",", ", ")}\n`
    )
    // Node keeps it for one user and one set of flags.
    assert.include(text, `\nUSER node\nRUN node ${nodeFlags.join(" ")} dist/hub.js --version\n`)
  })

  it("is what systemd runs", () => {
    const text = read("deploy/hub.service")
    assert.include(text, `\nEnvironment=${settings.join(" ")}\n`)
    assert.match(text, new RegExp(`^ExecStart=/usr/bin/env node ${nodeFlags.join(" ")} \\S+/dist/hub.js serve$`, "m"))
  })
})
