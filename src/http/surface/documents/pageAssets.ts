import { Effect } from "effect"
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { type PageFiles, pageScript, pageStyle } from "./documentPage.ts"
import { staticBody } from "../staticBody.ts"

const require = createRequire(import.meta.url)

const content = (path: string) => Effect.promise(() => readFile(path))

/** An immutable file: its name contains a digest of its content. */
const asset = Effect.fnUntraced(function* (stem: string, extension: "js" | "css", body: string | Uint8Array) {
  const digest = createHash("sha256").update(body).digest("hex").slice(0, 16)
  const response = yield* staticBody(Effect.succeed(body), {
    contentType: extension === "js" ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8",
    headers: { "Cache-Control": "public, max-age=31536000, immutable" }
  })
  return { name: `${stem}.${digest}.${extension}`, response }
})

/** The assets of document pages: their file names, and responses by name. Read on first use. */
export const pageAssets = Effect.gen(function* () {
  const library = yield* asset(
    "swagger-ui",
    "js",
    yield* content(require.resolve("swagger-ui-dist/swagger-ui-bundle.js"))
  )
  const libraryStyle = yield* asset(
    "swagger-ui",
    "css",
    yield* content(require.resolve("swagger-ui-dist/swagger-ui.css"))
  )
  const script = yield* asset("page", "js", pageScript)
  const style = yield* asset("page", "css", pageStyle)
  const files: PageFiles = {
    library: library.name,
    libraryStyle: libraryStyle.name,
    script: script.name,
    style: style.name
  }
  return {
    files,
    responses: new Map([library, libraryStyle, script, style].map(({ name, response }) => [name, response]))
  }
})
