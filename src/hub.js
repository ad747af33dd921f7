#!/usr/bin/env node
// The binary. It loads nothing before it has seen the version, and old versions of Node can parse it.
var required = [22, 19]
var version = process.versions.node.split(".").map(Number)

if (version[0] < required[0] || (version[0] === required[0] && version[1] < required[1])) {
  process.stderr.write(
    "Hub needs Node " +
      required.join(".") +
      " or newer; this is Node " +
      process.versions.node +
      ".\n" +
      "Install a newer one. In a checkout `npm ci` also installs Node 24, which the npm scripts then use.\n"
  )
  process.exitCode = 1
} else {
  // What Node compiles is kept beside the bundle where it may be written, or in NODE_COMPILE_CACHE: the next process
  // starts sooner and takes a fifth less memory.
  if (import.meta.url.endsWith("/dist/hub.js") && !process.env.NODE_COMPILE_CACHE) {
    process
      .getBuiltinModule("node:module")
      .enableCompileCache(process.getBuiltinModule("node:url").fileURLToPath(new URL("cache", import.meta.url)))
  }
  import("./program.js")
}
