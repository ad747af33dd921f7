import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import sirv from "sirv"
import { encodeRequest, load } from "./load.ts"

/**
 * Compares a page of the demo data with a static file server of the same bytes, alternating on one machine. Prints
 * requests per second of each and their ratio. Each is a process of its own; `node bench/pages.ts files DIR` is the
 * file server.
 */
const page = "/p/organization-a/v1-published"
const rounds = 5
const seconds = 2
const connections = 32

const serveFiles = (directory: string) => {
  const files = sirv(directory, { brotli: true, gzip: true, etag: true })
  const server = createServer((request, response) => files(request, response))
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    process.stdout.write(JSON.stringify({ port: typeof address === "object" ? address?.port : 0 }) + "\n")
  })
}

const started = async (args: ReadonlyArray<string>, environment: Record<string, string>) => {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const [chunk] = await once(child.stdout, "data")
  child.stdout.resume()
  const ready: { readonly port?: number; readonly baseUrl?: string } = JSON.parse(String(chunk))
  return { port: ready.port ?? Number(new URL(ready.baseUrl ?? "").port), stop: () => child.kill("SIGTERM") }
}

const median = (all: ReadonlyArray<number>) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

const measure = async () => {
  const directory = await mkdtemp(join(tmpdir(), "hub-pages-"))
  const service = await started(
    [join(import.meta.dirname, "../src/hub.js"), "serve", "--store", "memory", "--demo", "--json"],
    {
      PORT: "0"
    }
  )
  const bytesOf = async (encoding: string) => {
    const response = await fetch(`http://127.0.0.1:${service.port}${page}`, {
      headers: { "accept-encoding": encoding }
    })
    return Buffer.from(await response.arrayBuffer())
  }
  const identity = await bytesOf("identity")
  await writeFile(join(directory, "page.html"), identity)
  const files = await started([fileURLToPath(import.meta.url), "files", directory], {})
  const subjects = [
    { name: "pages", port: service.port, path: page },
    { name: "files", port: files.port, path: "/page.html" }
  ]
  const ratios: Array<number> = []
  for (let round = 0; round <= rounds; round++) {
    const rates: Record<string, number> = {}
    for (const { name, path, port } of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const bytes = encodeRequest("GET", path, { "accept-encoding": "identity" })
      const result = await load({
        port,
        connections,
        seconds,
        next: () => ({ bytes, status: 200, accepts: (body) => Buffer.byteLength(body) === identity.byteLength })
      })
      if (result.refused.size > 0) throw new Error(JSON.stringify([...result.refused]))
      rates[name] = result.requests / result.seconds
    }
    const ratio = (rates["pages"] ?? 0) / (rates["files"] ?? 1)
    // The first round is a warm-up.
    if (round > 0) ratios.push(ratio)
    process.stdout.write(
      `${round === 0 ? "warm-up" : `round ${round}`}: pages ${rates["pages"]?.toFixed(0)}/s, files ${rates["files"]?.toFixed(0)}/s, ratio ${ratio.toFixed(2)}\n`
    )
  }
  process.stdout.write(
    `median ratio ${median(ratios).toFixed(2)} (${identity.byteLength} bytes, ${connections} connections)\n`
  )
  service.stop()
  files.stop()
  await rm(directory, { recursive: true })
}

if (process.argv[2] === "files") serveFiles(process.argv[3] ?? ".")
else await measure()
