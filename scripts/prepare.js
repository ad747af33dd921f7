import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { isBuilt } from "./isBuilt.js"

const root = fileURLToPath(new URL("..", import.meta.url))

// npm runs this after an installation and before the tests, with any version of Node. A version that cannot run the
// service needs nothing. Without development packages there is no bundler, and the service runs from its sources.
if (Number(process.versions.node.split(".")[0]) >= 22 && !isBuilt(root)) {
  if (existsSync(join(root, "node_modules/rolldown"))) {
    await import("./build.ts")
    // Fills Node's compile cache, so that the first start is as quick as later ones.
    spawnSync(process.execPath, [join(root, "dist/hub.js"), "--version"], { stdio: "ignore" })
  } else await import("./prepareEmbedded.ts")
}
