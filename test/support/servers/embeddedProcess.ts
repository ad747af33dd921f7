import { Effect } from "effect"
import { startChild } from "./child.ts"
import { eventually } from "../eventually.ts"
import { binary, root } from "./hub.ts"
import { at } from "../http/service.ts"

const isReady = (line: string) => line.includes(`"event":"ready"`)

/**
 * Starts `hub serve` with these flags over the embedded store in `directory`; it is ready when returned, and stopped
 * with the scope.
 */
export const startEmbedded = Effect.fnUntraced(function* (
  directory: string,
  flags: ReadonlyArray<string> = [],
  environment: Readonly<Record<string, string>> = {}
) {
  const [node, ...rest] = binary
  const child = yield* startChild(node, [...rest, "serve", ...flags, "--json"], {
    cwd: root,
    env: { PATH: process.env["PATH"], PORT: "0", HUB_DATA_DIR: directory, ...environment }
  })
  yield* eventually(
    "the process is ready",
    Effect.suspend(() =>
      child.isRunning() ? Effect.succeed(isReady(child.log())) : Effect.die(new Error(child.log()))
    )
  )
  const ready: unknown = JSON.parse(child.log().split("\n").find(isReady) ?? "")
  return { child, pid: Number(at(ready, "pid")), baseUrl: String(at(ready, "baseUrl")) }
})
