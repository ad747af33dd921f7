import { Effect } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { runChild } from "../servers/child.ts"
import { sceneOf } from "./pageScenes.ts"

/** The host of the images of demo data and examples. */
export const imageHostname = "images.example.com"

/** A self-signed certificate for that name, which browsers of tests are configured to accept. */
const makeCertificate = Effect.gen(function* () {
  const directory = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "hub-image-host-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true }))
  )
  const [cert, key] = [join(directory, "cert.pem"), join(directory, "key.pem")]
  const subject = ["-subj", `/CN=${imageHostname}`, "-addext", `subjectAltName=DNS:${imageHostname}`]
  const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
  yield* runChild("openssl", ["req", "-x509", ...made, ...subject, "-keyout", key, "-out", cert])
  return { cert: readFileSync(cert), key: readFileSync(key) }
})

/** A drawing as an image file, in place of a photograph. */
export const photographOf = (name: string) =>
  Effect.promise(() =>
    sharp(Buffer.from(sceneOf(name)))
      .jpeg({ quality: 70, mozjpeg: true })
      .toBuffer()
  )

/** An HTTPS server in place of `images.example.com` until the scope closes; it serves one photograph at every path. */
export const serveImages = Effect.gen(function* () {
  const image = yield* photographOf("terrace")
  const server = createServer(yield* makeCertificate, (_, response) => {
    response.writeHead(200, { "content-type": "image/jpeg", "cache-control": "max-age=31536000, immutable" }).end(image)
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      })
  )
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
})
