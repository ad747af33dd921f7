import { Effect } from "effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { request } from "node:https"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { runChild, startChild } from "./child.ts"
import { eventually } from "../eventually.ts"
import { freePort } from "./freePort.ts"
import { programs } from "./servers.ts"

const root = resolve(import.meta.dirname, "../../..")

/** A directory for one test, removed with its scope. */
export const workDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "hub-edge-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
)

interface ZoneRecords {
  /** Texts by name. */
  readonly txt?: Readonly<Record<string, ReadonlyArray<string>>>
  /** Names that resolve to the edge. */
  readonly aliases?: ReadonlyArray<string>
}

/** The name server of `zone`, whose hosts all resolve to this machine; changing its records restarts it. */
export const makeZone = Effect.fnUntraced(function* (zone: string, edge: string) {
  const directory = yield* workDirectory
  const port = yield* freePort
  const file = join(directory, "dnsmasq.conf")
  const lines = ({ aliases = [], txt = {} }: ZoneRecords) => [
    `port=${port}`,
    "listen-address=127.0.0.1",
    "bind-interfaces",
    "no-resolv",
    "no-hosts",
    "no-daemon",
    "user=root",
    `pid-file=${join(directory, "dnsmasq.pid")}`,
    `local=/${zone}/`,
    `host-record=${edge},127.0.0.1`,
    ...aliases.map((name) => `cname=${name},${edge}`),
    ...Object.entries(txt).flatMap(([name, texts]) => texts.map((text) => `txt-record=${name},"${text}"`))
  ]
  const start = Effect.fnUntraced(function* (records: ZoneRecords) {
    writeFileSync(file, `${lines(records).join("\n")}\n`)
    return yield* startChild(programs.dnsmasq, [`--conf-file=${file}`])
  })
  let server = yield* start({})
  const stop = Effect.suspend(() => Effect.andThen(server.signal("SIGKILL"), server.ended))
  return {
    port,
    stop: Effect.asVoid(stop),
    set: (records: ZoneRecords) =>
      Effect.gen(function* () {
        yield* stop
        server = yield* start(records)
      })
  }
})

/** What a visitor at a hostname gets through the edge: a response, or the code of the error that prevents one. */
export interface Visit {
  readonly status: number | string
  readonly text: string
}

/** Visits a hostname through the edge on `port`. */
export const visit = (port: number, hostname: string, path: string, ca: string) =>
  Effect.callback<Visit>((resume) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        path,
        servername: hostname,
        headers: { host: hostname },
        ca: readFileSync(ca),
        agent: false,
        timeout: 15_000
      },
      (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (chunk: string) => {
          text += chunk
        })
        response.on("end", () => resume(Effect.succeed({ status: response.statusCode ?? 0, text })))
      }
    )
    outgoing.on("timeout", () => outgoing.destroy())
    outgoing.on("error", (error) => {
      const status = "code" in error ? String(error.code) : error.message
      resume(Effect.succeed({ status, text: "" }))
    })
    outgoing.end()
  })

const fetched = (url: string, ca: string) =>
  Effect.callback<string | undefined>((resume) => {
    const outgoing = request(url, { ca: readFileSync(ca), agent: false }, (response) => {
      let text = ""
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString("utf8")
      })
      response.on("end", () => resume(Effect.succeed(response.statusCode === 200 ? text : undefined)))
    })
    outgoing.on("error", () => resume(Effect.succeed(undefined)))
    outgoing.end()
  })

/** An ACME certificate authority that resolves names by `ports.dns` and validates servers on `ports.tls`. */
export const makeAuthority = Effect.fnUntraced(function* (ports: { readonly dns: number; readonly tls: number }) {
  const directory = yield* workDirectory
  const [listen, manage, http] = [yield* freePort, yield* freePort, yield* freePort]
  const [certificate, privateKey] = [join(directory, "pebble.pem"), join(directory, "pebble.key")]
  const subject = ["-subj", "/CN=authority of the tests", "-addext", "subjectAltName=IP:127.0.0.1"]
  const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
  yield* runChild("openssl", ["req", "-x509", ...made, ...subject, "-keyout", privateKey, "-out", certificate])
  const config = join(directory, "pebble.json")
  writeFileSync(
    config,
    JSON.stringify({
      pebble: {
        listenAddress: `127.0.0.1:${listen}`,
        managementListenAddress: `127.0.0.1:${manage}`,
        certificate,
        privateKey,
        httpPort: http,
        tlsPort: ports.tls,
        ocspResponderURL: "",
        externalAccountBindingRequired: false
      }
    })
  )
  const server = yield* startChild("pebble", ["-config", config, "-dnsserver", `127.0.0.1:${ports.dns}`], {
    env: { PATH: process.env["PATH"], PEBBLE_VA_NOSLEEP: "1", PEBBLE_WFE_NONCEREJECT: "0" }
  })
  const authorities = join(directory, "root.pem")
  yield* eventually(
    "the certificate authority answers",
    Effect.map(fetched(`https://127.0.0.1:${manage}/roots/0`, certificate), (text) => {
      if (text === undefined) return false
      writeFileSync(authorities, text)
      return true
    })
  )
  return { directory: `https://127.0.0.1:${listen}/dir`, certificate, authorities, log: server.log }
})

/** The edge as configured by `deploy/Caddyfile`, on this test's ports and with its certificate authority. */
export const makeEdge = Effect.fnUntraced(function* (options: {
  readonly tlsPort: number
  readonly hubPort: number
  readonly token: string
  readonly serviceHost: string
  readonly authority: { readonly directory: string; readonly certificate: string }
}) {
  const directory = yield* workDirectory
  const { authority, hubPort, serviceHost, tlsPort, token } = options
  const file = join(directory, "Caddyfile")
  const settings = [
    "admin off",
    `https_port ${tlsPort}`,
    `http_port ${yield* freePort}`,
    "default_bind 127.0.0.1",
    `storage file_system ${join(directory, "storage")}`,
    `acme_ca ${authority.directory}`,
    `acme_ca_root ${authority.certificate}`
  ]
  const shipped = readFileSync(join(root, "deploy/Caddyfile"), "utf8")
  writeFileSync(
    file,
    shipped.replace("\temail {$ACME_EMAIL}\n", (line) => `${line}\t${settings.join("\n\t")}\n`)
  )
  return yield* startChild("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    env: {
      PATH: process.env["PATH"],
      HOME: directory,
      HUB_UPSTREAM: `127.0.0.1:${hubPort}`,
      HUB_ASK: `http://127.0.0.1:${hubPort}`,
      HUB_EDGE_TOKEN: token,
      HUB_SERVICE_HOST: serviceHost,
      ACME_EMAIL: "operator@hub.example"
    }
  })
})
