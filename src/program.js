import { enableCompileCache } from "node:module"
import { fileURLToPath } from "node:url"

// Otherwise more than a thousand files are compiled at every start. In the package, the bundle is in this file's place.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/node", import.meta.url)))
await import("./main.ts")
