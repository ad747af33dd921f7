import * as NodeStream from "@effect/platform-node/NodeStream"
import type { Stream } from "effect"
import { createReadStream } from "node:fs"
import { codeOf } from "../layers/privateFiles.ts"
import { Refused } from "./Refused.ts"

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of its path is not a directory"
}

/**
 * Streams a file given on the command line, at most its first `maxBytes`; fails with the reason if it cannot be read.
 * Pipes such as `/dev/stdin` are read as well, which is why it does not ask for positions, as `FileSystem` does.
 */
export const bytesOf = (file: string, maxBytes = Infinity): Stream.Stream<Uint8Array, Refused> =>
  NodeStream.fromReadable<Uint8Array, Refused>({
    evaluate: () => createReadStream(file, { end: maxBytes - 1 }),
    onError: (error) => {
      const detail = error instanceof Error ? error.message : String(error)
      return new Refused({ message: `${file} cannot be read: ${reasons[codeOf(error)] ?? detail}` })
    }
  })
