import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"

/** The time of the last change in a directory, in epoch milliseconds. A removed file changes its directory. */
const lastChange = (directory) =>
  readdirSync(directory, { withFileTypes: true }).reduce((latest, entry) => {
    const path = join(directory, entry.name)
    return Math.max(latest, entry.isDirectory() ? lastChange(path) : statSync(path).mtimeMs)
  }, statSync(directory).mtimeMs)

/** Whether the bundle in `dist` of a checkout is newer than its sources, scripts and packages. */
export const isBuilt = (root) => {
  const built = statSync(join(root, "dist/hub.js"), { throwIfNoEntry: false })
  if (built === undefined) return false
  const scripts = readdirSync(join(root, "scripts")).filter((name) => name.endsWith(".ts"))
  const files = ["package-lock.json", ...scripts.map((name) => join("scripts", name))]
  const changes = files.map((file) => statSync(join(root, file)).mtimeMs)
  return Math.max(lastChange(join(root, "src")), ...changes) < built.mtimeMs
}
