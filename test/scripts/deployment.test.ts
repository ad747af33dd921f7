import { assert, describe, it } from "@effect/vitest"
import { validate } from "dockerfile-utils"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { allocator, nodeFlags } from "../../bench/subjects.ts"
import { variables } from "../../src/layers/configuration/variables.ts"
import { production, root } from "../support/servers/hub.ts"
import { at, keysOf } from "../support/http/service.ts"

const read = (path: string) => readFileSync(join(root, path), "utf8")

/** Variables that Node and glibc's allocator read. */
const runtimeVariables = ["NODE_ENV", "NODE_COMPILE_CACHE", ...Object.keys(allocator)]

const readVariables = new Set([...runtimeVariables, ...Object.values(variables).map(({ name }) => name)])

/** Variables without which production refuses to start. */
const required = Object.keys(production)

const unknownIn = (names: ReadonlyArray<string>) => names.filter((name) => !readVariables.has(name))

describe("Dockerfile", () => {
  const text = read("Dockerfile")

  it("passes a linter", () => {
    assert.deepStrictEqual(validate(text), [])
  })

  it("sets only variables that are read, checks its health at /readyz, and runs as node", () => {
    const set = [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = ""]) => line.split(" "))
    assert.include(set, "HUB_ENV=production")
    assert.deepStrictEqual(unknownIn(set.map((one) => one.split("=")[0] ?? "")), [])
    const last = text.slice(text.lastIndexOf("\nFROM "))
    assert.match(last, /^HEALTHCHECK [^]*\/readyz/m)
    assert.match(last, /^USER node$/m)
  })

  it("copies exactly what .dockerignore allows", () => {
    const [first, ...allowed] = read(".dockerignore").trim().split("\n")
    assert.strictEqual(first, "*")
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, line = ""]) => line.split(" "))
    assert.sameMembers([...new Set(copied.map((path) => `!${path.replace("./", "")}`))], allowed)
  })
})

describe("compose.yaml", () => {
  const compose: unknown = parse(read("compose.yaml"), { merge: true })
  const processes = ["hub-1", "hub-2"].map((name) => at(compose, `services.${name}`))

  it("configures both processes alike, with every required variable and none that is not read", () => {
    for (const process of processes) {
      const names = keysOf(at(process, "environment"))
      assert.deepStrictEqual(unknownIn(names), [])
      assert.includeMembers([...names], required)
      assert.deepStrictEqual(at(process, "environment"), at(processes[0], "environment"))
    }
  })

  it("takes each required variable from the environment under its own name", () => {
    for (const name of required.filter((one) => one !== "HUB_ENV")) {
      const value = String(at(processes[0], `environment.${name}`))
      assert.include(value, name === "DATABASE_URL" ? "${POSTGRES_PASSWORD:?" : `\${${name}:?`)
    }
  })

  it("gives them a read-only root, no capabilities and distinct ports, and starts them after healthy stores", () => {
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

  it("sets and mentions only variables that are read, among them every required one", () => {
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

describe("Node flags and allocator settings of the benchmarks", () => {
  const settings = Object.entries(allocator).map(([name, value]) => `${name}=${value}`)

  it("are those with which the Dockerfile runs and compiles", () => {
    const text = read("Dockerfile")
    assert.include(text, `\nENV ${settings.join(" ")}\n`)
    assert.include(
      text,
      `\nENTRYPOINT ${JSON.stringify(["node", ...nodeFlags, "dist/hub.js"]).replaceAll(",", ", ")}\n`
    )
    // The compile cache is valid for one user and one set of flags.
    assert.include(text, `\nUSER node\nRUN node ${nodeFlags.join(" ")} dist/hub.js --version\n`)
  })

  it("are those with which systemd runs", () => {
    const text = read("deploy/hub.service")
    assert.include(text, `\nEnvironment=${settings.join(" ")}\n`)
    assert.match(text, new RegExp(`^ExecStart=/usr/bin/env node ${nodeFlags.join(" ")} \\S+/dist/hub.js serve$`, "m"))
  })
})
