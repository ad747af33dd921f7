// The binary in a checkout: its bundle, which loads in half the time, unless a source has changed since it was built.
import { fileURLToPath } from "node:url"
import { isBuilt } from "./isBuilt.js"

import(isBuilt(fileURLToPath(new URL("..", import.meta.url))) ? "../dist/hub.js" : "../src/hub.js")
