import { spawn, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, globSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * Runs the Dockerfile without Docker: each stage is a directory in which its commands run. The final stage is started
 * as in production, with the PostgreSQL and Redis at DATABASE_URL and REDIS_URL, until its health check passes. It must
 * not write to its directory, because the container's file system is read-only.
 */
const root = fileURLToPath(new URL("../", import.meta.url))
const work = mkdtempSync(join(tmpdir(), "hub-image-"))
const port = "18473"

const lines = readFileSync(join(root, "Dockerfile"), "utf8")
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => line !== "")

const settings: Record<string, string> = {}
let stage = ""
let directory = ""
let healthCheck: ReadonlyArray<string> = []
let command: ReadonlyArray<string> = []

/** Resolves a path in a stage; absolute container paths are relative to the stage's directory. */
const inStage = (path: string, stageName = stage) =>
  join(work, stageName, path.startsWith("/") ? path : join(directory, path))

const copy = (words: ReadonlyArray<string>) => {
  const from = words[0]?.startsWith("--from=") === true ? words[0].slice("--from=".length) : undefined
  const paths = from === undefined ? words : words.slice(1)
  const target = paths.at(-1) ?? ""
  for (const path of paths.slice(0, -1)) {
    const into = target.endsWith("/") ? join(target, basename(path)) : target
    cpSync(from === undefined ? join(root, path) : join(work, from, path), inStage(into), { recursive: true })
  }
}

const run = (text: string) => {
  console.log(`${stage}: ${text}`)
  const { status } = spawnSync("/bin/sh", ["-c", text], { cwd: inStage("."), stdio: ["ignore", "ignore", "inherit"] })
  if (status !== 0) throw new Error(`${text} ended with ${status}`)
}

const perform = (line: string) => {
  const [instruction = "", ...words] = line.split(/\s+/)
  const rest = line.slice(instruction.length).trim()
  const list = (): ReadonlyArray<string> => JSON.parse(rest.slice(rest.indexOf("[")))
  if (instruction === "FROM") {
    stage = words[2] ?? "last"
    directory = "/"
  } else if (instruction === "WORKDIR") {
    directory = rest
    mkdirSync(inStage("."), { recursive: true })
  } else if (instruction === "COPY") copy(words)
  else if (instruction === "RUN") run(rest)
  else if (instruction === "ENV")
    for (const word of words) {
      const [name = "", ...value] = word.split("=")
      settings[name] = value.join("=")
    }
  else if (instruction === "HEALTHCHECK") healthCheck = list()
  else if (instruction === "ENTRYPOINT" || instruction === "CMD") command = [...command, ...list()]
  else if (!["USER", "EXPOSE", "STOPSIGNAL"].includes(instruction))
    throw new Error(`Unsupported instruction ${instruction}`)
}

const issuer = "https://issuer.example.com"
const environment = () => ({
  PATH: process.env["PATH"],
  ...settings,
  HOST: "127.0.0.1",
  PORT: port,
  DATABASE_URL: process.env["DATABASE_URL"],
  REDIS_URL: process.env["REDIS_URL"],
  HUB_SECRET: "a-secret-of-forty-characters-is-enough-0",
  ...Object.fromEntries(
    ["MEMBER", "OPERATOR"].flatMap((kind) => [
      [`HUB_${kind}_ISSUER`, issuer],
      [`HUB_${kind}_AUDIENCE`, kind],
      [`HUB_${kind}_JWKS_URL`, `${issuer}/jwks`]
    ])
  )
})

const read = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`)
  return response.text()
}

const serve = async () => {
  const [program = "", ...args] = command
  const cwd = inStage(".")
  const timesOfFiles = () => new Map(globSync("**/*", { cwd }).map((path) => [path, statSync(join(cwd, path)).mtimeMs]))
  const before = timesOfFiles()
  if (![...before.keys()].some((path) => path.startsWith("dist/cache/"))) throw new Error("Nothing was compiled")
  const hub = spawn(program, args, { cwd, env: environment(), stdio: ["ignore", "ignore", "inherit"] })
  const ended = new Promise((resolve) => hub.once("exit", resolve))
  const [check = "", ...checkArgs] = healthCheck
  try {
    const isHealthy = () => spawnSync(check, checkArgs, { cwd, env: environment() }).status === 0
    const deadline = Date.now() + 60_000
    while (!isHealthy()) {
      if (hub.exitCode !== null || Date.now() > deadline) throw new Error("The health check does not pass")
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const page = await read("/v1/public/docs")
    for (const [, script = ""] of page.matchAll(/src="([^"]+)"/g)) await read(`/v1/public/${script}`)
  } finally {
    hub.kill("SIGTERM")
    await ended
  }
  if (hub.exitCode !== 0) throw new Error(`The service ended with ${hub.exitCode}`)
  const written = [...timesOfFiles()].filter(([path, time]) => before.get(path) !== time).map(([path]) => path)
  if (written.length > 0) throw new Error(`The service wrote ${written.join(", ")}`)
}

try {
  for (const line of lines) perform(line)
  await serve()
  console.log("The image's commands work: its health check passes, and it writes nothing.")
} finally {
  rmSync(work, { recursive: true, force: true })
}
